import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  bookListParams,
  changeable,
  changeParams,
  emptyPage,
  idParam,
  lengthOf,
  listParams,
  paged,
  wholeNumber,
} from '#src/contract/paging.ts';

describe('lengthOf', () => {
  it.each([
    [0, 'short'],
    [49_999, 'short'],
    [50_000, 'medium'],
    [199_999, 'medium'],
    [200_000, 'long'],
  ] as const)('calls %i words %s', (count, length) => {
    expect(lengthOf(count)).toBe(length);
  });
});

describe('a whole number', () => {
  const number = wholeNumber(1, 10);

  it('is one, or the text of one as a query has it', () => {
    expect([1, 10, '1', '010'].map((value) => v.parse(number, value))).toEqual([1, 10, 1, 10]);
    expect(v.parse(idParam, '999999999999999')).toBe(999_999_999_999_999);
  });

  it.each([[0], [11], [1.5], ['0'], ['11'], ['1.5'], [''], ['-1'], ['x1'], ['1x'], [' 1'], [null]])(
    'is not %j',
    (value) => {
      expect(v.is(number, value)).toBe(false);
    },
  );

  it('has fifteen digits at most, and says what it must be', () => {
    expect(v.is(idParam, '1000000000000000')).toBe(false);
    expect(v.is(idParam, 0)).toBe(false);
    const [problem] = v.safeParse(v.object({ id: number }), { id: 'x' }).issues ?? [];
    expect(JSON.stringify(problem)).toContain('must be a whole number');
  });
});

describe('the parameters of a list', () => {
  const params = listParams({ tag_id: idParam });

  it('are those of its own, the first page and 20 entries, where nothing else is asked for', () => {
    expect(v.parse(params, { tag_id: 3 })).toEqual({ tag_id: 3, page: 1, page_size: 20 });
    expect(v.is(params, {})).toBe(false);
  });

  it('ask for page 1 to 1,000,000, and for 1 to 200 entries', () => {
    const isAsked = (change: object) => v.is(params, { tag_id: 3, ...change });
    expect([1, 1_000_000].map((page) => isAsked({ page }))).toEqual([true, true]);
    expect([0, 1_000_001].map((page) => isAsked({ page }))).toEqual([false, false]);
    expect([1, 200].map((page_size) => isAsked({ page_size }))).toEqual([true, true]);
    expect([0, 201].map((page_size) => isAsked({ page_size }))).toEqual([false, false]);
  });

  it('filter and order its books, by weight where nothing else is asked for', () => {
    const books = bookListParams({});
    expect(v.parse(books, {})).toEqual({ page: 1, page_size: 20, order: 'hot' });
    const good = {
      status: ['finished', 'updating'],
      length: ['short', 'medium', 'long'],
      order: ['hot', 'new', 'updated', 'rating', 'title'],
    };
    for (const [name, values] of Object.entries(good)) {
      expect(values.filter((value) => !v.is(books, { [name]: value }))).toEqual([]);
      expect(['', 'other'].filter((value) => v.is(books, { [name]: value }))).toEqual([]);
    }
  });

  it('ask for what changed since a cursor of 200 characters at most', () => {
    const changes = v.object(changeParams);
    expect(v.parse(changes, { since: 'x'.repeat(200) })).toMatchObject({ page: 1, page_size: 20 });
    expect(v.is(changes, { since: 'x'.repeat(201) })).toBe(false);
  });
});

describe('a page of a list', () => {
  const page = { items: ['a'], page: 1, page_size: 200, total: 0 };

  it.each([
    ['without entries', paged(v.string()), { items: undefined }],
    ['with an entry of another kind', paged(v.string()), { items: [1] }],
    ['with page 0', paged(v.string()), { page: 0 }],
    ['with half a page', paged(v.string()), { page: 1.5 }],
    ['without its number', paged(v.string()), { page: undefined }],
    ['of no entries', paged(v.string()), { page_size: 0 }],
    ['of more than 200 entries', paged(v.string()), { page_size: 201 }],
    ['of half an entry', paged(v.string()), { page_size: 1.5 }],
    ['without a total', paged(v.string()), { total: undefined }],
    ['of a total below none', paged(v.string()), { total: -1 }],
    ['of half a total', paged(v.string()), { total: 0.5 }],
    ['that changes and has no total', changeable(v.string()), { total: undefined }],
    ['that changes and has no entries', changeable(v.string()), { items: undefined }],
    ['with a cursor of more than 200 characters', changeable(v.string()), { cursor: 'x'.repeat(201) }],
    ['with a removed id that is none', changeable(v.string()), { removed: [0] }],
  ] as const)('is refused %s', (_title, schema, change) => {
    expect(v.is(schema, page)).toBe(true);
    expect(v.is(schema, { ...page, ...change })).toBe(false);
  });

  it('may tell a cursor and what was removed', () => {
    const told = { ...page, cursor: 'x'.repeat(200), removed: [1] };
    expect(v.parse(changeable(v.string()), told)).toEqual(told);
  });

  it('is the first of none where a call failed', () => {
    expect(emptyPage()).toEqual({ items: [], page: 1, page_size: 20, total: 0 });
  });
});
