import { LecternError } from '#src/lib/errors.ts';
import type { ImportedBook } from '../epub/index.ts';
import { mib } from '../epub/limits.ts';

/** Maximum length of titles, names and parts, as in the contract (src/contract/entities/scalars.ts). */
const MAX_NAME_CHARACTERS = 300;
const MAX_CHAPTERS = 20_000;
/** Maximum length of all chapters together, with markup. */
const MAX_TEXT_CHARACTERS = 128 * 1024 * 1024;

/** Checks the size of a book, before its pictures are processed. @throws LecternError if it is too large */
export function checkSize({ title, authors, series, chapters }: ImportedBook): void {
  const text = chapters.reduce((sum, { html }) => sum + html.length, 0);
  if (chapters.length > MAX_CHAPTERS)
    throw tooMuch(`It has ${chapters.length} chapters; the limit is ${MAX_CHAPTERS}. Split it into volumes.`);
  if (text > MAX_TEXT_CHARACTERS)
    throw tooMuch(`Its text is ${mib(text)} long; the limit is ${mib(MAX_TEXT_CHARACTERS)}. Split it into volumes.`);
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
    throw tooMuch(`Its ${what} has ${name.length} characters; the limit is ${MAX_NAME_CHARACTERS}. Shorten it.`);
}

const tooMuch = (message: string) => new LecternError('TOO_MUCH', message);
