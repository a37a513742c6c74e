/**
 * How much a release may lose compared with the live one: up to `max(3, share × total, min(floor, ofSmall × total))`.
 * With `share` alone, losing one genre would block a small site; with `floor` alone, a small site could lose
 * everything.
 */
export interface Allowance {
  readonly share: number;
  readonly floor: number;
  readonly ofSmall: number;
}

const ALWAYS_ALLOWED = 3;

export const allowedLoss = (before: number, { share, floor, ofSmall }: Allowance): number =>
  Math.max(share * before, Math.min(floor, ofSmall * before), ALWAYS_ALLOWED);

/** The limits of the publish guard. See docs/decisions/0006-publish-guard-compares-releases.md for the reasons. */
export const LIMITS = {
  books: { share: 0.02, floor: 10, ofSmall: 0.25 },
  /** Pages of one kind. A genre with 200 books has ten pages. */
  pages: { share: 0.03, floor: 10, ofSmall: 0.5 },
  /** Pages of rankings and shelves. The longest ranking has fifty pages, and rankings may be reset. */
  editorialPages: { share: 0.03, floor: 50, ofSmall: 0.5 },
  /** All pages of a language except books. */
  allPages: { share: 0.03, floor: 20, ofSmall: 1 / 3 },
  /** Lists of genres, rankings or shelves. */
  lists: { share: 1 / 3, floor: 3, ofSmall: 1 / 3 },
  /** Growth is a finding if it exceeds both this share and `floor`. */
  growth: { share: 0.5, floor: 100 },
  /** An empty list is a finding if it had at least this many books before. */
  emptiedList: 5,
  /** Changed URLs, titles and sizes are compared only for kinds with at least this many pages. */
  many: 10,
  addresses: 1 / 3,
  /** The limit for rankings and shelves, whose URLs change each season. */
  editorialAddresses: 0.9,
  titles: 1 / 3,
  /** Book pages that may get `noindex`, for example because a chapter was locked. */
  noindexOfBooks: { share: 0.01, floor: 3, ofSmall: 0.25 },
  /** Allowed change of the median size, as factors. */
  size: { least: 0.7, most: 1.3 },
  /** Allowed change of the median size after a change of code or brand, which affects all pages. */
  sizeOfOtherSite: { least: 0.5, most: 2 },
  /** Minimum size of a required page, as a fraction of its live size. */
  singlePage: 0.5,
  /** Maximum growth of the fraction of titles that name another brand. */
  namedTitles: 0.1,
} as const;
