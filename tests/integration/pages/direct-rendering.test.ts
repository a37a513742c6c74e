import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleBrand } from '#src/brand/assets.ts';
import type { PublicBrand } from '#src/brand/public-brand.ts';
import { loadBrands } from '#src/brand/registry.ts';
import { PRERENDERED_VIEWS } from '#src/features/views.ts';
import { silentLog } from '#src/lib/log.ts';
import { ensureBundle, type LoadedSite, loadSite } from '#src/publish/bundle/index.ts';
import { loadPage } from '#src/publish/plan/plan.ts';
import { openLocalizedSites } from '#src/publish/snapshot/index.ts';
import { startSmallApi } from '../../helpers/small-api.ts';
import { type SmallRebuild, smallRebuild } from '../../helpers/small-rebuild.ts';
import { type TestState, testState } from '../../helpers/test-state.ts';

/** Brands with different designs. The last one has two languages. */
const BRANDS: readonly (readonly [string, Partial<PublicBrand>])[] = [
  ['local', {}],
  ['joyfic', {}],
  ['moonovel', { locales: ['en', 'es'], clientErrors: 0.5 }],
];
/** Maximum number of tested pages per kind. It is higher than the number of pages that share a shell. */
const PAGES_OF_KIND = 5;

let state: TestState;
let small: SmallRebuild;
let site: LoadedSite;
/** The paths that were requested from Astro. */
const requested: string[] = [];

beforeAll(async () => {
  state = await testState();
  const api = await startSmallApi(80);
  small = await smallRebuild(api.origin);
  await small.run({ mode: 'night' }, {}, { prerender: { books: 8 } });
  await api.close();
  const bundle = await ensureBundle({ root: resolve('.'), state: state.folder, log: silentLog });
  site = await loadSite(bundle);
  const { app } = await import(pathToFileURL(join(bundle.folder, 'server/entry.mjs')).href);
  const render = app.render.bind(app);
  app.render = (request: Request, options: object) => {
    requested.push(new URL(request.url).pathname);
    return render(request, options);
  };
});
afterAll(async () => {
  await small?.close();
  await state?.remove();
});

/** The pages to test: at most `PAGES_OF_KIND` per kind and language. */
function pagesOf({ all }: ReturnType<typeof openLocalizedSites>) {
  const source = { sites: all, views: PRERENDERED_VIEWS };
  return all.flatMap((localized, siteIndex) =>
    PRERENDERED_VIEWS.flatMap((view, viewIndex) =>
      Iterator.from(view.paths(localized.source, localized.site))
        .take(PAGES_OF_KIND)
        .map((ref) => ({ kind: view.kind, path: ref.path, ...loadPage(source, { siteIndex, viewIndex, ref }) }))
        .toArray(),
    ),
  );
}

describe.each(BRANDS)('directly rendered pages of %s', (id, change) => {
  it('have the same bytes as pages requested from Astro, and need no request to Astro after two pages per route', async () => {
    const brands = await loadBrands(resolve('brands'));
    const shipped = brands.find((brand) => brand.id === id);
    if (!shipped) throw new Error(`there is no brand ${id}`);
    const brand = { ...(await bundleBrand(shipped, resolve('node_modules'))).brand, ...change };
    const sites = openLocalizedSites(brand, join(small.folder, 'catalogue.db'));
    const pages = pagesOf(sites);
    sites.close();
    expect(new Set(pages.map(({ kind }) => kind)).size).toBeGreaterThan(12);

    for (const { path, model } of pages) await site.renderFile({ brand, path, model });
    requested.length = 0;
    const files = [];
    for (const { path, model } of pages) files.push(await site.renderFile({ brand, path, model }));
    // Only routes with a single page are requested again. All other routes have already been requested twice.
    const single = requested.filter((path) => requested.indexOf(path) === requested.lastIndexOf(path));
    expect(single.length).toBe(requested.length);
    requested.length = 0;
    await Promise.all(pages.map(({ path, model }) => site.renderFile({ brand, path, model })));
    expect(requested).toEqual([]);

    for (const [index, { path, model }] of pages.entries()) {
      const response = await site.render(new Request(brand.origin + path), { brand, model });
      const html = Buffer.from(await response.arrayBuffer());
      expect(files[index]?.status, path).toBe(response.status);
      expect(Buffer.from(files[index]?.html ?? []).equals(html), path).toBe(true);
    }
  });
});
