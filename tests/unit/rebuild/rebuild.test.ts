import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Book } from '#src/contract/entities/book.ts';
import type { RebuildConfig, RebuildOptions } from '#src/rebuild/index.ts';
import { holdFolder } from '#src/rebuild/lock.ts';
import { createTally } from '#src/rebuild/tally.ts';
import { liveId, openLive } from '#src/release/index.ts';
import { syncSnapshot } from '#src/snapshot/index.ts';
import { plainBundle, plainRenderers } from '../../helpers/plain-renderer.ts';
import { recordingLog } from '../../helpers/recording-log.ts';
import { livePage, type SmallRebuild, smallRebuild } from '../../helpers/small-rebuild.ts';
import { bookNumbered, pageOf, tableUpstream, tagNumbered } from '../../helpers/table-upstream.ts';

let site: SmallRebuild;
beforeEach(async () => {
  site = await smallRebuild('http://upstream.invalid');
});
afterEach(() => site.close());

const books = (count: number, change: (id: number) => Partial<Book> = () => ({})) =>
  Array.from({ length: count }, (_none, index) =>
    bookNumbered(index + 1, { title: `Book ${index + 1}`, ...change(index + 1) }),
  );

/** What the night before has read, so that a run from the snapshot needs no server. */
async function snapshotOf(all: readonly Book[]): Promise<void> {
  mkdirSync(site.folder, { recursive: true });
  const upstream = tableUpstream({
    'book.list': (params) => pageOf(all, params),
    'seo.book_tags': (params) => pageOf([tagNumbered(1, 'slow'), tagNumbered(2, 'quick')], params),
  });
  const file = join(site.folder, 'catalogue.db');
  await syncSnapshot({ file, locales: ['en'], upstream: 'one', connect: () => upstream });
}

async function run(options: RebuildOptions = {}, change: Partial<RebuildConfig> = {}) {
  const renderers = plainRenderers();
  const stages: string[] = [];
  const progress = { begin() {}, stage: (text: string) => void stages.push(text), step() {}, end() {} };
  const report = await site.run(
    { fromSnapshot: true, ...options },
    { renderers: async () => renderers, progress, ...change },
  );
  return { report, rendered: renderers.rendered.toSorted(), isPlanned: stages.includes('planning') };
}

const TAG = '/tags/1/slow';

describe('a rebuild', () => {
  it('renders every page first, and then those whose books have changed', async () => {
    await snapshotOf(books(25));
    const first = await run();
    expect(first.report).toMatchObject({ status: 'published', previous: null, pages: { kept: 0, removed: 0 } });
    expect(first.rendered).toContain(`${TAG}/page-2`);
    await snapshotOf(books(25, (id) => (id === 25 ? { introduction: 'Other words.' } : {})));
    const second = await run();
    expect(second.rendered).toContain(`${TAG}/page-2`);
    expect(second.rendered).not.toContain(TAG);
    expect(second.report).toMatchObject({ status: 'published', previous: first.report.release, pages: { removed: 0 } });
    expect(second.report.pages.total).toBe(first.report.pages.total);
  });

  it('removes pages that are no more', async () => {
    await snapshotOf(books(21));
    await run();
    await snapshotOf(books(20));
    const { report } = await run();
    expect(report.pages.removed).toBeGreaterThan(0);
    expect([livePage(site.folder, 'tags/1/slow.html'), livePage(site.folder, 'tags/1/slow/page-2.html')]).toEqual([
      expect.stringContaining('Book 20'),
      undefined,
    ]);
  });

  it('makes no plan where nothing has changed, and no release', async () => {
    await snapshotOf(books(3));
    const { report: first } = await run();
    const second = await run();
    expect(second).toMatchObject({
      isPlanned: false,
      rendered: [],
      report: { status: 'unchanged', release: first.release },
    });
    expect(second.report.pages).toMatchObject({ total: first.pages.total, rendered: 0, kept: first.pages.total });
  });

  it('with other code is another release, though the snapshot is the same', async () => {
    await snapshotOf(books(3));
    const { report } = await run();
    const other = await run({}, { bundle: async () => plainBundle('bundle-2') });
    expect(other.report).toMatchObject({ status: 'published', previous: report.release });
  });

  it('renders all in full, also where nothing has changed', async () => {
    await snapshotOf(books(3));
    const { report } = await run();
    const full = await run({ full: true });
    expect(full.rendered).toHaveLength(report.pages.total);
    expect(full.isPlanned).toBe(true);
  });

  it('only tells what it would do as a dry run', async () => {
    await snapshotOf(books(3));
    const { report, rendered } = await run({ dryRun: true, namesPages: true });
    expect(report).toMatchObject({ status: 'planned', release: null });
    expect(rendered).toEqual([]);
    expect(liveId(site.folder)).toBeUndefined();
  });

  it('from a snapshot that is not there says how to make it', async () => {
    await expect(run()).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('npm run rebuild -- --brand freenovel --dry-run'),
    });
  });
});

