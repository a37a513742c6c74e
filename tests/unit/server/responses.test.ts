import { describe, expect, it } from 'vitest';
import { createContent, type DictionaryForm } from '#src/server/representation.ts';
import { type SiteResponse, serialize, serializeKnown } from '#src/server/responses.ts';
import { parsedRequest } from './parsed-request.ts';

const HTML = Buffer.from('<p>a novel of the sea</p>'.repeat(60));
const HASH = `${'a'.repeat(43)}=`;
const DICTIONARY: DictionaryForm = { path: '/dictionary/novel', hash: HASH, bytes: Buffer.from('by it') };

const responseOf = (change: Partial<SiteResponse> = {}, dictionary?: DictionaryForm): SiteResponse => ({
  content: createContent(HTML, 'text/html; charset=utf-8', 'e1', {}, dictionary),
  status: 200,
  cacheControl: 'no-cache',
  headers: {},
  cacheable: undefined,
  ...change,
});

/** Headers by their names. */
function headersOf({ headers }: { readonly headers: readonly string[] }): Record<string, string> {
  const pairs = headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? '']] : []));
  return Object.fromEntries(pairs);
}

const accepting = (acceptEncoding: string, availableDictionary?: string) => ({ acceptEncoding, availableDictionary });

describe('a serialized response', () => {
  it.each([
    ['gzip, br', 'br', '"e1-br"'],
    ['gzip', 'gzip', '"e1-gzip"'],
    ['identity', undefined, '"e1"'],
  ])('to a client that accepts %s has its encoding, its ETag and its length', async (accepted, encoding, etag) => {
    const serialized = await serialize(accepting(accepted), responseOf());
    expect(headersOf(serialized)).toMatchObject({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
      'X-Content-Type-Options': 'nosniff',
      ETag: etag,
    });
    expect(headersOf(serialized)['Content-Encoding']).toBe(encoding);
    expect(serialized.etag).toBe(etag);
    expect(serialized.headersWithLength).toEqual([
      ...serialized.headers,
      'Content-Length',
      `${serialized.body.length}`,
    ]);
  });

  it.each(['br', 'identity'])('says that another client may get another encoding: %s', async (accepted) => {
    expect(headersOf(await serialize(accepting(accepted), responseOf()))['Vary']).toBe('Accept-Encoding');
  });

  it('names the dictionary of its pages, and that answers differ by it', async () => {
    const serialized = await serialize(accepting('br'), responseOf({}, DICTIONARY));
    expect(headersOf(serialized)).toMatchObject({
      'Content-Encoding': 'br',
      Vary: 'Accept-Encoding, Available-Dictionary',
      Link: '</dictionary/novel>; rel="compression-dictionary"',
    });
  });

  it('is sent by the dictionary to who has it and accepts that', async () => {
    const serialized = await serialize(accepting('br, dcz', `:${HASH}:`), responseOf({}, DICTIONARY));
    expect(serialized.body).toEqual(DICTIONARY.bytes);
    expect(headersOf(serialized)).toMatchObject({ 'Content-Encoding': 'dcz', ETag: '"e1-dcz-aaaaaaaa"' });
  });

  it('has headers of its own in place of the common ones', async () => {
    const serialized = await serialize(accepting(''), responseOf({ headers: { 'Cache-Control': 'no-store' } }));
    expect(headersOf(serialized)['Cache-Control']).toBe('no-store');
  });
});

describe('the response to a client that has the content', () => {
  const known = (ifNoneMatch: string | undefined, change: Partial<SiteResponse> = {}, accepted = 'br') =>
    serializeKnown(parsedRequest('/', { ifNoneMatch, acceptEncoding: accepted }), responseOf(change));

  it.each(['"e1-br"', 'W/"e1-br"', '"e0", "e1-br"', '"e1"'])('has no body for %s', (etag) => {
    expect(known(etag)).toMatchObject({ status: 200, body: new Uint8Array() });
  });

  it.each([
    ['no ETag', undefined, {}],
    ['any ETag', '*', {}],
    ['the ETag of other content', '"e2-br"', {}],
    ['the ETag of an encoding that it does not accept', '"e1-gzip"', {}],
    ['the ETag of an error page', '"e1-br"', { status: 404 }],
  ])('is none for %s', (_what, etag, change) => {
    expect(known(etag, change)).toBeUndefined();
  });
});
