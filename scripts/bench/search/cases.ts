import { bookAt, SECTION, tagAt } from './books.ts';
import { authorAt, randomOf, signAt, wordAt } from './vocabulary.ts';

/** A kind of text that visitors search for, with examples. */
export interface SearchCase {
  readonly what: string;
  readonly texts: readonly string[];
}

/** Ranks of words that many books contain. Words with a rank above `RARE` are in a handful of books. */
const COMMON = [0, 1, 2, 3, 5, 8, 13, 21, 34, 55];
const RARE = 20_000;

/** Returns the texts of each kind. Titles and authors are from the catalogue with `books` books. */
export function casesOf(books: number): SearchCase[] {
  const random = randomOf(books);
  const rank = (from: number, below: number) => from + Math.floor(random() * (below - from));
  const twenty = (make: () => string) => Array.from({ length: 20 }, make);
  const beginnings = (letters: number) => COMMON.map((common) => wordAt(common).slice(0, letters));
  const common = () => wordAt(rank(0, 60));
  const rare = () => wordAt(rank(RARE, RARE * 2));
  const typo = () => typoOf(wordAt(rank(100, 2_000)));
  const cases: Readonly<Record<string, readonly string[]>> = {
    'a common word': COMMON.map(wordAt),
    'a rare word': twenty(rare),
    'two common words': twenty(() => `${common()} ${common()}`),
    'a common and a rare word': twenty(() => `${common()} ${rare()}`),
    'one letter': beginnings(1),
    'two letters': beginnings(2),
    'three letters': beginnings(3),
    'a title': twenty(() => titleOf(rank(0, books), books)),
    'a typo': twenty(typo),
    'a word and a typo': twenty(() => `${common()} ${typo()}`),
    'an author': twenty(() => authorAt(rank(0, Math.ceil(books / 5)))),
    'a tag': Array.from({ length: 10 }, (_, index) => tagAt(index * index)),
    'nothing there': twenty(() => `qq${common()}qq`),
    'one sign of an unspaced script': Array.from({ length: 10 }, (_, index) => signAt(index)),
    'two signs of it': twenty(() => `${signAt(rank(0, 20))}${signAt(rank(0, 20))}`),
  };
  return Object.entries(cases).map(([what, texts]) => ({ what, texts }));
}

/**
 * Returns the title of a book in the searched section. If book `number` is in the other section, this is the title of
 * the next book.
 */
function titleOf(number: number, books: number): string {
  const book = bookAt(number % books, books);
  return book.section === SECTION ? book.title : titleOf(number + 1, books);
}

/** Makes a typing error: swaps two letters in the middle, or omits one if they are equal. */
function typoOf(word: string): string {
  const [before, after] = [word.charAt(2), word.charAt(3)];
  return `${word.slice(0, 2)}${before === after ? '' : after}${before}${word.slice(4)}`;
}

/**
 * Parameters of a search in addition to its text. Some filters match hardly any of the books that contain the words.
 */
export const VARIANTS: Readonly<Record<string, readonly object[]>> = {
  'without filters': [{}],
  'page 40': [{ page: 40 }],
  'with filters': [
    { status: 'finished' },
    { status: 'updating', length: 'short' },
    { length: 'long', order: 'new' },
    { status: 'updating', length: 'medium', order: 'rating' },
  ],
};
