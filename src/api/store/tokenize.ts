import { fold } from '#src/lib/fold-letters.ts';

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/**
 * The folded words of a text. A run of a script without spaces becomes one entry of spaced characters
 * (`三 体`), which the index stores as single tokens and a quoted query finds as a phrase.
 */
export function tokenize(text: string): string[] {
  const runs = fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return runs.map((run) => run.replaceAll(UNSPACED, ' $& ').replaceAll(/\s+/g, ' ').trim());
}

/** Text for the search index. */
export const toIndexText = (text: string) => tokenize(text).join(' ');
