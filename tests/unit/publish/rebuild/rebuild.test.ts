import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Book } from '#src/contract/entities/book.ts';
import { openSql } from '#src/lib/sqlite.ts';
import {
  jobLine,
  keptPlanFile,
  type RebuildConfig,
  type RebuildOptions,
  readPlannedJobs,
} from '#src/publish/rebuild/index.ts';
import { holdFolder } from '#src/publish/rebuild/lock.ts';
import { createTally } from '#src/publish/rebuild/tally.ts';
import {
  findPartialReleases,
  isPageIntact,
  liveId,
  openLive,
  PAGE_SUFFIXES,
  type PartialRelease,
  type RecordedPage,
} from '#src/publish/release/index.ts';
import { syncSnapshot } from '#src/publish/snapshot/index.ts';
import { storeLosses } from '#src/publish/snapshot/stored-losses.ts';
import { plainBundle, plainRenderers } from '../../../helpers/plain-renderer.ts';
import { recordingLog } from '../../../helpers/recording-log.ts';
import { livePage, type SmallRebuild, smallRebuild } from '../../../helpers/small-rebuild.ts';
import { bookNumbered, pageOf, tableUpstream, tagNumbered } from '../../../helpers/table-upstream.ts';

let site: SmallRebuild;
beforeEach(async () => {
  site = await smallRebuild('http://upstream.invalid');
});
afterEach(() => site.close());

const books = (count: number, change: (id: number) => Partial<Book> = () => ({})) =>
  Array.from({ length: count }, (_, index) =>
    bookNumbered(index + 1, { title: `Book ${index + 1}`, ...change(index + 1) }),
  );

/** Creates the snapshot in advance, so that the run needs no upstream. */
async function snapshotOf(all: readonly Book[]): Promise<void> {
  mkdirSync(site.folder, { recursive: true });
  const upstream = tableUpstream({
    'book.list': (params) => pageOf(all, params),
    'seo.book_tags': (params) => pageOf([tagNumbered(1, 'slow'), tagNumbered(2, 'quick')], params),
  });
  const file = join(site.folder, 'catalogue.db');
  await syncSnapshot({ file, locales: ['en'], upstream: 'one', connect: () => upstream });
}

