import { countWords } from '#src/lib/count-words.ts';
import { withPlainNotes } from './inline-notes.ts';
import type { Manuscript } from './manuscript.ts';
import { chapterDoubts } from './plain/doubts.ts';
import { linesOf } from './plain/lines.ts';
import { readPlainText } from './plain/read-plain.ts';
import { ManuscriptError } from './types.ts';

const MAX_PARAGRAPHS = 200_000;
/** Maximum number of lines, including empty ones. */
const MAX_LINES = 1_000_000;

/** Reads plain text and finds its chapters. @param chapterPattern matches lines that begin a chapter */
export function readPlain(text: string, chapterPattern?: string): Manuscript {
  const count = text.split('\n').length;
  if (count > MAX_LINES) throw new ManuscriptError(`It has ${count} lines; the limit is ${MAX_LINES}. Divide it.`);
  const lines = linesOf(withPlainNotes(text));
  const paragraphs = lines.filter((line) => line.text !== '').length;
  if (paragraphs > MAX_PARAGRAPHS)
    throw new ManuscriptError(`It has ${paragraphs} paragraphs; the limit is ${MAX_PARAGRAPHS}. Divide it.`);
  const { title, author, description, tags, language, headingLanguage, chapters, by, leftOut } = readPlainText(
    lines,
    chapterPattern,
  );
  const stretches = chapters.map((chapter) => ({
    ...chapter,
    words: countWords(chapter.html.replaceAll(/<[^>]*>/g, ' ')),
  }));
  return {
    split: { title: undefined, by, stretches },
    title,
    authors: author === undefined ? undefined : [author],
    language,
    likelyLanguage: headingLanguage,
    doubts: chapterDoubts(stretches, by),
    leftOut,
    description,
    subjects: tags,
  };
}
