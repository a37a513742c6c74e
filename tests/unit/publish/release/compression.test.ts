import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compressAsset, compressPage } from '#src/publish/release/compression.ts';

const text = (bytes: number) => Buffer.from('ab '.repeat(bytes).slice(0, bytes));

it('a page that is compressed as well as possible is smaller and has the same content', () => {
  const html = Buffer.from(
    Array.from({ length: 900 }, (_, at) => `<a href="/novel/${at * 7919}">${at ** 3}</a>`).join(''),
  );
  const best = compressPage(html, 'best');
  expect(best.length).toBeLessThan(gzipSync(html, { level: 9 }).length);
  expect(best.length).toBeLessThan(compressPage(html).length);
  expect(brotliDecompressSync(best).equals(html)).toBe(true);
});

it.each([100, 65_536, 65_537, 200_000])(
  'compressing and decompressing a page of %i bytes returns the same bytes',
  (bytes) => {
    const compressed = compressPage(text(bytes));
    expect(compressed.length).toBeLessThan(bytes);
    expect(brotliDecompressSync(compressed).equals(text(bytes))).toBe(true);
  },
);

it.each(['best', 'quick'] as const)("a brand's file is compressed with Brotli and gzip: %s", (quality) => {
  const variants = compressAsset('/_brand/a.css', text(860), quality);
  expect(variants.map(([suffix]) => suffix)).toEqual(['.br', '.gz']);
  const [br, gzip] = variants.map(([, variant]) => variant);
  expect(brotliDecompressSync(br ?? '').equals(text(860))).toBe(true);
  expect(gunzipSync(gzip ?? '').equals(text(860))).toBe(true);
});

it.each(['css', 'js', 'svg', 'txt', 'xml', 'webmanifest', 'rss', 'atom', 'opds', 'opds2'])(
  'files with the extension .%s are compressed',
  (ending) => expect(compressAsset(`/a.${ending}`, text(1000), 'quick')).toHaveLength(2),
);

it.each(['/a.png', '/a.woff2', '/css', '/a.css.map', '/a.opds3'])('the file %s is not compressed', (file) => {
  expect(compressAsset(file, text(1000), 'quick')).toEqual([]);
});

it('a style sheet below the minimum size is not compressed', () => {
  expect(compressAsset('/a.css', text(859), 'quick')).toEqual([]);
});

describe('the compression of release files', () => {
  // Words that are repeated at a great distance. A small window and a low level find fewer of these repetitions.
  const words = Array.from({ length: 9000 }, (_, index) => `word${(index * 7919) % 4001} of the sea`).join(' ');
  const page = Buffer.from(words);
  const small = page.subarray(0, 65_536);
  const quality = (level: number, content: Uint8Array, window?: number) =>
    brotliCompressSync(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: level,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        ...(window === undefined ? {} : { [constants.BROTLI_PARAM_LGWIN]: window }),
      },
    });

  it('uses Brotli level 3 for a page, with a window of 64 KiB if the page is no larger', () => {
    expect(Buffer.from(compressPage(small)).equals(quality(3, small, 16))).toBe(true);
    expect(Buffer.from(compressPage(small)).equals(quality(3, small))).toBe(false);
    expect(Buffer.from(compressPage(page)).equals(quality(3, page))).toBe(true);
    expect(Buffer.from(compressPage(page)).equals(quality(3, page, 16))).toBe(false);
  });

  it('uses the highest levels for a file that is created once, and low levels for a file created with each release', () => {
    const variants = (level: 'best' | 'quick') => new Map(compressAsset('a.css', page, level));
    expect(Buffer.from(variants('best').get('.br') ?? []).equals(quality(11, page))).toBe(true);
    expect(Buffer.from(variants('quick').get('.br') ?? []).equals(quality(5, page))).toBe(true);
    expect(Buffer.from(variants('best').get('.gz') ?? []).equals(gzipSync(page, { level: 9 }))).toBe(true);
    expect(Buffer.from(variants('quick').get('.gz') ?? []).equals(gzipSync(page, { level: 6 }))).toBe(true);
  });
});