async function run(options: RebuildOptions = { mode: 'night' }, change: Partial<RebuildConfig> = {}) {
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
  it('renders all pages the first time, and after that only pages that show a changed book', async () => {
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

  it('removes pages that no longer exist', async () => {
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

  it('creates neither a plan nor a release if nothing has changed', async () => {
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

  it('creates a new release from the same snapshot after the code changes', async () => {
    await snapshotOf(books(3));
    const { report } = await run();
    const other = await run({ mode: 'night' }, { bundle: async () => plainBundle('bundle-2') });
    expect(other.report).toMatchObject({ status: 'published', previous: report.release });
  });

  it('renders all pages in a full run even if nothing has changed', async () => {
    await snapshotOf(books(3));
    const { report } = await run();
    const full = await run({ mode: 'night', full: true });
    expect(full.rendered).toHaveLength(report.pages.total);
    expect(full.isPlanned).toBe(true);
  });

  it('only reports what would change in a dry run', async () => {
    await snapshotOf(books(3));
    const { report, rendered } = await run({ mode: 'dry-run', of: { mode: 'night' }, namesPages: true });
    expect(report).toMatchObject({ status: 'planned', release: null });
    expect(rendered).toEqual([]);
    expect(liveId(site.folder)).toBeUndefined();
  });

  it('fails if there is no snapshot, and names the command that creates one', async () => {
    await expect(run()).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('npm run rebuild -- --brand freenovel --dry-run'),
    });
  });
});

describe('a correction of selected pages', () => {
  it('publishes only the requested pages, and leaves other changes to the next nightly rebuild', async () => {
    await snapshotOf(books(3));
    await run();
    await snapshotOf(books(3, () => ({ introduction: 'Other words.' })));
    const { report, rendered } = await run({ mode: 'correction', pages: [TAG] });
    expect(rendered).toEqual([TAG]);
    expect(report).toMatchObject({ status: 'published', pages: { rendered: 1, removed: 0 } });
    const next = await run();
    expect(next.isPlanned).toBe(true);
    expect(next.rendered).toContain('/hotnovels/B/1');
    expect(next.rendered).not.toContain(TAG);
  });
});

describe('a page whose files are missing', () => {
  it('is rendered again by the next run, even if nothing else has changed', async () => {
    await snapshotOf(books(3));
    await run();
    rmSync(join(site.folder, 'current/site/tags/1/slow.html'));
    const { report, rendered } = await run();
    expect(rendered).toEqual([TAG]);
    expect(report).toMatchObject({ status: 'published', damaged: 1 });
    expect(livePage(site.folder, 'tags/1/slow.html')).toContain('Book 1');
  });
});

describe('an unreadable live release', () => {
  it('is replaced by rendering all pages, which is logged', async () => {
    await snapshotOf(books(3));
    const { report: first } = await run();
    const { log, lines } = recordingLog();
    writeFileSync(join(site.folder, 'current/manifest.db'), 'no database '.repeat(500));
    const { report } = await run({ mode: 'night' }, { log });
    expect(report).toMatchObject({
      status: 'published',
      previous: null,
      pages: { rendered: first.pages.total, kept: 0 },
    });
    expect(lines.join()).toContain('the live release of freenovel cannot be read and will be rebuilt');
    expect((await run()).report.status).toBe('unchanged');
  });
});

describe('the changed URLs that a rebuild sends to search engines', () => {
  it('are the URLs of changed pages, and none are sent after a first run, an unchanged run or a dry run', async () => {
    const submitted: string[] = [];
    vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
      submitted.push(...JSON.parse(body).urlList);
      return new Response(null, { status: 202 });
    });
    const night = (key: object) => site.run({ mode: 'night', fromSnapshot: true }, {}, key);
    const key = { indexNowKey: 'key-of-the-brand-1' };
    await snapshotOf(books(3));
    await night(key);
    await night(key);
    await snapshotOf(books(3, (id) => (id === 3 ? { title: 'Zebra' } : {})));
    await site.run({ mode: 'dry-run', of: { mode: 'night' }, fromSnapshot: true }, {}, key);
    expect(submitted).toEqual([]);
    await night(key);
    expect(submitted).toContain(`https://${site.brand.hosts[0]}/hotnovels/Z/1`);
    submitted.length = 0;
    await snapshotOf(books(4));
    await night({ indexNowKey: undefined });
    expect(submitted).toEqual([]);
  });
});

describe('the lock of a brand that is being rebuilt', () => {
  it("is released after a failed run, and the run's tally contains the total duration", async () => {
    const tally = createTally();
    await expect(site.run({ mode: 'night', fromSnapshot: true }, {}, {}, tally)).rejects.toThrow(
      'There is no snapshot',
    );
    expect(tally.seconds.total).toEqual(expect.any(Number));
    await snapshotOf(books(3));
    const folderLock = holdFolder(site.folder);
    await expect(run()).rejects.toThrow('is already running');
    folderLock[Symbol.dispose]();
    expect((await run()).report.status).toBe('published');
  });
});

const NOON = '2026-05-01T12:00:00.000Z';

/** Plans a nightly rebuild and renders its parts, as workers do. */
async function renderParts(partCount: number) {
  const renderers = plainRenderers();
  const rebuild = site.create({ renderers: async () => renderers });
  const { buildKey = '' } = await rebuild.run(site.brand, {
    mode: 'dry-run',
    of: { mode: 'night' },
    inParts: true,
    fromSnapshot: true,
  });
  const jobs = [...readPlannedJobs(site.folder)].map(jobLine);
  const live = liveId(site.folder);
  const previous = live && join(site.folder, 'releases', live);
  for (let index = 1; index <= partCount; index += 1) {
    const [start, end] = [index - 1, index].map((count) => Math.round((jobs.length * count) / partCount));
    const order = {
      shard: { index, of: partCount },
      jobs: jobs.slice(start, end).join(''),
      previous,
      created: NOON,
      buildKey,
    };
    await rebuild.renderPart(site.brand, order);
  }
  await rebuild.close();
  return renderers.rendered.toSorted();
}

/**
 * Moves the page files of a part away, as workers do when they upload a part.
 * @returns the new folder
 */
function upload({ folder }: PartialRelease): string {
  const store = mkdtempSync(join(site.state, 'store-'));
  renameSync(join(folder, 'site'), join(store, 'site'));
  return store;
}

/** Publishes a release from the records of the parts. */
function mergeParts(partCount: number, accept?: string) {
  const folders = [join(site.folder, 'current'), ...findPartialReleases(site.folder).map(upload)];
  const bringPages = async (release: string, pages: readonly RecordedPage[]) => {
    for (const page of pages) {
      const folder = folders.find((from) => isPageIntact(from, page));
      for (const suffix of folder === undefined ? [] : PAGE_SUFFIXES) {
        const name = join('site', page.file + suffix);
        mkdirSync(dirname(join(release, name)), { recursive: true });
        copyFileSync(join(folder ?? '', name), join(release, name));
      }
    }
  };
  return run(
    { mode: 'merge', shards: partCount, accept, pagesElsewhere: { bring: bringPages } },
    { now: () => new Date(NOON) },
  );
}

const livePages = () => {
  const live = openLive(site.folder);
  const pages = [...(live?.pages() ?? [])].map(({ path, hash }) => `${path} ${hash}`);
  live?.close();
  return pages;
};

describe('a rebuild that is rendered in parts', () => {
  it('produces the same release as a single run, and the merge renders no page again', async () => {
    await snapshotOf(books(25));
    const rendered = await renderParts(3);
    const merged = await mergeParts(3);
    expect(merged.rendered).toEqual([]);
    expect(merged.report).toMatchObject({ status: 'published', pages: { taken: rendered.length, kept: 0 } });
    const pages = livePages();
    rmSync(join(site.folder, 'current'));
    rmSync(join(site.folder, 'releases'), { recursive: true });
    expect((await run()).rendered).toEqual(rendered);
    expect(livePages()).toEqual(pages);
    expect(findPartialReleases(site.folder)).toEqual([]);
  });

  it('fails with a clear error if its plan was lost, and leaves the live release unchanged', async () => {
    await snapshotOf(books(3));
    const { report } = await run();
    await snapshotOf(books(4));
    await renderParts(2);
    rmSync(keptPlanFile(site.folder));
    await expect(mergeParts(2)).rejects.toMatchObject({
      code: 'PLAN_LOST',
      message: expect.stringContaining('Start the night again.'),
    });
    expect(liveId(site.folder)).toBe(report.release);
  });

  it('is checked by the publish guard when its parts are merged', async () => {
    await snapshotOf(books(60));
    const { report } = await run();
    await snapshotOf(books(40));
    await renderParts(2);
    await expect(mergeParts(2)).rejects.toMatchObject({
      exitCode: 4,
      findings: expect.arrayContaining([expect.objectContaining({ rule: 'books-lost' })]),
    });
    expect(liveId(site.folder)).toBe(report.release);
    await renderParts(2);
    const accepted = await mergeParts(2, 'the licence has ended');
    expect(accepted.report).toMatchObject({ status: 'published', accepted: { reason: 'the licence has ended' } });
  });

  it('records the losses of the sync that wrote its snapshot', async () => {
    await snapshotOf(books(3));
    const losses = [{ call: 'book.list', items: 1, named: ['no title'] }];
    const sql = openSql(join(site.folder, 'catalogue.db'));
    storeLosses(sql, losses);
    sql.close();
    await renderParts(2);
    expect((await mergeParts(2)).report).toMatchObject({ losses });
    expect(JSON.parse(readFileSync(join(site.folder, 'current/release.json'), 'utf8'))).toMatchObject({ losses });
  });
});

it('a page that cannot be rendered makes the run fail, which leaves the live release unchanged', async () => {
  await snapshotOf(books(3));
  const { report } = await run();
  await snapshotOf(books(4));
  const broken = plainRenderers(() => {
    throw new Error('no such component');
  });
  await expect(run({ mode: 'night' }, { renderers: async () => broken })).rejects.toThrow('no such component');
  expect(liveId(site.folder)).toBe(report.release);
});
