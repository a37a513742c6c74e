import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hash } from '#src/lib/hash.ts';
import { type Lease, LeaseError } from '#src/publish/release-store/lease.ts';
import { pushRelease } from '#src/publish/release-store/push.ts';
import { pushSnapshot } from '#src/publish/release-store/snapshot.ts';
import { keysOf } from '#src/publish/release-store/stored-release.ts';
import { type SweepReport, sweepStore } from '#src/publish/release-store/sweep.ts';
import { html, publish } from '../../../helpers/published-brand.ts';
import { openRecordingStore, type RecordingStore } from '../../../helpers/recording-store.ts';

const KEYS = keysOf('ash');
const HOUR_MS = 3_600_000;

let root: string;
let folder: string;
let store: RecordingStore;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lectern-sweep-'));
  folder = join(root, 'ash');
  store = openRecordingStore(join(root, 'store'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const now = new Date();
const sweep = (options: Partial<Parameters<typeof sweepStore>[0]> = {}): Promise<SweepReport> =>
  sweepStore({ store, brand: 'ash', now: () => now, ...options });
async function push(text: string, script = text): Promise<string> {
  const id = await publish(root, 'ash', { pages: { '/a': html(text) }, assets: { '/_astro/a.js': script } });
  await pushRelease({ store, brand: 'ash', folder });
  return id;
}
/** Pushes one release per letter. Its page contains the letter. */
async function pushAll(texts: string): Promise<string[]> {
  const ids: string[] = [];
  for (const text of texts) ids.push(await push(text));
  return ids;
}
/** Sets the age of every object in the store. */
async function age(hours: number): Promise<void> {
  const written = new Date(now.getTime() - hours * HOUR_MS);
  for await (const { key } of store.list('ash/')) utimesSync(join(root, 'store', key), written, written);
}
const hasBody = async (text: string) => (await store.get(KEYS.page(hash(html(text), 32)))) !== undefined;

describe('a sweep of a release store', () => {
  it('keeps the three newest releases and everything that they reference', async () => {
    const [first, ...keptIds] = await pushAll('ABCD');
    await age(25);
    const report = await sweep();
    expect(report).toMatchObject({ brand: 'ash', kept: keptIds, releases: 1 });
    expect(await store.get(KEYS.release(first ?? ''))).toBeUndefined();
    expect([await hasBody('A'), await hasBody('B'), await hasBody('D')]).toEqual([false, true, true]);
    expect(await store.get(KEYS.file(hash('A', 32)))).toBeUndefined();
    expect(await store.get(KEYS.file(hash('B', 32)))).toBeDefined();
    // The three are a page, a browser file and a manifest block.
    expect(report.bodies).toBe(3);
    expect(await sweep()).toEqual({ brand: 'ash', kept: keptIds, releases: 0, bodies: 0 });
  });

  it('keeps the live release and the release that it replaced, however old they are', async () => {
    const [, live = ''] = await pushAll('AB');
    await pushAll('CDE');
    const pointer = {
      number: 9,
      release: live,
      published: '2026-11-01T00:00:00.000Z',
      takenDown: { books: [], since: '' },
    };
    await store.put(KEYS.pointer, Buffer.from(JSON.stringify(pointer)));
    await age(25);
    expect(await sweep()).toMatchObject({ releases: 0 });
    expect([await hasBody('A'), await hasBody('B')]).toEqual([true, true]);
  });

  it('keeps unreferenced objects for a day', async () => {
    await pushAll('ABCD');
    await store.put(KEYS.page('ab'.repeat(16)), Buffer.from('of a release in the making'));
    await age(23);
    expect(await sweep()).toMatchObject({ releases: 0, bodies: 0 });
    await age(25);
    expect(await sweep()).toMatchObject({ releases: 1, bodies: 4 });
  });

  it('removes the parts of finished rebuilds, and keeps the latest snapshot', async () => {
    await push('A');
    const blocks = await pushSnapshot({ store, brand: 'ash' }, join(folder, 'current/manifest.db'), undefined);
    await store.put(KEYS.block('cd'.repeat(16)), Buffer.from('of a snapshot before'));
    for (const key of [KEYS.run('n1'), KEYS.jobs('n1', 1), KEYS.part('n1', 1)]) await store.put(key, Buffer.from('x'));
    await age(25);
    expect(await sweep()).toMatchObject({ bodies: 4 });
    expect(await Array.fromAsync(store.list(KEYS.parts))).toEqual([]);
    for (const digest of blocks.blocks) expect(await store.get(KEYS.block(digest))).toBeDefined();
    expect(await store.get(KEYS.snapshot)).toBeDefined();
  });

  it('keeps the blocks of the latest snapshot, although no release references them', async () => {
    await push('A');
    const blocks = await pushSnapshot({ store, brand: 'ash' }, join(root, 'store', KEYS.pointer), undefined);
    await age(25);
    expect(await sweep()).toMatchObject({ bodies: 0 });
    expect(await store.get(KEYS.block(blocks.blocks[0] ?? ''))).toBeDefined();
  });

  it('removes releases before the objects that they reference, and removes many page bodies in several requests', async () => {
    await pushAll('ABCD');
    mkdirSync(join(root, 'store', KEYS.pages, 'xx'), { recursive: true });
    for (let count = 0; count < 1000; count += 1) writeFileSync(join(root, 'store', KEYS.pages, 'xx', `${count}`), '');
    await age(25);
    store.take('');
    expect(await sweep()).toMatchObject({ releases: 1, bodies: 1003 });
    expect(store.take('remove ')).toEqual(['1', '1000', '1', '1', '1']);
  });

  it('does not remove objects of other brands', async () => {
    const [own, other] = [KEYS, keysOf('ash-two')].map((keys) => keys.page('ab'.repeat(16)));
    for (const key of [own ?? '', other ?? '']) {
      await store.put(key, Buffer.from('x'));
      utimesSync(join(root, 'store', key), new Date(0), new Date(0));
    }
    expect(await sweep()).toMatchObject({ bodies: 1 });
    expect(await store.get(other ?? '')).toBeDefined();
  });

  it('removes old objects from a store without any release', async () => {
    await store.put(KEYS.page('ab'.repeat(16)), Buffer.from('x'));
    await age(25);
    expect(await sweep()).toEqual({ brand: 'ash', kept: [], releases: 0, bodies: 1 });
  });

  it('removes nothing after the lease is lost', async () => {
    await pushAll('ABCD');
    await age(25);
    const lostLease = { whileHeld: async () => Promise.reject(new LeaseError('lost')) } as unknown as Lease;
    store.take('');
    await expect(sweep({ lease: lostLease })).rejects.toThrow('lost');
    expect(store.take('remove')).toEqual([]);
    const validLease = { whileHeld: (work: () => Promise<unknown>) => work() } as unknown as Lease;
    expect(await sweep({ lease: validLease })).toMatchObject({ releases: 1 });
  });
});
