import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { loadBrands } from '#src/brand/registry.ts';
import { PRERENDERED_VIEWS } from '#src/features/views.ts';
import { silentLog } from '#src/lib/log.ts';
import { createMachineWork, type Machine } from '#src/publish/queue/machine-work.ts';
import { type BegunNight, OtherCodeError } from '#src/publish/queue/night-work.ts';
import type { NightOrder } from '#src/publish/queue/orders.ts';
import { createRebuild, type KindCosts, type RebuildOptions } from '#src/publish/rebuild/index.ts';
import { findPartialReleases, liveId } from '#src/publish/release/index.ts';
import { findRun, findSnapshot, type Lease, LeaseError, pullOnce } from '#src/publish/release-store/index.ts';
import { keysOf, readPointer } from '#src/publish/release-store/stored-release.ts';
import { syncSnapshot } from '#src/publish/snapshot/index.ts';
import { plainBundle, plainRenderers } from '../../../helpers/plain-renderer.ts';
import { openRecordingStore, type RecordingStore } from '../../../helpers/recording-store.ts';
import { liveFiles } from '../../../helpers/small-rebuild.ts';
import { bookNumbered, pageOf, tableUpstream, tagNumbered } from '../../../helpers/table-upstream.ts';

const BRAND = 'freenovel';
const [FIRST, SECOND] = ['2026-05-01T12:00:00.000Z', '2026-05-02T12:00:00.000Z'];
const brands = await loadBrands(resolve('brands'));

let root: string;
let store: RecordingStore;
/** Introduction of the upstream's last book. */
let introduction: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lectern-machine-work-'));
  store = openRecordingStore(join(root, 'store'));
  introduction = 'Once.';
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/**
 * A machine whose rebuild reads from an in-memory upstream.
 * @param costs costs of each shard; default: the measured ones
 */
function machine(name: string, change: Partial<Machine> = {}, costs?: KindCosts) {
  const state = join(root, name);
  let moment = new Date(0);
  const runs: RebuildOptions[] = [];
  const renderers = plainRenderers();
  const opened = { ever: 0, now: 0 };
  const open: typeof renderers.open = async (options) => {
    const renderer = await renderers.open(options);
    opened.ever += 1;
    opened.now += 1;
    const close = () => {
      opened.now -= 1;
      return renderer.close();
    };
    return { ...renderer, close };
  };
  const rebuild = createRebuild({
    state,
    modules: resolve('node_modules'),
    upstream: 'http://upstream.invalid',
    brands,
    views: PRERENDERED_VIEWS,
    log: silentLog,
    now: () => moment,
    bundle: async () => plainBundle(),
    renderers: async () => ({ ...renderers, open }),
  });
  onTestFinished(() => rebuild.close());
  const work = createMachineWork({
    store,
    state,
    brands,
    rebuild: {
      ...rebuild,
      async run(of, options = { mode: 'night' }, tally) {
        runs.push(options);
        if (!options.fromSnapshot && options.mode !== 'merge') await sync(join(state, BRAND));
        return rebuild.run(of, { ...options, fromSnapshot: true }, tally);
      },
      async renderPart(of, order) {
        const rendered = await rebuild.renderPart(of, order);
        return costs ? { ...rendered, costs } : rendered;
      },
    },
    code: plainBundle().id,
    setNow(at) {
      moment = at;
    },
    spreadFrom: 20,
    ...change,
  });
  const { rendered } = renderers;
  return { work, runs, rendered, opened, folder: join(state, BRAND), moment: () => moment.toISOString() };
}
type TestMachine = ReturnType<typeof machine>;

async function sync(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const books = Array.from({ length: 25 }, (_, index) =>
    bookNumbered(index + 1, { title: `Book ${index + 1}`, ...(index === 24 ? { introduction } : {}) }),
  );
  const upstream = tableUpstream({
    'book.list': (params) => pageOf(books, params),
    'seo.book_tags': (params) => pageOf([tagNumbered(1, 'slow'), tagNumbered(2, 'quick')], params),
  });
  await syncSnapshot({ file: join(folder, 'catalogue.db'), locales: ['en'], upstream: 'one', connect: () => upstream });
}

