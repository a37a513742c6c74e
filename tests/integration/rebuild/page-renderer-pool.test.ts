import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createMakerThreads, type Maker, type Makers } from '#src/rebuild/index.ts';
import { type Job, loadPage, planPages } from '#src/rebuild/plan.ts';
import { openLocalizedSites } from '#src/snapshot/index.ts';
import { RELEASE_VIEWS } from '#src/view-models/index.ts';
import { testBrand } from '../../helpers/memory-source.ts';
import { startSmallApi } from '../../helpers/small-api.ts';
import { type SmallRebuild, smallRebuild } from '../../helpers/small-rebuild.ts';

/** A bundle of the right form whose pages say what they were given. */
const ENTRY = `
export const leaveOutPolicy = () => {};
export const app = {
  async render(request, { locals }) {
    const { pathname, origin } = new URL(request.url);
    if (pathname === '/tags') throw new Error('no such column');
    if (pathname === '/genres') process.exit(7);
    const told = JSON.stringify({ pathname, origin, brand: locals.brand.id, model: locals.model });
    return new Response('<h1>' + told + '</h1></html>');
  },
};`;

let bundle: { folder: string };
let site: SmallRebuild;
let jobs: readonly Job[];
let threads: Makers;
let releases = 0;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-makers-'));
  bundle = { folder };
  await mkdir(join(folder, 'server'));
  await writeFile(join(folder, 'server/entry.mjs'), ENTRY);
  const api = await startSmallApi(80);
  site = await smallRebuild(api.origin);
  await site.run();
  await api.close();
  const editions = openLocalizedSites(testBrand, join(site.folder, 'catalogue.db'));
  const nothing = { previous: () => undefined, previousListing: () => undefined };
  const planned = planPages({ editions: editions.all, views: RELEASE_VIEWS, common: 'full', ...nothing });
  jobs = [...planned].flatMap((page) => ('listing' in page ? [] : [{ ...page, unsure: false }]));
  editions.close();
});
afterEach(() => threads.close());
afterAll(async () => {
  await site.close();
  await rm(bundle.folder, { recursive: true, force: true });
});

/** A maker of a new release in that many threads. */
async function open(count: number): Promise<{ maker: Maker; folder: string }> {
  threads = await createMakerThreads(bundle, { threads: count });
  releases += 1;
  const folder = join(site.folder, 'releases', `.next-${releases}`);
  const snapshot = join(site.folder, 'catalogue.db');
  const setting = { brand: testBrand, snapshot, folder, previous: undefined, created: '2026-05-01T00:00:00.000Z' };
  return { maker: await threads.open(setting), folder };
}

const at = (path: string) => jobs.filter(({ ref }) => ref.path === path);
const lists = () => jobs.filter(({ ref }) => ref.kind === 'keyword');

it("renders pages on the brand's own origin with their models, and puts them into the release", async () => {
  const { maker, folder } = await open(2);
  expect(lists().length).toBeGreaterThan(4);
  const made = (await Promise.all(lists().map((address) => maker.make([address])))).flat();
  const editions = openLocalizedSites(testBrand, join(site.folder, 'catalogue.db'));
  for (const [index, address] of lists().entries()) {
    const { model, inputs } = loadPage({ editions: editions.all, views: RELEASE_VIEWS }, address);
    const { path } = address.ref;
    expect(made[index]).toMatchObject({ page: { path, inputs } });
    const html = readFileSync(join(folder, 'site', `${decodeURIComponent(path)}.html`), 'utf8');
    const told = JSON.parse(html.slice('<h1>'.length, -'</h1></html>'.length));
    expect(told).toEqual({
      pathname: path,
      origin: testBrand.origin,
      brand: testBrand.id,
      model: JSON.parse(JSON.stringify(model)),
    });
    expect(await maker.inputs([address])).toEqual([inputs]);
  }
  editions.close();
});

it('names the page that could not be rendered and goes on with the others', async () => {
  const { maker } = await open(1);
  await expect(maker.make(at('/tags'))).rejects.toMatchObject({
    code: 'RENDER',
    message: expect.stringMatching(/\/tags .*no such column/s),
  });
  expect(await maker.make(lists().slice(0, 1))).toHaveLength(1);
});

it('fails what a thread had under way when it ends, and what it is given later', async () => {
  const { maker, folder } = await open(1);
  const ended = { code: 'RENDER', message: expect.stringContaining('/genres') };
  await expect(maker.make(at('/genres'))).rejects.toMatchObject(ended);
  const [late] = lists();
  await expect(maker.make(lists().slice(0, 1))).rejects.toMatchObject({
    message: expect.stringContaining(late?.ref.path ?? 'nothing'),
  });
  expect(existsSync(join(folder, 'site/genres.html'))).toBe(false);
  // What it died of is to be told, not that nothing could be closed after it.
  await maker.close();
});

it('says why a bundle cannot be loaded', async () => {
  await open(1);
  const lost = { folder: join(bundle.folder, 'nothing') };
  await expect(createMakerThreads(lost, { threads: 1 })).rejects.toThrow(/entry\.mjs/);
});
