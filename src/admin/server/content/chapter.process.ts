import { serveJobs } from '#src/lib/limited-job.ts';
import { previewHtml, storedChapterHtml, wordsIn } from './chapter-text.ts';

serveJobs({
  preview: (html: string) => previewHtml(html),
  stored(html: string) {
    const stored = storedChapterHtml(html);
    return { html: stored, words: wordsIn(stored) };
  },
  words: (html: string) => wordsIn(html),
});