const jobOf = (id: string, order: Partial<NightOrder> = {}) => ({
  id,
  order: { brand: BRAND, at: FIRST, ...order },
  priority: 0,
  done: async () => {},
  giveBack: async () => {},
  reject: async () => {},
});
let number = 0;
const lease = (change: Partial<Lease> = {}): Lease => {
  number += 1;
  return {
    number,
    signal: new AbortController().signal,
    whileHeld: (work) => work(),
    release: async () => {},
    ...change,
  };
};

async function begin({ work }: TestMachine, id: string, order: Partial<NightOrder> = {}): Promise<BegunNight> {
  const night = await work.begin(jobOf(id, order));
  if ('report' in night) throw new Error('The night is over.');
  return night;
}
const shardOf = ({ of }: BegunNight, run: string, index: number) => ({ brand: BRAND, run, index, of });
const numbers = (shardCount: number) => Array.from({ length: shardCount }, (_, index) => index + 1);

/** Runs a nightly rebuild on the machine `maker`; the machine `helper` renders its shards. */
async function makeNight(maker: TestMachine, helper: TestMachine, id: string, order: Partial<NightOrder> = {}) {
  const night = await begin(maker, id, order);
  for (const index of numbers(night.of)) {
    await helper.work.renderShard(shardOf(night, id, index));
    await night.take(index);
  }
  const report = await night.publish(lease(), { genre: { pages: 2, ms: 5 } });
  return { night, report };
}

/** Lists the release files in the store. */
async function storedFiles() {
  const folder = join(mkdtempSync(join(root, 'show-')), BRAND);
  mkdirSync(join(folder, 'releases'), { recursive: true });
  await pullOnce(store, folder, () => ({ [Symbol.dispose]: () => {} }));
  return liveFiles(folder);
}

const place = (run: string) => ({ store, brand: BRAND, run });

