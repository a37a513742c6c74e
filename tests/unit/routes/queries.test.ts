import { describe, expect, it } from 'vitest';
import { bookFilters } from '#src/contract/paging.ts';
import { FILTERS, filterQuery, readFilters } from '#src/routes/filters.ts';
import { otherQuery, pageQuery } from '#src/routes/queries.ts';

describe('pageQuery', () => {
  it.each([
    ['category', '?order=updated&status=finished', '?status=finished&order=updated'],
    ['genre', '?length=long&utm_source=mail', '?length=long'],
    ['tag', '?status=lost', ''],
    ['category', '?status=lost&length=short', '?length=short'],
    ['category', '?order=hot', ''],
    ['category', '?', ''],
    ['category', '', ''],
    ['home', '?status=finished', ''],
    ['ranking', '?order=new', ''],
    ['search', '?q=a%2Fb+c&status=updating&x=1', '?q=a%2Fb+c&status=updating'],
    ['searchMore', '?page=2&group=tags', '?group=tags&page=2'],
    ['novel', '?chapters=newest&chapter=12', '?chapters=newest&chapter=12'],
    ['activeNovel', '?chapters=any&chapter=0x9&utm_source=mail', ''],
  ] as const)('for %s with %s keeps the parameters that select a different page: %s', (kind, search, read) => {
    expect(pageQuery({ kind, params: {} }, search)).toBe(read);
  });

  it('truncates long values', () => {
    expect(pageQuery({ kind: 'search', params: {} }, `?q=${'a'.repeat(5000)}`).length).toBeLessThan(500);
    const results = { kind: 'search', params: { word: 'cake' } } as const;
    expect(pageQuery(results, '?q=other&order=new&status=finished')).toBe('?status=finished');
    expect(pageQuery({ ...results, kind: 'searchMore' }, '?group=junk&page=x')).toBe('');
  });

  it('does not change the remaining parameters', () => {
    const novel = { kind: 'novel', params: {} } as const;
    expect(otherQuery(novel, '?utm_source=x&a=%20')).toBe('?utm_source=x&a=%20');
    expect(otherQuery(novel, '?chapters=newest&utm_source=x')).toBe('?utm_source=x');
    expect(otherQuery(novel, '?chapter=3')).toBe('');
  });
});

describe('list filters in a URL', () => {
  it('are parsed from the query that was built from them', () => {
    const filters = { status: 'finished', length: 'long', order: 'rating' } as const;
    expect(readFilters(new URLSearchParams(filterQuery(filters)))).toEqual(filters);
    expect(filterQuery({})).toBe('');
  });

  it('accept exactly the values in the contract, except the default order', () => {
    const { status, length, order } = bookFilters;
    expect(FILTERS.status).toEqual(status.wrapped.options);
    expect(FILTERS.length).toEqual(length.wrapped.options);
    expect([...FILTERS.order].sort()).toEqual(order.wrapped.options.filter((value) => value !== 'hot').sort());
  });
});
