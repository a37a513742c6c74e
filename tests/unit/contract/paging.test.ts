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
  ] as const)('for %i words returns the length "%s"', (count, length) => {
    expect(lengthOf(count)).toBe(length);
  });
});

describe('a whole number in a request', () => {
  const number = wholeNumber(1, 10);

  it('may be a number or a string of digits', () => {
    expect([1, 10, '1', '010'].map((value) => v.parse(number, value))).toEqual([1, 10, 1, 10]);
    expect(v.parse(idParam, '999999999999999')).toBe(999_999_999_999_999);
  });

  it.each([[0], [11], [1.5], ['0'], ['11'], ['1.5'], [''], ['-1'], ['x1'], ['1x'], [' 1'], [null]])(
    'cannot be %j',
    (value) => {
      expect(v.is(number, value)).toBe(false);
    },
  );

  it('has at most fifteen digits, and the error states the allowed values', () => {
    expect(v.is(idParam, '1000000000000000')).toBe(false);
    expect(v.is(idParam, 0)).toBe(false);
    const [problem] = v.safeParse(v.object({ id: number }), { id: 'x' }).issues ?? [];
    expect(JSON.stringify(problem)).toContain('must be a whole number');
  });
});

describe('the parameters of a list', () => {
  const params = listParams({ tag_id: idParam });

  it('default to the first page with 20 entries', () => {
    expect(v.parse(params, { tag_id: 3 })).toEqual({ tag_id: 3, page: 1, page_size: 20 });
    expect(v.is(params, {})).toBe(false);
  });

  it('allow page 1 to 1,000,000 with 1 to 200 entries', () => {
    const isAsked = (change: object) => v.is(params, { tag_id: 3, ...change });
    expect([1, 1_000_000].map((page) => isAsked({ page }))).toEqual([true, true]);
    expect([0, 1_000_001].map((page) => isAsked({ page }))).toEqual([false, false]);
    expect([1, 200].map((page_size) => isAsked({ page_size }))).toEqual([true, true]);
    expect([0, 201].map((page_size) => isAsked({ page_size }))).toEqual([false, false]);
  });

  it('can filter and sort books, and sort by "hot" by default', () => {
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

  it('select changes since a cursor of at most 200 characters', () => {
    const changes = v.object(changeParams);
    expect(v.parse(changes, { since: 'x'.repeat(200) })).toMatchObject({ page: 1, page_size: 20 });
    expect(v.is(changes, { since: 'x'.repeat(201) })).toBe(false);
  });
});

describe('a page of a list', () => {
  const page = { items: ['a'], page: 1, page_size: 200, total: 0 };

  it.each([
    ['without entries', paged(v.string()), { items: undefined }],
    ['with an entry of the wrong type', paged(v.string()), { items: [1] }],
    ['with page 0', paged(v.string()), { page: 0 }],
    ['with a fractional page', paged(v.string()), { page: 1.5 }],
    ['without a page number', paged(v.string()), { page: undefined }],
    ['with a page size of 0', paged(v.string()), { page_size: 0 }],
    ['with a page size above 200', paged(v.string()), { page_size: 201 }],
    ['with a fractional page size', paged(v.string()), { page_size: 1.5 }],
    ['without a total', paged(v.string()), { total: undefined }],
    ['with a negative total', paged(v.string()), { total: -1 }],
    ['with a fractional total', paged(v.string()), { total: 0.5 }],
    ['if it can change and has no total', changeable(v.string()), { total: undefined }],
    ['if it can change and has no entries', changeable(v.string()), { items: undefined }],
    ['with a cursor of more than 200 characters', changeable(v.string()), { cursor: 'x'.repeat(201) }],
    ['with an invalid removed id', changeable(v.string()), { removed: [0] }],
  ] as const)('is rejected %s', (_title, schema, change) => {
    expect(v.is(schema, page)).toBe(true);
    expect(v.is(schema, { ...page, ...change })).toBe(false);
  });

  it('may contain a cursor and removed ids', () => {
    const withCursor = { ...page, cursor: 'x'.repeat(200), removed: [1] };
    expect(v.parse(changeable(v.string()), withCursor)).toEqual(withCursor);
  });

  it('is an empty first page after a failed call', () => {
    expect(emptyPage()).toEqual({ items: [], page: 1, page_size: 20, total: 0 });
  });
});