describe('a nightly rebuild distributed to several workers', () => {
  it('produces the same release as a single machine, with and without a previous release', async () => {
    const [maker, helper, alone] = [machine('maker'), machine('helper'), machine('alone', { spreadFrom: 1e9 })];
    const { night, report } = await makeNight(maker, helper, 'n1');
    expect(night.of).toBeGreaterThan(1);
    expect(await night.findDone()).toEqual(new Set(numbers(night.of)));
    expect(report).toMatchObject({ brand: BRAND, status: 'published', pages: { taken: helper.rendered.length } });
    expect(maker.rendered).toEqual([]);
    const first = await storedFiles();
    introduction = 'Other words.';
    const second = await makeNight(maker, helper, 'n2', { at: SECOND });
    expect(second.report.pages.rendered).toBeLessThan(report.pages.rendered);
    const files = await storedFiles();
    rmSync(join(root, 'store'), { recursive: true });
    mkdirSync(join(root, 'store'));
    introduction = 'Once.';
    await makeNight(alone, helper, 'a1');
    expect(await storedFiles()).toEqual(first);
    introduction = 'Other words.';
    await makeNight(alone, helper, 'a2', { at: SECOND });
    expect(await storedFiles()).toEqual(files);
  });

  it('produces the same release if two workers render the same shards at the same time', async () => {
    const [maker, one, other, alone] = [machine('maker'), machine('one'), machine('other'), machine('alone')];
    const night = await begin(maker, 'n1');
    for (const index of numbers(night.of)) {
      const shard = shardOf(night, 'n1', index);
      await Promise.all([one.work.renderShard(shard), other.work.renderShard(shard)]);
      await night.take(index);
    }
    expect(await night.findDone()).toEqual(new Set(numbers(night.of)));
    const report = await night.publish(lease(), {});
    expect(report.status).toBe('published');
    const files = await storedFiles();
    rmSync(join(root, 'store'), { recursive: true });
    mkdirSync(join(root, 'store'));
    await makeNight(alone, machine('helper'), 'a1');
    expect(files).toEqual(await storedFiles());
  });

  it('stores its report and page costs, and is not run again if its job is taken again', async () => {
    const maker = machine('maker');
    const { report } = await makeNight(maker, machine('helper'), 'n1');
    expect(await maker.work.begin(jobOf('n1'))).toEqual({ report });
    expect((await findSnapshot(place('n1')))?.costs).toEqual({ genre: 2.5 });
    // A second worker, which has no local data.
    expect(await machine('other').work.begin(jobOf('n1'))).toEqual({ report });
  });

  it('is continued by another worker, which uses the existing shards', async () => {
    const night = await begin(machine('lost'), 'n1');
    const helper = machine('helper');
    await helper.work.renderShard(shardOf(night, 'n1', 1));
    introduction = 'Changed meanwhile.';
    const next = machine('next');
    store.take('');
    const again = await begin(next, 'n1');
    expect([again.of, [...(await again.findDone())]]).toEqual([night.of, [1]]);
    expect(store.take('put ')).toEqual([]);
    for (const index of numbers(night.of)) {
      await helper.work.renderShard(shardOf(night, 'n1', index));
      await again.take(index);
    }
    expect(await again.publish(lease(), {})).toMatchObject({ status: 'published' });
    expect(next.rendered).toEqual([]);
  });

  it('keeps its scheduled time even if the same worker begins a later rebuild', async () => {
    const maker = machine('maker', { spreadFrom: 1e9 });
    const night = await begin(maker, 'n1');
    expect(maker.moment()).toBe(FIRST);
    await begin(maker, 'n2', { at: SECOND });
    expect(await night.publish(lease(), {})).toMatchObject({ release: '20260501T120000000Z' });
  });

  it('uploads page bodies with the shards, and not again with the release', async () => {
    const [maker, helper] = [machine('maker'), machine('helper')];
    const night = await begin(maker, 'n1');
    for (const index of numbers(night.of)) {
      await helper.work.renderShard(shardOf(night, 'n1', index));
      await night.take(index);
    }
    expect(store.take(`put ${keysOf(BRAND).pages}`)).not.toEqual([]);
    expect(findPartialReleases(helper.folder)).toEqual([]);
    await night.publish(lease(), {});
    expect(store.take(`put ${keysOf(BRAND).pages}`)).toEqual([]);
  });

  it('remains a full run when another worker continues it', async () => {
    const [first, helper] = [machine('first'), machine('helper')];
    await makeNight(first, helper, 'n1');
    const night = await begin(machine('lost'), 'n2', { at: SECOND, full: true });
    const next = machine('next');
    expect((await begin(next, 'n2', { at: SECOND, full: true })).of).toBe(night.of);
    expect(next.runs).toMatchObject([{ mode: 'dry-run', of: { mode: 'night', full: true }, fromSnapshot: true }]);
  });

  it('is planned again if a worker with different code started it', async () => {
    await begin(machine('other', { code: 'bundle-0' }), 'n1');
    store.take('');
    await begin(machine('maker'), 'n1');
    expect(store.take('put ')).toContain(keysOf(BRAND).run('n1'));
    expect(await findRun(place('n1'))).toMatchObject({ code: 'bundle-1' });
  });

  it('passes its option `full` to the plan, and the reason for accepting findings to the merge', async () => {
    const maker = machine('maker');
    await makeNight(maker, machine('helper'), 'n1', { full: true, accept: 'as it should be' });
    expect(await findRun(place('n1'))).toMatchObject({ full: true, live: null, created: FIRST });
    expect(maker.runs).toMatchObject([
      { mode: 'dry-run', of: { mode: 'night', full: true } },
      { mode: 'merge', accept: 'as it should be' },
    ]);
  });
});

