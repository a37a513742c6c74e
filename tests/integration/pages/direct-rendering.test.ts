import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleBrand } from '#src/brand/assets.ts';
import type { PublicBrand } from '#src/brand/public-brand.ts';
import { loadBrands } from '#src/brand/registry.ts';
import { silentLog } from '#src/lib/log.ts';
import { loadPage } from '#src/rebuild/plan.ts';
import { ensureBundle, type LoadedSite, loadSite } from '#src/site-bundle/index.ts';
import { openLocalizedSites } from '#src/snapshot/index.ts';
import { PRERENDERED_VIEWS } from '#src/view-models/index.ts';
import { startSmallApi } from '../../helpers/small-api.ts';
import { type SmallRebuild, smallRebuild } from '../../helpers/small-rebuild.ts';
import { type TestState, testState } from '../../helpers/test-state.ts';

/** Different designs, the last one in two languages. */
const BRANDS: readonly (readonly [string, Partial<PublicBrand>])[] = [
  ['local', {}],
  ['joyfic', {}],
  ['moonovel', { locales: ['en', 'es'], clientErrors: 0.5 }],
];
/** More than a shell is compared for by itself. */
const PAGES_OF_KIND = 5;

let state: TestState;
let small: SmallRebuild;
let site: LoadedSite;
/** Paths that Astro itself was asked for. */
const requested: string[] = [];

beforeAll(async () => {
  state = await testState();
  const api = await startSmallApi(80);
  small = await smallRebuild(api.origin);
  await small.run({}, {}, { prerender: { books: 8 } });
  await api.close();
  const bundle = await ensureBundle({ root: resolve('.'), state: state.folder, log: silentLog });
  site = await loadSite(bundle, { policy: false });
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

/** Up to that many pages of each kind and language. */
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

describe.each(BRANDS)('pages of %s without a request', (id, change) => {
  it('have the bytes of those with one, of every kind, and need none after the first two of a route', async () => {
    const brands = await loadBrands(resolve('brands'));
    const found = brands.find((brand) => brand.id === id);
    if (!found) throw new Error(`there is no brand ${id}`);
    const brand = { ...(await bundleBrand(found, resolve('node_modules'))).brand, ...change };
    const sites = openLocalizedSites(brand, join(small.folder, 'catalogue.db'));
    const pages = pagesOf(sites);
    sites.close();
    expect(new Set(pages.map(({ kind }) => kind)).size).toBeGreaterThan(12);

    for (const { path, model } of pages) await site.renderFile({ brand, path, model });
    requested.length = 0;
    const files = [];
    for (const { path, model } of pages) files.push(await site.renderFile({ brand, path, model }));
    // Routes with one page are compared once more. All others have had their two.
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
