/**
 * Filters and order of a book list, by query parameter. The values are the values of the contract's `bookFilters`.
 * Without filters, a list shows all its books, ordered by editorial weight.
 */
export const FILTERS = {
  status: ['finished', 'updating'],
  length: ['short', 'medium', 'long'],
  order: ['new', 'updated', 'rating', 'title'],
} as const;

export type FilterName = keyof typeof FILTERS;
export type FilterValue = (typeof FILTERS)[FilterName][number];
export type Filters = { readonly [N in FilterName]?: (typeof FILTERS)[N][number] };

export const FILTER_NAMES: readonly FilterName[] = ['status', 'length', 'order'];

/** Reads the filters from a query. Unknown values are ignored. */
export function readFilters(query: URLSearchParams): Filters {
  const set = FILTER_NAMES.flatMap((name) => {
    const value = FILTERS[name].find((candidate) => candidate === query.get(name));
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(set);
}

/** The canonical query for some filters, including the question mark; empty if there are none. */
export function filterQuery(filters: Filters): string {
  const set = FILTER_NAMES.flatMap((name) => (filters[name] === undefined ? [] : [[name, filters[name]]]));
  return set.length === 0 ? '' : `?${new URLSearchParams(set)}`;
}
