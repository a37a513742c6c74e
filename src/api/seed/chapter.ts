import { countWords } from '#src/lib/count-words.ts';
import type { NewChapter } from '../store/records.ts';
import { isBreak, paragraphsHtml } from './markdown.ts';

/** Creates a free chapter from paragraphs with `*emphasis*`. */
export function chapterOf(title: string, paragraphs: readonly string[], updatedAt: string): NewChapter {
  const words = countWords(paragraphs.filter((text) => !isBreak(text)).join('\n'));
  return { title, part: null, kind: 'chapter', html: paragraphsHtml(paragraphs), words, price: null, updatedAt };
}
