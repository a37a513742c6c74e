import * as v from 'valibot';
import { AdminError } from '../http/error.ts';
import { jsonObjectOf } from '../http/input.ts';

const MAX_PER_PAGE = 1000;
const MAX_IDS = 1000;

/** The parsed query of a list request. */
export interface ListQuery {
  readonly offset: number;
  readonly limit: number;
  readonly sort: string | undefined;
  readonly order: 'ASC' | 'DESC';
  readonly filter: Readonly<Record<string, unknown>>;
}

const wholeNumber = (max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^[1-9]\d{0,6}$/, 'must be a whole number, at least 1'),
    v.transform(Number),
    v.maxValue(max, `must be at most ${max}`),
  );

const Query = v.object({
  page: v.optional(wholeNumber(1_000_000), '1'),
  perPage: v.optional(wholeNumber(MAX_PER_PAGE), '25'),
  sort: v.optional(v.string()),
  order: v.optional(v.picklist(['ASC', 'DESC'], 'must be ASC or DESC'), 'ASC'),
  filter: v.optional(v.string(), '{}'),
});

/** @throws AdminError bad_request */
export function listQuery(query: Readonly<Record<string, unknown>>): ListQuery {
  const result = v.safeParse(Query, query);
  if (!result.success) {
    const [issue] = result.issues;
    throw new AdminError('bad_request', `${v.getDotPath(issue)}: ${issue.message}`);
  }
  const { page, perPage, sort, order, filter } = result.output;
  return { offset: (page - 1) * perPage, limit: perPage, sort, order, filter: jsonObjectOf(filter, 'filter') };
}

/** The ids of `?ids=1,2`; undefined if the query has none. @throws AdminError bad_request */
export function idsOf({ ids }: Readonly<Record<string, unknown>>): string[] | undefined {
  if (ids === undefined) return undefined;
  const list = typeof ids === 'string' ? ids.split(',').filter(Boolean) : [];
  if (list.length <= MAX_IDS && typeof ids === 'string') return [...new Set(list)];
  throw new AdminError('bad_request', `ids: must be up to ${MAX_IDS} ids, separated by commas`);
}
