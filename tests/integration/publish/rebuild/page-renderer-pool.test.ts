import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { PRERENDERED_VIEWS } from '#src/features/views.ts';
import { loadPage, planPages, type RenderJob } from '#src/publish/plan/plan.ts';
import { createPageRendererPool, type PageRenderer, type PageRendererPool } from '#src/publish/rebuild/index.ts';
import { openLocalizedSites } from '#src/publish/snapshot/index.ts';
import { testBrand } from '../../../helpers/memory-source.ts';
import { startSmallApi } from '../../../helpers/small-api.ts';
import { type SmallRebuild, smallRebuild } from '../../../helpers/small-rebuild.ts';

/** Code of a bundle whose pages show their input. */
const ENTRY = `
export const renderFile = async ({ brand, path, model }) => {
  const { pathname, origin } = new URL(brand.origin + path);
  if (pathname === '/tags') throw new Error('no such column');
  if (pathname === '/genres') process.exit(7);
  const shown = JSON.stringify({ pathname, origin, brand: brand.id, model });
  return { status: 200, html: Buffer.from('<h1>' + shown + '</h1><title>x</title></html>') };
};`;

let bundle: { folder: string };
let site: SmallRebuild;
let jobs: readonly RenderJob[];
let threads: PageRendererPool;
let releases = 0;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-renderers-'));
  bundle = { folder };
  await mkdir(join(folder, 'server'));
  await writeFile(join(folder, 'server/entry.mjs'), ENTRY);
  const api = await startSmallApi(80);
  site = await smallRebuild(api.origin);
  await site.run();
  await api.close();
  const sites = openLocalizedSites(testBrand, join(site.folder, 'catalogue.db'));
  const planned = planPages({
    sites: sites.all,
    views: PRERENDERED_VIEWS,
    siteReason: 'full',
    previousPage: () => undefined,
    previousListingVersion: () => undefined,
  });
  jobs = [...planned].flatMap((page) => ('listing' in page ? [] : [{ ...page, isUndecided: false }]));
  sites.close();
});
afterEach(() => threads.close());
afterAll(async () => {
  await site.close();
  await rm(bundle.folder, { recursive: true, force: true });
});

/** Opens a renderer with `count` threads for a new release. */
async function open(count: number): Promise<{ renderer: PageRenderer; folder: string }> {
  threads = await createPageRendererPool(bundle, { threads: count });
  releases += 1;
  const folder = join(site.folder, 'releases', `.next-${releases}`);
  const snapshot = join(site.folder, 'catalogue.db');
  const others = { names: [], hosts: [] };
  const options = {
    brand: testBrand,
    others,
    snapshot,
    folder,
    previous: undefined,
    created: '2026-05-01T00:00:00.000Z',
  };
  return { renderer: await threads.open(options), folder };
}

const at = (path: string) => jobs.filter(({ ref }) => ref.path === path);
const lists = () => jobs.filter(({ ref }) => ref.kind === 'keyword');

it("the renderer pool renders models to pages that use the brand's origin, and writes the pages into the release", async () => {
  const { renderer, folder } = await open(2);
  expect(lists().length).toBeGreaterThan(4);
  const results = (await Promise.all(lists().map((address) => renderer.render([address])))).flat();
  const sites = openLocalizedSites(testBrand, join(site.folder, 'catalogue.db'));
  for (const [index, address] of lists().entries()) {
    const { model, modelHash } = loadPage({ sites: sites.all, views: PRERENDERED_VIEWS }, address);
    const { path } = address.ref;
    expect(results[index]).toMatchObject({ page: { path, inputs: modelHash } });
    const html = readFileSync(join(folder, 'site', `${decodeURIComponent(path)}.html`), 'utf8');
    const shown = JSON.parse(html.slice('<h1>'.length, -'</h1><title>x</title></html>'.length));
    expect(shown).toEqual({
      pathname: path,
      origin: testBrand.origin,
      brand: testBrand.id,
      model: JSON.parse(JSON.stringify(model)),
    });
    expect(await renderer.modelHashes([address])).toEqual([modelHash]);
  }
  sites.close();
});

it('all threads of the renderer pool write to the new folder after the release has moved', async () => {
  const { renderer, folder } = await open(2);
  const [first, ...others] = lists();
  await renderer.render(first ? [first] : []);
  const next = `${folder}-next`;
  await renderer.moveTo(next);
  await Promise.all(others.map((address) => renderer.render([address])));
  const fileOf = (address: (typeof jobs)[number]) => join('site', `${decodeURIComponent(address.ref.path)}.html`);
  expect(first && existsSync(join(folder, fileOf(first)))).toBe(true);
  expect(others.filter((address) => existsSync(join(folder, fileOf(address))))).toEqual([]);
  expect(others.filter((address) => !existsSync(join(next, fileOf(address))))).toEqual([]);
});

it('the renderer pool reports the page that failed to render and continues with the others', async () => {
  const { renderer } = await open(1);
  await expect(renderer.render(at('/tags'))).rejects.toMatchObject({
    code: 'RENDER',
    message: expect.stringMatching(/\/tags .*no such column/s),
  });
  expect(await renderer.render(lists().slice(0, 1))).toHaveLength(1);
});

it('the renderer pool rejects the pending requests of a thread that exits, and all later requests', async () => {
  const { renderer, folder } = await open(1);
  const ended = { code: 'RENDER', message: expect.stringContaining('/genres') };
  await expect(renderer.render(at('/genres'))).rejects.toMatchObject(ended);
  const [late] = lists();
  await expect(renderer.render(lists().slice(0, 1))).rejects.toMatchObject({
    message: expect.stringContaining(late?.ref.path ?? 'nothing'),
  });
  expect(existsSync(join(folder, 'site/genres.html'))).toBe(false);
  // Closing must not fail afterwards, because that error would hide why the thread exited.
  await renderer.close();
});

it('the renderer pool names the file of a bundle that cannot be loaded', async () => {
  await open(1);
  const missingBundle = { folder: join(bundle.folder, 'nothing') };
  await expect(createPageRendererPool(missingBundle, { threads: 1 })).rejects.toThrow(/entry\.mjs/);
});