describe('a nightly rebuild on a single worker', () => {
  it('is chosen if there are too few pages to distribute, and stores no plan', async () => {
    const maker = machine('maker', { spreadFrom: 1000 });
    const { night, report } = await makeNight(maker, machine('helper'), 'n1');
    expect([night.of, report.status]).toEqual([0, 'published']);
    expect(maker.rendered).toHaveLength(report.pages.rendered);
    expect([existsSync(join(maker.folder, 'plan.db')), await findRun(place('n1'))]).toEqual([false, undefined]);
    expect((await readPointer(store, keysOf(BRAND)))?.pointer.release).toBe(report.release);
  });

  it('is chosen only below the configured number of pages', async () => {
    const all = await makeNight(machine('alone', { spreadFrom: 1e9 }), machine('helper'), 'n0');
    const pages = all.report.pages.rendered;
    const ofNight = async (name: string, spreadFrom: number) =>
      (await begin(machine(name, { spreadFrom }), name, { at: SECOND, full: true })).of;
    expect(await ofNight('more', pages + 1)).toBe(0);
    expect(await ofNight('same', pages)).toBeGreaterThan(0);
  });

  it('is also chosen for corrections of selected pages, however many pages they affect', async () => {
    const [helper, maker] = [machine('helper'), machine('maker', { spreadFrom: 0 })];
    await makeNight(maker, helper, 'n1');
    introduction = 'Corrected.';
    maker.runs.length = 0;
    const order = { at: SECOND, pages: ['/tags/1/slow/**'], accept: 'as it should be' };
    const { night, report } = await makeNight(maker, helper, 'c1', order);
    expect([night.of, report.status]).toEqual([0, 'published']);
    expect(maker.runs).toMatchObject([{ mode: 'correction', pages: order.pages, accept: order.accept }]);
  });
});

