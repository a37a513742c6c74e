/** Number of books of each kind. */
export interface BookCounts {
  /** Number of popular books, each of which is in about a hundred lists. */
  readonly popular: number;
  /** Number of quiet books, each of which is in only a handful of lists, like a new book. */
  readonly quiet: number;
}

/** Number of books of each kind that change. */
export type Changes = BookCounts;

/** Number of keyword lists that contain a popular book. The book is on about as many pages. */
export const LISTS = 93;
/** Number of books per keyword: five full pages. */
const LIST_BOOKS = 100;
/**
 * Number of popular books that share their keywords, so that neighbouring rows of the store's index are written
 * together.
 */
export const BLOCK = 2_000;

/**
 * Number of pages for tags, categories, letters and the like. A few hundred books are enough to give all of them
 * content.
 */
const OTHER_PAGES = 320;
/** Average number of pages that a popular book adds. */
const PAGES_PER_BOOK = 5.2;
const STEP = 20;
/** Number of popular books per quiet one. */
const PER_QUIET = 50;
/** Number of pages that change when a popular book changes. */
const PAGES_OF_POPULAR = 100;
/** Number of pages that change when a quiet book changes. */
const PAGES_OF_QUIET = 10;

export function bookCounts(pages: number): BookCounts {
  const popular = Math.max(STEP, Math.round((pages - OTHER_PAGES) / PAGES_PER_BOOK / STEP) * STEP);
  return { popular, quiet: Math.ceil(popular / PER_QUIET) };
}

/** Approximate number of pages for a number of books. */
export const pageCount = (books: number) => OTHER_PAGES + Math.round((books * PAGES_PER_BOOK) / (1 + 1 / PER_QUIET));

/**
 * Returns the numbers of the lists in a block that contain the book at `position`. The book is in one of every
 * `groups` lists, so that all lists have the same number of books.
 */
export function listsOfBook(position: number, blockSize: number): number[] {
  const groups = Math.max(1, Math.round(blockSize / LIST_BOOKS));
  const round = Math.floor(position / groups);
  return Array.from({ length: LISTS }, (_, slot) => {
    const turn = slot * round + Math.floor(slot / groups) * round * round;
    return slot * groups + ((position + turn) % groups);
  });
}

/** Number of books of each kind that must change to change about this share of the pages; at least one. */
export function changedBooks(pages: number, part: number): Changes {
  const pageCountToChange = pages * part;
  const popular = Math.floor(pageCountToChange / PAGES_OF_POPULAR);
  const quiet = Math.round((pageCountToChange - popular * PAGES_OF_POPULAR) / PAGES_OF_QUIET);
  return { popular, quiet: popular === 0 ? Math.max(1, quiet) : quiet };
}

/**
 * Step between keyword numbers. It shuffles the first letters of names, so that pages rendered together show
 * different books.
 */
const SPREAD = 7919;

/** Returns a unique name for each number: two or three words joined by `plus`. */
export function keywordName(number: number, words: readonly string[]): string {
  const size = words.length;
  const second = Math.floor(number / size) % size;
  const third = Math.floor(number / size ** 2);
  const more = third > 0 ? [words[(third - 1) % size]] : [];
  return [words[(number * SPREAD) % size], words[second], ...more].join(' plus ');
}

/**
 * Selects `count` of `total` positions, starting at `first` and evenly spread. The positions differ for each value of
 * `night`.
 */
export function spreadEvenly(first: number, total: number, count: number, night: number): number[] {
  const selectedCount = Math.min(count, total);
  const at = (index: number) => (Math.floor((index * total) / selectedCount) + night * 37) % total;
  return Array.from({ length: selectedCount }, (_, index) => first + at(index));
}
