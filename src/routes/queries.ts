import { LOCALES } from '#src/contract/locales.ts';
import { FILTER_NAMES, FILTERS } from './filters.ts';
import type { Match } from './parse.ts';
import type { RouteKind } from './paths.ts';

/**
 * The query parameters that select another page, by kind. A prerendered kind with one of them is rendered on demand. All
 * other parameters are ignored: they would only split the page cache.
 */
const QUERIES: Partial<Record<RouteKind, readonly string[]>> = {
  category: FILTER_NAMES,
  genre: FILTER_NAMES,
  tag: FILTER_NAMES,
  novel: ['chapters', 'chapter'],
  activeNovel: ['chapters', 'chapter'],
  search: ['q', 'section', 'status', 'length'],
  searchMore: ['q', 'section', 'group', 'page', 'status', 'length'],
};

const LONGEST_VALUE = 400;

/** The parameters that select the page, in canonical order with the question mark; empty where there are none. */
export function pageQuery(match: QueriedPage, search: string): string {
  const names = namesOf(match);
  if (names.length === 0 || search.length < 2) return '';
  const query = new URLSearchParams(search);
  const read = names.flatMap((name) => {
    const value = query.get(name);
    return value !== null && isPageParam(name, value) ? [[name, value.slice(0, LONGEST_VALUE)]] : [];
  });
  return read.length === 0 ? '' : `?${new URLSearchParams(read)}`;
}

/** The other parameters, as they were sent, with the question mark; empty where there are none. */
export function otherQuery(match: QueriedPage, search: string): string {
  if (pageQuery(match, search) === '') return search;
  const query = new URLSearchParams(search);
  for (const name of namesOf(match)) query.delete(name);
  return query.size === 0 ? '' : `?${query}`;
}

type QueriedPage = Pick<Match, 'kind' | 'params'>;

/** A word in the path wins over `q`. */
const namesOf = ({ kind, params }: QueriedPage): readonly string[] =>
  (QUERIES[kind] ?? []).filter((name) => name !== 'q' || params['word'] === undefined);

const KNOWN = new Map<string, readonly string[]>([
  ...Object.entries(FILTERS),
  ['chapters', ['newest']],
  ['section', Object.values(LOCALES).map(({ section }) => String(section))],
  ['group', ['books', 'authors', 'tags', 'keywords']],
]);
const NUMBERS = ['chapter', 'page'];
const isPlace = (value: string) => /^[1-9]\d{0,8}$/.test(value);

const isPageParam = (name: string, value: string) =>
  value !== '' && (NUMBERS.includes(name) ? isPlace(value) : (KNOWN.get(name)?.includes(value) ?? true));
