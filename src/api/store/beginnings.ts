import { fold } from '#src/lib/fold-letters.ts';
import { hash } from '#src/lib/hash.ts';
import { plainText } from './plain-text.ts';
import { withoutNotes } from './without-notes.ts';

/** Number of chapters whose first lines are used to recognise a book. */
export const MAX_BEGINNINGS = 5;
/** Number of characters of HTML to read. They contain enough letters to compare, even with much markup. */
const MAX_HTML_CHARACTERS = 8000;
/**
 * Number of letters to compare, about two lines. A shorter text is not compared. A character of a script without spaces
 * counts as two letters.
 */
const COMPARED_LETTERS = 100;
/**
 * Minimum number of different words, or characters of scripts without spaces. Placeholder text, which identifies no
 * book, has fewer.
 */
const MIN_DIFFERENT_WORDS = 10;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu;

/**
 * Returns hashes of the first lines of a book's first chapters. They do not depend on markup, notes, punctuation,
 * accents and case, so that the same text has the same hashes in an EPUB file and in a text file.
 * @param chapters HTML of the chapters, in order
 */
export function beginningsOf(chapters: readonly string[]): string[] {
  const hashes = chapters.slice(0, MAX_BEGINNINGS).map(beginningOf);
  return [...new Set(hashes.filter((hash) => hash !== null))];
}

/** Returns the hash of the first lines of a chapter; null if it has too little text. */
export function beginningOf(html: string): string | null {
  const text = plainText(withoutNotes(html.slice(0, MAX_HTML_CHARACTERS)));
  const words = fold(text).match(WORD) ?? [];
  const letters = [...words.join('')];
  const length = letters.length + words.filter((word) => UNSPACED.test(word)).length;
  const different = new Set(words.slice(0, COMPARED_LETTERS)).size;
  if (length < COMPARED_LETTERS || different < MIN_DIFFERENT_WORDS) return null;
  return hash(letters.slice(0, COMPARED_LETTERS).join(''), 16);
}
