import { LOCALES } from '#src/contract/locales.ts';
import { FILTERS } from './filters.ts';
import { PAGE_KINDS } from './page-kinds.ts';
import type { Match } from './parse.ts';

const LONGEST_VALUE = 400;

/**
 * The query parameters that select the page (`query` in its row), in canonical order and with the question mark; empty
 * if there are none.
 */
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

/** The parameters that do not select the page, unchanged and with the question mark; empty if there are none. */
export function otherQuery(match: QueriedPage, search: string): string {
  if (pageQuery(match, search) === '') return search;
  const query = new URLSearchParams(search);
  for (const name of namesOf(match)) query.delete(name);
  return query.size === 0 ? '' : `?${query}`;
}

type QueriedPage = Pick<Match, 'kind' | 'params'>;

/** A word in the path takes precedence over `q`. */
const namesOf = ({ kind, params }: QueriedPage): readonly string[] =>
  (PAGE_KINDS[kind].query ?? []).filter((name) => name !== 'q' || params['word'] === undefined);

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
