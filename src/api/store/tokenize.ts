import { fold } from '#src/lib/fold-letters.ts';

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/**
 * Returns the folded words of a text. Adjacent characters of a script without spaces become one entry, with spaces
 * between the characters (`三 体`): the index stores each character as a token, and a quoted query finds the phrase.
 */
export function tokenize(text: string): string[] {
  const runs = fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return runs.map((run) => run.replaceAll(UNSPACED, ' $& ').replaceAll(/\s+/g, ' ').trim());
}

/** Returns the words of a text for the search index, separated by spaces. */
export const toIndexText = (text: string) => tokenize(text).join(' ');
