import { tokenize } from '../tokenize.ts';

/** Maximum number of words of a query; the rest are ignored. */
const MAX_WORDS = 12;

/** Words that follow each other in the text. */
interface Term {
  readonly words: readonly string[];
  /** Whether the last of these words may be the beginning of a word in the text. */
  readonly isBeginning: boolean;
}

/**
 * Matches texts that contain at least one term of every group. Words consist of letters and digits, in the form used by
 * the index.
 */
export type SearchTerms = readonly (readonly Term[])[];

/** Field of a book that must contain the terms. */
export type SearchField = 'title' | 'author' | 'subjects';

/**
 * The words of a visitor's query in the form of the index. A run of a script without spaces is one "word" of spaced
 * characters.
 */
export const queryWords = (text: string): string[] => tokenize(text).slice(0, MAX_WORDS);

const termOf = (word: string, isBeginning = false): Term => ({ words: word.split(' '), isBeginning });

/** Terms for texts that contain every word; `others` returns the words that may replace one. */
export function allWords(list: readonly string[], others: (word: string) => readonly string[] = () => []): SearchTerms {
  return list.map((word, index) => {
    // The visitor may still be typing the last word.
    const isBeginning = index === list.length - 1 && word.length > 1;
    return [termOf(word, isBeginning), ...others(word).map((other) => termOf(other))];
  });
}

/** Terms for texts that contain any of the words. */
export const anyWord = (list: readonly string[]): SearchTerms => [list.map((word) => termOf(word))];
