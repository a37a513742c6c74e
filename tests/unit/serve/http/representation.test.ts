import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  acceptedEncodings,
  compress,
  createContent,
  isCompressible,
  memoryOf,
  weightOfEncoding,
} from '#src/serve/http/representation.ts';

describe('acceptedEncodings', () => {
  it.each([
    [undefined, ['identity']],
    ['', ['identity']],
    ['gzip', ['gzip', 'identity']],
    ['gzip, deflate, br, zstd', ['br', 'gzip', 'identity']],
    ['BR;Q=0.1, gzip;q=0.2', ['gzip', 'br', 'identity']],
    ['br; q=0.5 , gzip ; q=0.5', ['br', 'gzip', 'identity']],
    ['*', ['br', 'gzip', 'identity']],
    ['br;q=0, *;q=0.1', ['gzip', 'identity']],
    ['gzip;q=0', ['identity']],
    ['br;q=nonsense', ['identity']],
    [',;,;;q=,', ['identity']],
    ['identity;q=0', ['identity']],
    ['br;quality=0.1, gzip;q=0.5', ['br', 'gzip', 'identity']],
  ])('parses the header %j', (header, expected) => {
    expect(acceptedEncodings(header)).toEqual(expected);
    expect(acceptedEncodings(header)).toEqual(expected);
  });

  it('caches its results for a limited number of different headers', () => {
    for (let count = 0; count < 1000; count += 1) acceptedEncodings(`gzip;q=0.${count}`);
    expect(acceptedEncodings('br')).toEqual(['br', 'identity']);
  });
});

describe('the compression of responses', () => {
  const text = Buffer.from('a novel of the sea, '.repeat(100));

  it('returns bytes in the requested encoding', async () => {
    expect(brotliDecompressSync(await compress(text, 'br'))).toEqual(text);
    expect(gunzipSync(await compress(text, 'gzip'))).toEqual(text);
    expect(await compress(text, 'identity')).toBe(text);
  });

  it.each([
    ['text/html; charset=utf-8', 5000, true],
    ['image/svg+xml', 5000, true],
    ['application/manifest+json; charset=utf-8', 5000, true],
    ['text/html; charset=utf-8', 860, true],
    ['text/html; charset=utf-8', 859, false],
    ['application/json', 860, true],
    ['application/atom+xml; charset=utf-8', 860, true],
    ['application/octet-stream', 50_000, false],
    ['image/x-text/html', 50_000, false],
    ['image/webp', 50_000, false],
    ['font/woff2', 50_000, false],
  ])('is applied to %s of %i bytes: %s', (type, bytes, expected) => {
    expect(isCompressible(type, bytes)).toBe(expected);
  });
});

describe('weightOfEncoding', () => {
  it.each([
    [undefined, 'dcz', 0],
    ['br', 'dcz', 0],
    ['br, dcz', 'dcz', 1],
    ['DCZ;q=0.5', 'dcz', 0.5],
    ['*', 'dcz', 0],
  ])('for the header %j and the encoding %s returns the weight %d', (header, name, expected) => {
    expect(weightOfEncoding(header, name)).toBe(expected);
  });
});

describe('the content of a response', () => {
  const text = Buffer.from('a novel of the sea, '.repeat(100));

  it('is compressed once per encoding, and existing compressed variants are sent unchanged', async () => {
    const br = new Uint8Array([1, 2]);
    const content = createContent(text, 'text/html', 'tag', { br });
    expect(await content.bytes('identity')).toBe(text);
    expect(await content.bytes('br')).toBe(br);
    const zipped = await content.bytes('gzip');
    expect(zipped && gunzipSync(zipped)).toEqual(text);
    expect(await content.bytes('gzip')).toBe(zipped);
  });

  it('has no compressed variants if compression is not worthwhile', async () => {
    const content = createContent(text, 'image/webp', 'tag');
    expect(await content.bytes('br')).toBeUndefined();
    expect(await content.bytes('gzip')).toBeUndefined();
    expect(await content.bytes('identity')).toBe(text);
  });

  it('has a size that includes its compressed variants and the variant for a dictionary', () => {
    expect(memoryOf(new Uint8Array(1000))).toBe(2000);
    expect(memoryOf(new Uint8Array(1001))).toBe(2002);
    expect(memoryOf(new Uint8Array(1000), { path: '/d', hash: 'h', bytes: new Uint8Array(300) })).toBe(2300);
  });
});
