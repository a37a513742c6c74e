import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { brotliCompressSync, constants, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '#src/lib/log.ts';
import { type Bundle, ensureBundle, type LoadedSite, loadSite } from '#src/publish/bundle/index.ts';
import { compressPage } from '#src/publish/release/compression.ts';
import { dictionaryOf } from '#src/serve/files/dictionaries.ts';
import { compressByDictionary } from '#src/serve/files/dictionary-transport.ts';
import { type TestState, testState } from '../../helpers/test-state.ts';
import { someOf } from '../../slow-tests.ts';
import { bundledBrands, images, type Kind, PAGES, renderPage, TEXT, weigh } from './brand-pages.ts';
import { budgetOf, COVER_BYTES, excess, LIST_BYTES } from './budgets.ts';

const ROOT = join(import.meta.dirname, '../../..');

let state: TestState;
let bundle: Bundle;
let site: LoadedSite;

beforeAll(async () => {
  state = await testState();
  bundle = await ensureBundle({ root: ROOT, state: state.folder, log: silentLog });
  site = await loadSite(bundle);
});
afterAll(() => state.remove());

const compressed = (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;

const KINDS = Object.keys(PAGES) as Kind[];
/** Kinds of pages with a cover or illustration on the first screen. On all other kinds, the largest element is text. */
const PICTURED: readonly Kind[] = ['home', 'list', 'ranking', 'novel', 'translator', 'ads', 'notFound'];

describe('the policy of all pages', () => {
  it('has at most five hashes, and each of them is of a script in a page', async () => {
    const [own] = await bundledBrands();
    if (!own) throw new Error('There is no brand.');
    const html = (await Promise.all(KINDS.map((kind) => renderPage(site, own.brand, kind)))).join('');
    const used = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
      ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
    );
    const allowed = bundle.csp.match(/'sha256-[^']+'/g) ?? [];
    expect(allowed.length).toBeLessThanOrEqual(5);
    expect(new Set(allowed)).toEqual(new Set(used));
  });
});

describe.each(someOf(await bundledBrands(), 0))('the rendered pages of $brand.id', (own) => {
  it.each(KINDS)('%s does not exceed its size budget', async (kind) => {
    const html = await renderPage(site, own.brand, kind);
    const weight = weigh(html, own, bundle);
    const text = kind === 'chapter' ? compressPage(Buffer.from(TEXT)).length : 0;
    expect(excess({ ...weight, html: weight.html - text }, budgetOf(kind))).toEqual([]);
  });

  it.each([
    ['novel', 'novel'],
    ['chapter', 'reader'],
  ] as const)(
    '%s is compressed by its dictionary to less than half the size, not counting the chapter text',
    async (kind, route) => {
      const html = await renderPage(site, own.brand, kind);
      const dictionary = await dictionaryOf(site, own.brand, { kind: route, locale: 'en' });
      if (!dictionary) throw new Error('There is no dictionary.');
      const sent = await compressByDictionary(Buffer.from(html), dictionary.bytes, dictionary.hash);
      expect(zstdDecompressSync(sent.subarray(40), { dictionary: dictionary.bytes }).toString()).toBe(html);
      const text = kind === 'chapter' ? compressPage(Buffer.from(TEXT)).length : 0;
      expect(sent.length - text).toBeLessThan((compressed(html) - text) / 2);
    },
  );

  it('include a list that stays within its size budget together with its 20 covers', async () => {
    const html = await renderPage(site, own.brand, 'list');
    const { html: page, css, font, js } = weigh(html, own, bundle);
    const covers = images(html).filter((image) => image['height'] === '300');
    expect(covers).toHaveLength(20);
    expect(page + css + font + js).toBeLessThanOrEqual(LIST_BYTES - covers.length * COVER_BYTES);
  });

  it.each(KINDS)('%s has images with width and height', async (kind) => {
    const pictures = images(await renderPage(site, own.brand, kind));
    expect(pictures.filter(({ width, height }) => !(Number(width) > 0 && Number(height) > 0))).toEqual([]);
  });

  it.each(KINDS)('%s loads the first image in its content with high priority', async (kind) => {
    const pageImages = images(await renderPage(site, own.brand, kind));
    const main = pageImages.filter(({ fetchpriority }) => fetchpriority === 'high');
    expect(main.map(({ loading }) => loading)).toEqual(PICTURED.includes(kind) ? [undefined] : []);
    // Excludes the logo, the icon and the cover's background, which repeats the cover.
    const content = pageImages.filter(({ src, alt }) => src !== own.brand.logo && src !== own.brand.icon && alt === '');
    const isGround = (image: (typeof content)[number]) =>
      image['srcset'] === undefined && /w=160$/.test(image['src'] ?? '');
    if (main.length > 0) expect(content.find((image) => !isGround(image))).toEqual(main[0]);
  });
});
