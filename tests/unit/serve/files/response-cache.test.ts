import { describe, expect, it } from 'vitest';
import { createResponseCache } from '#src/serve/files/response-cache.ts';
import { createContent } from '#src/serve/http/representation.ts';
import type { SiteResponse } from '#src/serve/http/responses.ts';
import { parsedRequest } from '../parsed-request.ts';

const [FIRST, SECOND] = [{ id: '1' }, { id: '2' }];

const site = (id: string, live = FIRST) => ({ brand: { id }, release: () => live });
const siteResponse = (text: string, until = Number.POSITIVE_INFINITY): SiteResponse => ({
  content: createContent(Buffer.from(text), 'text/html', text.slice(0, 8)),
  status: 200,
  cacheControl: 'no-cache',
  headers: {},
  cacheable: { release: FIRST, until },
});
const LONG_TEXT = 'a page of a novel, '.repeat(100);

describe('a response in the cache', () => {
  it('is looked up by brand, path and accepted encodings', async () => {
    const cache = createResponseCache(100_000);
    const both = parsedRequest('/genres', { acceptEncoding: 'gzip, br' });
    const added = await cache.add(both, site('ash'), siteResponse(LONG_TEXT));
    expect(cache.find(parsedRequest('/genres', { acceptEncoding: 'br,gzip;q=0.9' }), site('ash'))).toBe(added);
    expect(cache.find(parsedRequest('/genres', { acceptEncoding: 'gzip' }), site('ash'))).toBeUndefined();
    expect(cache.find(parsedRequest('/tags', { acceptEncoding: 'gzip, br' }), site('ash'))).toBeUndefined();
    expect(cache.find(both, site('oak'))).toBeUndefined();
  });

  it('is used for a client with a dictionary only if it was compressed with that dictionary', async () => {
    const cache = createResponseCache(100_000);
    const [storedHash, otherHash] = ['A', 'B'].map((letter) => `${letter.repeat(43)}=`);
    const byDictionary = { path: '/d', hash: storedHash ?? '', bytes: Buffer.from('short') };
    const content = createContent(Buffer.from(LONG_TEXT), 'text/html', 'tag', {}, byDictionary);
    const by = (hash?: string) =>
      parsedRequest('/a', { acceptEncoding: 'br, dcz', ...(hash && { availableDictionary: `:${hash}:` }) });
    const without = await cache.add(by(), site('ash'), { ...siteResponse(LONG_TEXT), content });
    expect(without.headers).toContain('br');
    expect(cache.find(by(storedHash), site('ash'))).toBeUndefined();
    expect(cache.find(by(otherHash), site('ash'))).toBe(without);
    const withIt = await cache.add(by(storedHash), site('ash'), { ...siteResponse(LONG_TEXT), content });
    expect([withIt.headers.includes('dcz'), Buffer.from(withIt.body).toString()]).toEqual([true, 'short']);
    expect(cache.find(by(storedHash), site('ash'))).toBe(withIt);
    expect(cache.find(by(otherHash), site('ash'))).toBe(without);
    expect(cache.find(by(), site('ash'))).toBe(without);
  });

  it('is used only for GET and HEAD', async () => {
    const cache = createResponseCache(100_000);
    const added = await cache.add(parsedRequest('/'), site('ash'), siteResponse('one'));
    expect(cache.find(parsedRequest('/', { method: 'HEAD' }), site('ash'))).toBe(added);
    expect(cache.find(parsedRequest('/', { method: 'POST' }), site('ash'))).toBeUndefined();
  });

  it('expires with its release', async () => {
    const cache = createResponseCache(100_000);
    await cache.add(parsedRequest('/'), site('ash'), siteResponse('one'));
    expect(cache.find(parsedRequest('/'), site('ash'))).toBeDefined();
    expect(cache.find(parsedRequest('/'), site('ash', SECOND))).toBeUndefined();
  });

  it('is not stored if a release was published while the response was generated', async () => {
    const cache = createResponseCache(100_000);
    expect(await cache.add(parsedRequest('/'), site('ash', SECOND), siteResponse('one'))).toBeDefined();
    expect(cache.find(parsedRequest('/'), site('ash', SECOND))).toBeUndefined();
  });

  it('expires at the end of its lifetime', async () => {
    let now = 1000;
    const cache = createResponseCache(100_000, () => now);
    await cache.add(parsedRequest('/'), site('ash'), siteResponse('one', 2000));
    now = 1999;
    expect(cache.find(parsedRequest('/'), site('ash'))).toBeDefined();
    now = 2000;
    expect(cache.find(parsedRequest('/'), site('ash'))).toBeUndefined();
  });

  it('is stored only if its URL has no query and it does not depend on the visitor', async () => {
    const cache = createResponseCache(100_000);
    const personal = { ...siteResponse('one'), cacheable: undefined };
    expect(await cache.add(parsedRequest('/', { search: '?a' }), site('ash'), siteResponse('one'))).toBeDefined();
    expect(await cache.add(parsedRequest('/'), site('ash'), personal)).toBeDefined();
    expect(cache.find(parsedRequest('/'), site('ash'))).toBeUndefined();
    expect(cache.find(parsedRequest('/', { search: '?a' }), site('ash'))).toBeUndefined();
    await cache.add(parsedRequest('/'), site('ash'), siteResponse('one'));
    expect(cache.find(parsedRequest('/'), site('ash'))).toBeDefined();
    expect(cache.find(parsedRequest('/', { search: '?a' }), site('ash'))).toBeUndefined();
  });

  it('is not stored if it has already expired', async () => {
    const cache = createResponseCache(100_000, () => 2000);
    await cache.add(parsedRequest('/'), site('ash'), siteResponse('one', 2000));
    expect(cache.gauge()).toMatchObject({ bytes: 0 });
    await cache.add(parsedRequest('/'), site('ash'), siteResponse('one', 2001));
    expect(cache.gauge().bytes).toBeGreaterThan(0);
  });

  it('frees its memory when its release is replaced', async () => {
    const cache = createResponseCache(100_000);
    await cache.add(parsedRequest('/'), site('ash'), siteResponse('one'));
    expect(cache.find(parsedRequest('/'), site('ash', SECOND))).toBeUndefined();
    expect(cache.gauge()).toMatchObject({ bytes: 0 });
  });

  it('has a size that includes its headers', async () => {
    const cache = createResponseCache(100_000);
    const { body, headers } = await cache.add(parsedRequest('/'), site('ash'), siteResponse(LONG_TEXT));
    const letters = headers.join('').length;
    expect(cache.gauge().bytes).toBe(body.length + 500 + letters + 16 * headers.length);
  });

  it('is stored only if its status is 200', async () => {
    const cache = createResponseCache(100_000);
    const missing = { ...siteResponse('one'), status: 404 };
    expect(await cache.add(parsedRequest('/'), site('ash'), missing)).toMatchObject({ status: 404 });
    expect(cache.find(parsedRequest('/'), site('ash'))).toBeUndefined();
  });

  it('is evicted when the memory limit is exceeded', async () => {
    const cache = createResponseCache(6000);
    for (const path of ['/1', '/2', '/3', '/4'])
      await cache.add(parsedRequest(path), site('ash'), siteResponse(LONG_TEXT));
    expect(cache.find(parsedRequest('/1'), site('ash'))).toBeUndefined();
    expect(cache.find(parsedRequest('/4'), site('ash'))).toBeDefined();
  });
});
