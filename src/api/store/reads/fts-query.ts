import { tokenize } from '../tokenize.ts';

/** Words of a query that count; the rest is left out. */
const MAX_WORDS = 12;

/** A visitor's query as words, safe to quote: letters and digits only, in the form the index holds. */
export const queryWords = (text: string): string[] => tokenize(text).slice(0, MAX_WORDS);

/** A word may be the beginning of one, as long as it is the last: the visitor may still be typing it. */
const term = (word: string, last: boolean) => (last && word.length > 1 ? `"${word}"*` : `"${word}"`);

/** The FTS5 expression for texts that hold every word; `others` gives the words that may stand in for one. */
export function allWords(list: readonly string[], others: (word: string) => readonly string[] = () => []): string {
  const parts = list.map((word, index) => {
    const either = [term(word, index === list.length - 1), ...others(word).map((other) => `"${other}"`)];
    return either.length === 1 ? either.join() : `(${either.join(' OR ')})`;
  });
  return parts.join(' AND ');
}

/** The FTS5 expression for texts that hold any of the words. */
export const anyWord = (list: readonly string[]): string => list.map((word) => `"${word}"`).join(' OR ');
