import type { Entry } from './rank-books.ts';

/** Two books that the same devices read on the same day. */
export interface Pair {
  readonly book: number;
  readonly other: number;
  /** Sum of the days. */
  readonly readers: number;
}

/** Conditions for a pair: neither a single network nor an attack of two days can meet them. */
export const MIN_PAIR = { readers: 10, days: 3, networksOnOneDay: 3 } as const;
/** Maximum number of similar books per book. */
export const MAX_SIMILAR = 12;
/** Readers that are added to both books, so that a few common readers of two small books weigh little. */
const PRIOR = 50;

interface Candidate {
  readonly book: number;
  readonly readers: number;
  readonly score: number;
}

/** Finds the books that readers of each book also read. */
export interface SimilarBooks {
  add(pair: Pair): void;
  /** Returns the similar books of each book, the most similar first. */
  result(): Map<number, Entry[]>;
}

/**
 * The readers of a pair are compared with those of both books, so that bestsellers are not similar to every book.
 * @param readersOf the readers of a book in the same period
 */
export function createSimilarBooks(readersOf: (book: number) => number): SimilarBooks {
  const best = new Map<number, Candidate[]>();
  const add = (book: number, candidate: Candidate) => {
    const list = best.get(book) ?? [];
    if (list.length === 0) best.set(book, list);
    const position = list.findIndex((other) => compare(candidate, other) < 0);
    if (position >= 0) list.splice(position, 0, candidate);
    else if (list.length < MAX_SIMILAR) list.push(candidate);
    if (list.length > MAX_SIMILAR) list.pop();
  };
  return {
    add({ book, other, readers }) {
      const score = readers / Math.sqrt((readersOf(book) + PRIOR) * (readersOf(other) + PRIOR));
      add(book, { book: other, readers, score });
      add(other, { book, readers, score });
    },
    result: () => new Map([...best].map(([of, list]) => [of, list.map(({ book, readers }): Entry => [book, readers])])),
  };
}

const compare = (one: Candidate, other: Candidate) => other.score - one.score || one.book - other.book;