describe('a shard of a distributed rebuild', () => {
  it('is rendered only once', async () => {
    const night = await begin(machine('maker'), 'n1');
    const helper = machine('helper');
    const rendered = await helper.work.renderShard(shardOf(night, 'n1', 1));
    expect(rendered.pages).toBe(helper.rendered.length);
    const counts = Object.values(rendered.costs).reduce((sum, { pages }) => sum + pages, 0);
    expect(counts).toBe(rendered.pages);
    store.take('');
    expect(await machine('late').work.renderShard(shardOf(night, 'n1', 1))).toEqual({ pages: 0, costs: {} });
    expect(store.take('put ')).toEqual([]);
  });

  it('costs the time of all processors, which is divided among the sections by their rendering time', async () => {
    const night = await begin(machine('maker'), 'n1');
    const costs = { tag: { pages: 2, ms: 1000 }, genre: { pages: 1, ms: 3000 } };
    vi.spyOn(performance, 'now').mockReturnValueOnce(1000).mockReturnValue(3000);
    const rendered = await machine('helper', {}, costs).work.renderShard(shardOf(night, 'n1', 1));
    const all = 2000 * availableParallelism();
    expect(rendered.costs).toEqual({ tag: { pages: 2, ms: all / 4 }, genre: { pages: 1, ms: (all * 3) / 4 } });
  });

  it('is rendered from a snapshot that is downloaded once for all shards', async () => {
    const night = await begin(machine('maker'), 'n1');
    const helper = machine('helper');
    await helper.work.renderShard(shardOf(night, 'n1', 1));
    expect(store.take('get ').filter((key) => key.includes('/blocks/'))).not.toEqual([]);
    await helper.work.renderShard(shardOf(night, 'n1', 2));
    const gets = store.take('get ');
    expect(gets.filter((key) => key.includes('/blocks/') || key.endsWith('run.json'))).toEqual([]);
  });

  it('uses the snapshot that an earlier shard of the same rebuild opened', async () => {
    const night = await begin(machine('maker'), 'n1');
    const helper = machine('helper');
    for (const index of [1, 2, 3]) await helper.work.renderShard(shardOf(night, 'n1', index));
    expect(helper.opened).toEqual({ ever: 1, now: 1 });
  });

  it('does not use the snapshot that a shard of another rebuild opened', async () => {
    const night = await begin(machine('maker'), 'n1');
    const helper = machine('helper');
    await helper.work.renderShard(shardOf(night, 'n1', 1));
    introduction = 'Other words.';
    const other = await begin(machine('other'), 'n2');
    await helper.work.renderShard(shardOf(other, 'n2', 1));
    expect(helper.opened).toEqual({ ever: 2, now: 1 });
  });

  it('closes its snapshot before the next rebuild writes to the snapshot', async () => {
    const night = await begin(machine('maker'), 'n1');
    const helper = machine('helper');
    await helper.work.renderShard(shardOf(night, 'n1', 1));
    await begin(helper, 'n2', { at: SECOND });
    expect(helper.opened.now).toBe(0);
  });

  it('is not rendered if its rebuild has finished', async () => {
    const night = await begin(machine('maker'), 'n1');
    await makeNight(machine('alone', { spreadFrom: 1e9 }), machine('helper'), 'n2', { at: SECOND });
    const helper = machine('late');
    expect(await helper.work.renderShard(shardOf(night, 'n1', 1))).toEqual({ pages: 0, costs: {} });
    expect(helper.rendered).toEqual([]);
  });

  it("is left to another worker if this worker's code or brand differs", async () => {
    const night = await begin(machine('maker'), 'n1');
    const helper = machine('helper', { code: 'bundle-2' });
    await expect(helper.work.renderShard(shardOf(night, 'n1', 1))).rejects.toBeInstanceOf(OtherCodeError);
    const order = { ...shardOf(night, 'n1', 1), brand: 'none' };
    await expect(machine('helper').work.renderShard(order)).rejects.toThrow('This worker has no brand "none"');
    const broken = [
      { id: 'none', hosts: [], problems: [{ file: '/brands/none/brand.ts', message: 'radius: is missing' }] },
    ];
    await expect(machine('other', { broken }).work.renderShard(order)).rejects.toThrow(
      'This worker cannot load "none": /brands/none/brand.ts: radius: is missing',
    );
    await expect(machine('helper').work.begin(jobOf('n2', { brand: 'none' }))).rejects.toBeInstanceOf(OtherCodeError);
  });

  it('fails with the error RUN_LOST if the store has lost the plan of its rebuild', async () => {
    await begin(machine('maker'), 'n1');
    const renderedShard = machine('helper').work.renderShard({ brand: BRAND, run: 'n9', index: 1, of: 2 });
    await expect(renderedShard).rejects.toMatchObject({
      code: 'RUN_LOST',
      message: expect.stringContaining('lost the run n9'),
    });
  });
});

describe('the release of a distributed rebuild', () => {
  it('is not uploaded after the lease is lost, and neither is the report', async () => {
    const maker = machine('maker', { spreadFrom: 1e9 });
    const night = await begin(maker, 'n1');
    store.take('');
    const lostLease = lease({ signal: AbortSignal.abort(new LeaseError('lost')) });
    await expect(night.publish(lostLease, {})).rejects.toThrow('lost');
    expect(store.take('put ')).toEqual([]);
    // The new release is live on this machine only. The next nightly rebuild starts from the state in the store.
    expect(liveId(maker.folder)).toBeDefined();
  });

  it('is uploaded in this order: report, pointer, snapshot', async () => {
    const maker = machine('maker', { spreadFrom: 1e9 });
    const night = await begin(maker, 'n1');
    store.take('');
    await night.publish(lease(), {});
    const keys = keysOf(BRAND);
    const last = [keys.report('n1'), keys.pointer, keys.snapshot];
    expect(store.take('put ').filter((key) => last.includes(key))).toEqual(last);
  });
});