describe('a correction of pages', () => {
  it('publishes those alone, and leaves what else changed to the next run', async () => {
    await snapshotOf(books(3));
    await run();
    await snapshotOf(books(3, () => ({ introduction: 'Other words.' })));
    const { report, rendered } = await run({ pages: [TAG] });
    expect(rendered).toEqual([TAG]);
    expect(report).toMatchObject({ status: 'published', pages: { rendered: 1, removed: 0 } });
    const next = await run();
    expect(next.isPlanned).toBe(true);
    expect(next.rendered).toContain('/hotnovels/B/1');
    expect(next.rendered).not.toContain(TAG);
  });
});

describe('a page whose files are lost', () => {
  it('is rendered again by the next run, though nothing else has changed', async () => {
    await snapshotOf(books(3));
    await run();
    rmSync(join(site.folder, 'current/site/tags/1/slow.html'));
    const { report, rendered } = await run();
    expect(rendered).toEqual([TAG]);
    expect(report).toMatchObject({ status: 'published', damaged: 1 });
    expect(livePage(site.folder, 'tags/1/slow.html')).toContain('Book 1');
  });
});

describe('a live release that cannot be read', () => {
  it('is made anew, and the log says so', async () => {
    await snapshotOf(books(3));
    const { report: first } = await run();
    const { log, lines } = recordingLog();
    writeFileSync(join(site.folder, 'current/manifest.db'), 'no database '.repeat(500));
    const { report } = await run({}, { log });
    expect(report).toMatchObject({
      status: 'published',
      previous: null,
      pages: { rendered: first.pages.total, kept: 0 },
    });
    expect(lines.join()).toContain('the live release of freenovel cannot be read and is made anew');
    expect((await run()).report.status).toBe('unchanged');
  });
});

describe('search engines', () => {
  it('are told of what a night changed by the key of the brand, and of nothing by a first or an unchanged one', async () => {
    const told: string[] = [];
    vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
      told.push(...JSON.parse(body).urlList);
      return new Response(null, { status: 202 });
    });
    const night = (key: object) => site.run({ fromSnapshot: true }, {}, key);
    const key = { indexNowKey: 'key-of-the-brand-1' };
    await snapshotOf(books(3));
    await night(key);
    await night(key);
    await snapshotOf(books(3, (id) => (id === 3 ? { title: 'Zebra' } : {})));
    await site.run({ fromSnapshot: true, dryRun: true }, {}, key);
    expect(told).toEqual([]);
    await night(key);
    expect(told).toContain(`https://${site.brand.hosts[0]}/hotnovels/Z/1`);
    told.length = 0;
    await snapshotOf(books(4));
    await night({ indexNowKey: undefined });
    expect(told).toEqual([]);
  });
});

describe('the lock of a brand', () => {
  it('is free again after a run that failed, and its tally has the time of its stages', async () => {
    const tally = createTally();
    await expect(site.run({ fromSnapshot: true }, {}, {}, tally)).rejects.toThrow('There is no snapshot');
    expect(tally.seconds.total).toEqual(expect.any(Number));
    await snapshotOf(books(3));
    const held = holdFolder(site.folder);
    await expect(run()).rejects.toThrow('is under way already');
    held[Symbol.dispose]();
    expect((await run()).report.status).toBe('published');
  });
});

describe('a run in shards', () => {
  it('merges to the release that one run makes, and renders nothing more', async () => {
    await snapshotOf(books(25));
    const parts = [];
    for (const index of [1, 2, 3]) parts.push(await run({ shard: { index, of: 3 } }));
    expect(parts.map(({ report }) => [report.status, report.release])).toEqual(Array(3).fill(['part', null]));
    const merged = await run({ merge: 3 });
    expect(merged.rendered).toEqual([]);
    expect(merged.report.pages.taken).toBe(parts.flatMap(({ rendered }) => rendered).length);
    const live = openLive(site.folder);
    const hashes = [...(live?.pages() ?? [])].map(({ path, hash }) => `${path} ${hash}`);
    live?.close();
    rmSync(join(site.folder, 'current'));
    rmSync(join(site.folder, 'releases'), { recursive: true });
    await run();
    const alone = openLive(site.folder);
    expect([...(alone?.pages() ?? [])].map(({ path, hash }) => `${path} ${hash}`)).toEqual(hashes);
    alone?.close();
  });

  it('names the shard that is missing', async () => {
    await snapshotOf(books(3));
    await run({ shard: { index: 1, of: 2 } });
    await expect(run({ merge: 2 })).rejects.toThrow('--shard 2/2');
  });
});

it('a page that cannot be rendered ends the run, and the live release stays', async () => {
  await snapshotOf(books(3));
  const { report } = await run();
  await snapshotOf(books(4));
  const broken = plainRenderers(() => {
    throw new Error('no such component');
  });
  await expect(run({}, { renderers: async () => broken })).rejects.toThrow('no such component');
  expect(liveId(site.folder)).toBe(report.release);
});
