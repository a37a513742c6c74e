import { fold } from '#src/lib/fold-letters.ts';

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/**
 * The folded words of a text. A run of a script that puts no spaces comes as one entry of spaced characters
 * (`三 体`), which the index stores as single tokens and a quoted query finds as a phrase.
 */
export function tokenize(text: string): string[] {
  const runs = fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return runs.map((run) => run.replaceAll(UNSPACED, ' $& ').replaceAll(/\s+/g, ' ').trim());
}

/** What the search index is given. */
export const toIndexText = (text: string) => tokenize(text).join(' ');
