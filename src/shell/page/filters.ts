import type { Book } from '#src/contract/entities/book.ts';
import { lengthOf } from '#src/contract/paging.ts';
import { FILTER_NAMES, FILTERS, type FilterName, type Filters, filterQuery } from '#src/routes/filters.ts';
import type { FilterModel } from './models.ts';

/** Minimum number of books in a list with filters. Shorter lists are faster to read through than to filter. */
export const MIN_FILTERABLE = 6;

/**
 * The filters of a list as links.
 * @param href address of the list without filters; every link points to the first page
 */
export function filterModel(
  filters: Filters,
  href: string,
  { found = null, names = FILTER_NAMES }: { found?: number | null; names?: readonly FilterName[] } = {},
): FilterModel {
  return {
    groups: names.map((name) => ({
      name,
      options: [undefined, ...FILTERS[name]].map((value) => ({
        value: value ?? null,
        href: href + filterQuery({ ...filters, [name]: value }),
        current: filters[name] === value,
      })),
    })),
    clearHref: filterQuery(filters) === '' ? null : href,
    found,
  };
}

/**
 * Whether the book matches the filters. Checked again here, because an upstream may ignore filters and return all
 * books.
 */
export const matchesFilters = (book: Book, { status, length }: Filters): boolean =>
  (status === undefined || book.status === status) && (length === undefined || lengthOf(book.words) === length);
