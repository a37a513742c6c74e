import { lengthOf } from '#src/contract/paging.ts';
import { initialLetter } from '#src/lib/initial-letter.ts';

/**
 * The kinds of lists that contain books. In memberships, `target` is the id of the genre, tag and so on that the list
 * belongs to.
 */
export const MEMBERSHIP = { genre: 1, tag: 2, keyword: 3, category: 4, author: 5, letter: 6 } as const;
export type MembershipKind = keyof typeof MEMBERSHIP;

/**
 * Returns the target of a letter. It is computed from section and letter, because letters have no rows of their own.
 */
export const letterTarget = (section: number, letter: string) =>
  section * 100 + (letter === '0' ? 0 : letter.charCodeAt(0) - 64);

/** What determines the lists that contain a book, and its position in them. */
export interface ListedBook {
  readonly section: number;
  readonly title: string;
  readonly hot: number;
  readonly status: string;
  readonly words: number;
  readonly authorId: number;
  readonly genres: readonly number[];
  readonly tags: readonly number[];
  readonly keywords: readonly number[];
  readonly categories: readonly number[];
}

export interface MembershipRow {
  readonly kind: number;
  readonly target: number;
  readonly hot: number;
  readonly status: string;
  readonly length: string;
}

/** Returns a row for each list that contains the book. */
export function membershipsOf(book: ListedBook): MembershipRow[] {
  const place = { hot: book.hot, status: book.status, length: lengthOf(book.words) };
  const targets: [MembershipKind, readonly number[]][] = [
    ['genre', book.genres],
    ['tag', book.tags],
    ['keyword', book.keywords],
    ['category', book.categories],
    ['author', [book.authorId]],
    ['letter', [letterTarget(book.section, initialLetter(book.title))]],
  ];
  return targets.flatMap(([kind, ids]) =>
    [...new Set(ids)].map((target) => ({ kind: MEMBERSHIP[kind], target, ...place })),
  );
}
