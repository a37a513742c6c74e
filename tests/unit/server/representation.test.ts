import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { acceptedEncodings, compress, isCompressible } from '#src/server/representation.ts';

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
  ])('reads %j', (header, expected) => {
    expect(acceptedEncodings(header)).toEqual(expected);
    expect(acceptedEncodings(header)).toEqual(expected);
  });

  it('remembers a bounded number of headers', () => {
    for (let count = 0; count < 1000; count += 1) acceptedEncodings(`gzip;q=0.${count}`);
    expect(acceptedEncodings('br')).toEqual(['br', 'identity']);
  });
});

describe('compression', () => {
  const text = Buffer.from('a novel of the sea, '.repeat(100));

  it('makes bytes of the encoding', async () => {
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
    ['image/webp', 50_000, false],
    ['font/woff2', 50_000, false],
  ])('is done for %s of %i bytes: %s', (type, bytes, expected) => {
    expect(isCompressible(type, bytes)).toBe(expected);
  });
});
