import { tokenize } from '../tokenize.ts';

/** Maximum number of words of a query. Further words are ignored. */
const MAX_WORDS = 12;

/** Words that must follow each other in the text. */
interface Term {
  readonly words: readonly string[];
  /** Whether the last of these words may be the beginning of a word in the text. */
  readonly isBeginning: boolean;
}

/**
 * Groups of terms. A text matches if it contains at least one term of every group. Words consist of letters and digits,
 * in the form that the index uses.
 */
export type SearchTerms = readonly (readonly Term[])[];

/** Field of a book that must contain the terms. */
export type SearchField = 'title' | 'author' | 'subjects';

/**
 * Returns the words of a query in the form that the index uses. Adjacent characters of a script without spaces are one
 * "word", with spaces between the characters.
 */
export const queryWords = (text: string): string[] => tokenize(text).slice(0, MAX_WORDS);

const termOf = (word: string, isBeginning = false): Term => ({ words: word.split(' '), isBeginning });

/** Returns terms for texts that contain every word, or one of the words that `others` returns as its replacements. */
export function allWords(list: readonly string[], others: (word: string) => readonly string[] = () => []): SearchTerms {
  return list.map((word, index) => {
    // The visitor may still be typing the last word.
    const isBeginning = index === list.length - 1 && word.length > 1;
    return [termOf(word, isBeginning), ...others(word).map((other) => termOf(other))];
  });
}

/** Returns terms for texts that contain any of the words. */
export const anyWord = (list: readonly string[]): SearchTerms => [list.map((word) => termOf(word))];
