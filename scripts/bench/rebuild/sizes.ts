/** How many books of either sort make so many pages. */
export interface Sizes {
  /** Books in about a hundred lists each, as popular ones are. */
  readonly popular: number;
  /** Books in a handful of lists, as new ones are. */
  readonly quiet: number;
}

/** How many books of either sort change. */
export type Changes = Sizes;

/** Keyword lists that a popular book stands in, and about as many pages. */
export const LISTS = 93;
/** Books of one keyword: five full pages. */
export const LIST_BOOKS = 100;
/** Popular books that share their keywords, so that the store's index is written place by place. */
export const BLOCK = 2_000;

/** Pages of tags, categories, letters and the like, that a few hundred books fill already. */
const OTHER_PAGES = 320;
/** Pages that a popular book adds on average. */
const PAGES_PER_BOOK = 5.2;
const STEP = 20;
/** One quiet book to so many popular ones. */
const PER_QUIET = 50;
/** Pages that change with a book of either sort. */
const PAGES_OF_POPULAR = 100;
const PAGES_OF_QUIET = 10;

export function sizesOf(pages: number): Sizes {
  const popular = Math.max(STEP, Math.round((pages - OTHER_PAGES) / PAGES_PER_BOOK / STEP) * STEP);
  return { popular, quiet: Math.ceil(popular / PER_QUIET) };
}

/** How many pages so many books make. */
export const pagesOf = (books: number) => OTHER_PAGES + Math.round((books * PAGES_PER_BOOK) / (1 + 1 / PER_QUIET));

/** Which lists of its block a book stands in: of every `groups` lists one, each list having as many books. */
export function listsOf(place: number, blockSize: number): number[] {
  const groups = Math.max(1, Math.round(blockSize / LIST_BOOKS));
  const round = Math.floor(place / groups);
  return Array.from({ length: LISTS }, (_none, slot) => {
    const turn = slot * round + Math.floor(slot / groups) * round * round;
    return slot * groups + ((place + turn) % groups);
  });
}

/** How many books of either sort change so that about this part of the pages does; at least one. */
export function changesFor(pages: number, part: number): Changes {
  const wanted = pages * part;
  const popular = Math.floor(wanted / PAGES_OF_POPULAR);
  const quiet = Math.round((wanted - popular * PAGES_OF_POPULAR) / PAGES_OF_QUIET);
  return { popular, quiet: popular === 0 ? Math.max(1, quiet) : quiet };
}

/** Keyword names begin in an order of their own, so that pages that are rendered together show different books. */
const SPREAD = 7919;

/** A name of its own for every number: two or three words, `plus` between. */
export function keywordName(number: number, words: readonly string[]): string {
  const size = words.length;
  const second = Math.floor(number / size) % size;
  const third = Math.floor(number / size ** 2);
  const more = third > 0 ? [words[(third - 1) % size]] : [];
  return [words[(number * SPREAD) % size], words[second], ...more].join(' plus ');
}

/** `count` of `total` places from `first`, evenly spread; another night gives others. */
export function spread(first: number, total: number, count: number, night: number): number[] {
  const taken = Math.min(count, total);
  const at = (index: number) => (Math.floor((index * total) / taken) + night * 37) % total;
  return Array.from({ length: taken }, (_none, index) => first + at(index));
}
