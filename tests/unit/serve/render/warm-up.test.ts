import { expect, it } from 'vitest';
import type { PublicBrand } from '#src/brand/public-brand.ts';
import type { SiteApp } from '#src/publish/bundle/index.ts';
import { warmUpSite } from '#src/serve/render/warm-up.ts';
import { testBrand } from '../../../helpers/memory-source.ts';

const upstreamOrigin = 'http://upstream.invalid';
const brandsOf = (count: number): PublicBrand[] =>
  Array.from({ length: count }, (_, n) => ({ ...testBrand, id: `brand${n}`, origin: `https://brand${n}.test` }));

/**
 * Creates a site that records what it renders.
 * @param status status of pages with texts
 */
function start(status: number) {
  const [pages, samples] = [[] as string[], [] as string[]];
  const site: SiteApp = {
    async render({ url }) {
      pages.push(url);
      return new Response('page', { status });
    },
    async renderSample({ url }) {
      samples.push(url);
      return new Response('sample');
    },
  };
  return { site, pages, samples };
}

it('warm-up renders a novel, a chapter, a search and both dictionaries of each brand, even if pages fail', async () => {
  for (const status of [200, 404, 500]) {
    const { site, pages, samples } = start(status);
    await warmUpSite(site, { brands: brandsOf(2), upstreamOrigin });
    expect(samples).toHaveLength(4);
    expect(pages).toHaveLength(6);
    expect(pages.at(-1)).toBe('https://brand1.test/search/result/a');
  }
});

it('warm-up stops after three consecutive failures, but still creates the dictionaries', async () => {
  const { site, pages, samples } = start(503);
  await warmUpSite(site, { brands: brandsOf(4), upstreamOrigin });
  expect([pages.length, samples.length]).toEqual([3, 8]);
});

it('warm-up covers only the first eight brands', async () => {
  const { site, pages, samples } = start(200);
  await warmUpSite(site, { brands: brandsOf(100), upstreamOrigin });
  expect([pages.length, samples.length]).toEqual([24, 16]);
});

it('warm-up requests pages in a locale that the brand has', async () => {
  const { site, pages } = start(200);
  await warmUpSite(site, { brands: brandsOf(1).map((brand) => ({ ...brand, locales: ['es'] })), upstreamOrigin });
  expect(new Set(pages.map((url) => new URL(url).pathname.split('/')[1]))).toEqual(new Set(['es']));
});
