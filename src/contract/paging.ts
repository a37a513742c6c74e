import * as v from 'valibot';
import { Id } from './entities/scalars.ts';

export const MAX_PAGE_SIZE = 200;
export const DEFAULT_PAGE_SIZE = 20;

/** Range of word counts of each `length`: from the first number up to, but not including, the second. */
export const LENGTH_WORDS = { short: [0, 50_000], medium: [50_000, 200_000], long: [200_000, 1e15] } as const;
export type BookLength = keyof typeof LENGTH_WORDS;

// The annotations `@__NO_SIDE_EFFECTS__` let bundlers omit unused schemas.

/** Schema of a whole number, which may be a string of digits, as in a query. */
// @__NO_SIDE_EFFECTS__
export const wholeNumber = (min: number, max: number) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'must be a whole number'), v.transform(Number))]),
    v.number(),
    v.integer(),
    v.minValue(min),
    v.maxValue(max),
  );

export const idParam = wholeNumber(1, Number.MAX_SAFE_INTEGER);

/** The parameters for paging, which all lists have. */
export const pageParams = {
  page: v.optional(wholeNumber(1, 1_000_000), 1),
  page_size: v.optional(wholeNumber(1, MAX_PAGE_SIZE), DEFAULT_PAGE_SIZE),
};

const CURSOR_LENGTH = 200;

/** Parameters of a list that can return the changes since the cursor of an earlier response. */
export const changeParams = { ...pageParams, since: v.optional(v.pipe(v.string(), v.maxLength(CURSOR_LENGTH))) };

/** Filters and order of every list of books; all optional. */
export const bookFilters = {
  status: v.optional(v.picklist(['finished', 'updating'])),
  /** By word count: short < 50,000 <= medium < 200,000 <= long. */
  length: v.optional(v.picklist(['short', 'medium', 'long'])),
  /** By editorial weight, first publication, last change, rating or title. */
  order: v.optional(v.picklist(['hot', 'new', 'updated', 'rating', 'title']), 'hot'),
};

/** Creates the parameters of a list: its own and those for paging. */
// @__NO_SIDE_EFFECTS__
export const listParams = <E extends v.ObjectEntries>(own: E) => v.object({ ...own, ...pageParams });

/** Creates the parameters of a list of books: its own and those for paging, filters and order. */
// @__NO_SIDE_EFFECTS__
export const bookListParams = <E extends v.ObjectEntries>(own: E) =>
  v.object({ ...own, ...pageParams, ...bookFilters });

/** Returns the length category of a book by its word count. */
export function lengthOf(words: number): BookLength {
  if (words < LENGTH_WORDS.medium[0]) return 'short';
  return words < LENGTH_WORDS.long[0] ? 'medium' : 'long';
}

const pageFields = {
  page: v.pipe(v.number(), v.integer(), v.minValue(1)),
  page_size: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_PAGE_SIZE)),
  /** Total number of entries on all pages. */
  total: v.pipe(v.number(), v.integer(), v.minValue(0)),
};

// @__NO_SIDE_EFFECTS__
export const paged = <S extends v.GenericSchema>(item: S) => v.object({ items: v.array(item), ...pageFields });

/**
 * A page of a list that can return only the changes since a cursor. `cursor` is the value of `since` for the next
 * request for changes. On the first page of changes, `removed` contains the ids of removed entries. A list without a
 * cursor is always read completely.
 */
// @__NO_SIDE_EFFECTS__
export const changeable = <S extends v.GenericSchema>(item: S) =>
  v.object({
    items: v.array(item),
    ...pageFields,
    cursor: v.optional(v.pipe(v.string(), v.maxLength(CURSOR_LENGTH))),
    removed: v.optional(v.array(Id)),
  });

export interface Page<T> {
  items: T[];
  page: number;
  page_size: number;
  total: number;
}

// @__NO_SIDE_EFFECTS__
export const emptyPage = (): Page<never> => ({ items: [], page: 1, page_size: DEFAULT_PAGE_SIZE, total: 0 });
