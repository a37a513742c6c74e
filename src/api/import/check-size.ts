import { LecternError } from '#src/lib/errors.ts';
import type { ImportedBook } from '../epub/index.ts';
import { mib } from '../epub/limits.ts';

/** Of a title, a name or a part, as in the contract (src/contract/entities/scalars.ts). */
const MAX_NAME_CHARACTERS = 300;
const MAX_CHAPTERS = 20_000;
/** For all chapters, markup included. */
const MAX_TEXT_CHARACTERS = 128 * 1024 * 1024;

/** Checks a book before its pictures are drawn and anything is stored. @throws LecternError if it is too large */
export function checkSize({ title, authors, series, chapters }: ImportedBook): void {
  const text = chapters.reduce((sum, { html }) => sum + html.length, 0);
  if (chapters.length > MAX_CHAPTERS)
    throw tooMuch(`It has ${chapters.length} chapters; at most ${MAX_CHAPTERS} are read. Split it into volumes.`);
  if (text > MAX_TEXT_CHARACTERS)
    throw tooMuch(`Its text has ${mib(text)}; at most ${mib(MAX_TEXT_CHARACTERS)} are read. Split it into volumes.`);
  checkName('title', title);
  checkName('list of authors', authors.join(', '));
  checkName('series', series?.name ?? '');
  for (const chapter of chapters) {
    checkName(`chapter title "${chapter.title.slice(0, 30)}…"`, chapter.title);
    checkName(`part "${chapter.part?.slice(0, 30)}…"`, chapter.part ?? '');
  }
}

function checkName(what: string, name: string): void {
  if (name.length > MAX_NAME_CHARACTERS)
    throw tooMuch(`Its ${what} has ${name.length} characters; at most ${MAX_NAME_CHARACTERS} are read. Shorten it.`);
}

const tooMuch = (message: string) => new LecternError('TOO_MUCH', message);
