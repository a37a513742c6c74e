import { afterEach, describe, expect, it, vi } from 'vitest';
import { bookChapters, bookShow } from '#src/contract/calls/book.ts';
import { searchSuggest } from '#src/contract/calls/suggestion.ts';
import { createBrowserClient } from '#src/contract/client/client.browser.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { staticFetch } from '#src/shell/state/static-fetch.ts';

const client = createBrowserClient({ prefix: '/public', fetch: staticFetch });
const CHAPTER = {
  number: 1,
  part: null,
  kind: 'chapter',
  words: 5,
  locked: false,
  price: null,
  free_from: null,
  updated_at: '2026-01-01T00:00:00Z',
};
const context = { locale: LOCALES.es };

/** Serves these files in place of the static host. Returns the requested paths. */
function serve(files: Readonly<Record<string, unknown>>): string[] {
  const requested: string[] = [];
  vi.stubGlobal('location', { origin: 'https://site.example' });
  vi.stubGlobal('fetch', async (path: string) => {
    requested.push(path);
    if (!(path in files)) return new Response('Not found', { status: 404 });
    return new Response(JSON.stringify(files[path]));
  });
  return requested;
}
afterEach(() => vi.unstubAllGlobals());

describe('a call on a static site', () => {
  it("returns a book's chapters from the file of the book", async () => {
    const chapter = { ...CHAPTER, id: 3, title: 'One' };
    const requested = serve({ '/_data/9/books/12.json': { book: null, chapters: [chapter] } });
    const result = await client(bookChapters, { book_id: 12 }, context);
    expect(result.errors).toEqual([]);
    expect(result.data.items).toEqual([expect.objectContaining({ id: 3, title: 'One' })]);
    expect(requested).toEqual(['/_data/9/books/12.json']);
  });

  it('reports that a book without a file does not exist', async () => {
    serve({});
    const { success, status, errors, data } = await client(bookShow, { book_id: 5 }, context);
    expect({ success, status, codes: errors.map(({ code }) => code), data }).toEqual({
      success: 0,
      status: 404,
      codes: ['NOT_FOUND'],
      data: { book: null },
    });
  });

  it('reports that every other call is absent, and requests nothing', async () => {
    const requested = serve({});
    const { status, errors } = await client(searchSuggest, { keyword: 'cake' }, context);
    expect([status, ...errors.map(({ code }) => code)]).toEqual([404, 'CALL_ABSENT']);
    expect(requested).toEqual([]);
  });
});
