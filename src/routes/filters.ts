/**
 * Filters and order of a list of books, by the name of their query parameter; the values are those of the contract's
 * `bookFilters`. Without any of them a list holds all its books, the editors' picks first.
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

/** The filters a query gives; what is no value of a filter counts as not given. */
export function readFilters(query: URLSearchParams): Filters {
  const given = FILTER_NAMES.flatMap((name) => {
    const value = FILTERS[name].find((known) => known === query.get(name));
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(given);
}

/** The one query of some filters, with the question mark; empty for none. */
export function filterQuery(filters: Filters): string {
  const given = FILTER_NAMES.flatMap((name) => (filters[name] === undefined ? [] : [[name, filters[name]]]));
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
