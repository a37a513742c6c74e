import { countWords } from '../epub/text.ts';
import type { Manuscript } from './manuscript.ts';
import { linesOf } from './plain/lines.ts';
import { readPlainText } from './plain/read-plain.ts';
import { ManuscriptError } from './types.ts';

const MAX_PARAGRAPHS = 200_000;
/** Empty ones included. */
const MAX_LINES = 1_000_000;

/** Plain text, with its chapters. @param chapterPattern of the lines that begin them, from the operator */
export function readPlain(text: string, chapterPattern?: string): Manuscript {
  const count = text.split('\n').length;
  if (count > MAX_LINES) throw new ManuscriptError(`It has ${count} lines; at most ${MAX_LINES} are read. Divide it.`);
  const lines = linesOf(text);
  const filled = lines.filter((line) => line.text !== '').length;
  if (filled > MAX_PARAGRAPHS)
    throw new ManuscriptError(`It has ${filled} paragraphs; at most ${MAX_PARAGRAPHS} are read. Divide it.`);
  const { title, author, description, tags, language, chapters, by } = readPlainText(lines, chapterPattern);
  const stretches = chapters.map((chapter) => ({
    ...chapter,
    words: countWords(chapter.html.replaceAll(/<[^>]*>/g, ' ')),
  }));
  return {
    split: { title: undefined, by, stretches },
    title,
    authors: author === undefined ? undefined : [author],
    language,
    description,
    subjects: tags,
  };
}
