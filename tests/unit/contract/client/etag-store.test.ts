import { expect, it } from 'vitest';
import { readWithEtag } from '#src/contract/client/etag-store.ts';
import { seoBookTags } from '#src/contract/index.ts';

const tag = { id: 1, name: 'Cats', genre_id: null, updated_at: '2026-03-01T04:05:06Z' };
const request = {
  name: 'seo.book_tags',
  method: 'GET',
  target: '/v1/seo.book_tags?page=1',
  headers: {},
  body: undefined,
} as const;

/** Calls `readWithEtag` with a response that contains these items. @returns the result and the stored ETags */
function read(items: readonly object[]) {
  const storedEtags = new Map<string, string>();
  const store = { get: () => undefined, set: (key: string, etag: string) => void storedEtags.set(key, etag) };
  const data = { items, page: 1, page_size: 20, total: items.length };
  const body = JSON.stringify({ success: 1, data, errors: [] });
  const response = { status: 200, etag: '"a"', contentType: 'application/json', body };
  return {
    result: readWithEtag(seoBookTags, request, response, { store, tolerance: 'any' }),
    storedEtags: [...storedEtags],
  };
}

it('readWithEtag stores the ETag of a complete response', () => {
  const { result, storedEtags } = read([tag]);
  expect(result).toMatchObject({ success: 1, data: { items: [tag] } });
  expect(storedEtags).toEqual([[request.target, '"a"']]);
});

it('readWithEtag stores no ETag for a list with omitted items', () => {
  const { result, storedEtags } = read([tag, { ...tag, name: '' }]);
  expect(result).toMatchObject({ success: 1, data: { items: [tag] }, leftOut: [{ place: 'items.1' }] });
  expect(storedEtags).toEqual([]);
});
