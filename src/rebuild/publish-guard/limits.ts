/**
 * How much of something may be lost in a night: the largest of a share, of `floor` or `ofSmall` of all (whichever is less), and
 * of three. Shares alone would stop small sites for one genre that ends; a floor alone would let them lose everything.
 */
export interface Allowance {
  readonly share: number;
  readonly floor: number;
  readonly ofSmall: number;
}

const ALWAYS_ALLOWED = 3;

export const allowedLoss = (before: number, { share, floor, ofSmall }: Allowance): number =>
  Math.max(share * before, Math.min(floor, ofSmall * before), ALWAYS_ALLOWED);

/** The limits of the publish guard. docs/decisions/0006-a-guard-compares-releases.md has their reasons. */
export const LIMITS = {
  books: { share: 0.02, floor: 10, ofSmall: 0.25 },
  /** Pages of one kind. Ten pages are a genre of 200 books. */
  pages: { share: 0.03, floor: 10, ofSmall: 0.5 },
  /** Pages of rankings and shelves. Fifty are the longest ranking, which may begin anew. */
  editorialPages: { share: 0.03, floor: 50, ofSmall: 0.5 },
  /** All pages of a language that are not of books. */
  allPages: { share: 0.03, floor: 20, ofSmall: 1 / 3 },
  /** Genres, rankings or shelves. */
  lists: { share: 1 / 3, floor: 3, ofSmall: 1 / 3 },
  /** More than this asks, if it is also more than the number beside it. */
  growth: { share: 0.5, floor: 100 },
  /** Books that a list must have had for its emptiness to be told. */
  emptiedList: 5,
  /** Pages of one kind that changed addresses or titles, or that are compared by size, must be as many. */
  many: 10,
  addresses: 1 / 3,
  /** Rankings and shelves have other addresses each season. */
  editorialAddresses: 0.9,
  titles: 1 / 3,
  /** Pages of books whose chapter was locked are no longer indexed. */
  noindexOfBooks: { share: 0.01, floor: 3, ofSmall: 0.25 },
  /** How far the median size may move, up and down. */
  size: { least: 0.7, most: 1.3 },
  /** The same after a change of code or brand, which touches all pages. */
  sizeOfOtherSite: { least: 0.5, most: 2 },
  /** A page that every site has is compared alone. */
  singlePage: 0.5,
  /** How much larger the share of titles that name another brand may become. */
  namedTitles: 0.1,
} as const;
