import { pastedHtml } from '#src/api/manuscript/pasted.ts';
import { serveJobs } from '#src/lib/limited-job.ts';
import { previewHtml, storedChapterHtml, wordsIn } from './chapter-text.ts';

serveJobs({
  preview: (html: string) => previewHtml(html),
  pasted: (html: string) => storedChapterHtml(pastedHtml(html)),
  stored(html: string) {
    const stored = storedChapterHtml(html);
    return { html: stored, words: wordsIn(stored) };
  },
  words: (html: string) => wordsIn(html),
});
