import type { RouteKind } from '#src/paths.ts';
import { FILTER_NAMES, FILTERS } from './filters.ts';

/**
 * The query names that make another page of an address, by kind. A release kind with one of them is rendered on
 * request. All else in a query is no part of the page: it would only split the page cache.
 */
const QUERIES: Partial<Record<RouteKind, readonly string[]>> = {
  category: FILTER_NAMES,
  genre: FILTER_NAMES,
  tag: FILTER_NAMES,
  novel: ['chapters', 'chapter'],
  activeNovel: ['chapters', 'chapter'],
  search: ['q', ...FILTER_NAMES],
  searchMore: ['q', 'group', 'page', ...FILTER_NAMES],
};

const LONGEST_VALUE = 400;

/** The part of a query that the kind reads, in one spelling with the question mark; empty where there is none. */
export function readQuery(kind: RouteKind, search: string): string {
  const names = QUERIES[kind];
  if (!names || search.length < 2) return '';
  const query = new URLSearchParams(search);
  const read = names.flatMap((name) => {
    const value = query.get(name);
    return value !== null && isRead(name, value) ? [[name, value.slice(0, LONGEST_VALUE)]] : [];
  });
  return read.length === 0 ? '' : `?${new URLSearchParams(read)}`;
}

const KNOWN = new Map<string, readonly string[]>([...Object.entries(FILTERS), ['chapters', ['newest']]]);
const isPlace = (value: string) => /^[1-9]\d{0,8}$/.test(value);

const isRead = (name: string, value: string) =>
  value !== '' && (name === 'chapter' ? isPlace(value) : (KNOWN.get(name)?.includes(value) ?? true));
