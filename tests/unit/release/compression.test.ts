import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { compressAsset, compressPage } from '#src/release/compression.ts';

const text = (bytes: number) => Buffer.from('ab '.repeat(bytes).slice(0, bytes));

it.each([100, 65_536, 65_537, 200_000])('a page of %i bytes is compressed to what it is', (bytes) => {
  const compressed = compressPage(text(bytes));
  expect(compressed.length).toBeLessThan(bytes);
  expect(brotliDecompressSync(compressed).equals(text(bytes))).toBe(true);
});

it.each(['best', 'quick'] as const)('a file of a brand is compressed by Brotli and gzip: %s', (quality) => {
  const variants = compressAsset('/_brand/a.css', text(860), quality);
  expect(variants.map(([suffix]) => suffix)).toEqual(['.br', '.gz']);
  const [br, gzip] = variants.map(([, variant]) => variant);
  expect(brotliDecompressSync(br ?? '').equals(text(860))).toBe(true);
  expect(gunzipSync(gzip ?? '').equals(text(860))).toBe(true);
});

it.each(['css', 'js', 'svg', 'txt', 'xml', 'webmanifest', 'rss', 'atom', 'opds', 'opds2'])(
  'files that end in .%s are compressed',
  (ending) => expect(compressAsset(`/a.${ending}`, text(1000), 'quick')).toHaveLength(2),
);

it.each(['/a.png', '/a.woff2', '/css', '/a.css.map', '/a.opds3'])('%s is not compressed', (file) => {
  expect(compressAsset(file, text(1000), 'quick')).toEqual([]);
});

it('small files are sent as they are', () => {
  expect(compressAsset('/a.css', text(859), 'quick')).toEqual([]);
});
