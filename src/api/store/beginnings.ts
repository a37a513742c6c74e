import { fold } from '#src/lib/fold-letters.ts';
import { hash } from '#src/lib/hash.ts';
import { plainText } from './plain-text.ts';

/** Chapters at the start of a book by whose first lines it is recognised. */
export const MAX_BEGINNINGS = 5;
/** Length of HTML that contains the compared letters even with much markup. */
const MAX_HTML_CHARACTERS = 8000;
/** About two lines. A shorter text is not compared; a character of a script without spaces counts as two letters. */
const COMPARED_LETTERS = 100;
/** Fewer different words, or characters of scripts without spaces, are placeholder text, which identifies no book. */
const MIN_DIFFERENT_WORDS = 10;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu;

/**
 * Hashes of the first lines of a book's first chapters. They do not depend on markup, punctuation, accents and case, so
 * that the same text from an EPUB and a text file has the same hashes.
 * @param chapters HTML of the chapters, in order
 */
export function beginningsOf(chapters: readonly string[]): string[] {
  const hashes = chapters.slice(0, MAX_BEGINNINGS).map(beginningOf);
  return [...new Set(hashes.filter((hash) => hash !== null))];
}

/** @returns null for a chapter with too little text */
export function beginningOf(html: string): string | null {
  const text = plainText(html.slice(0, MAX_HTML_CHARACTERS).replaceAll(/<a class="text-note-ref[^>]*>[^<]*<\/a>/g, ''));
  const words = fold(text).match(WORD) ?? [];
  const letters = [...words.join('')];
  const length = letters.length + words.filter((word) => UNSPACED.test(word)).length;
  const different = new Set(words.slice(0, COMPARED_LETTERS)).size;
  if (length < COMPARED_LETTERS || different < MIN_DIFFERENT_WORDS) return null;
  return hash(letters.slice(0, COMPARED_LETTERS).join(''), 16);
}
