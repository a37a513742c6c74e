import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hash } from '#src/lib/hash.ts';
import { liveId, openLive, rollback } from '#src/publish/release/index.ts';
import { type Lease, LeaseError } from '#src/publish/release-store/lease.ts';
import { type PushReport, pushRelease, TRUSTED_MS } from '#src/publish/release-store/push.ts';
import { keysOf, readPointer, readStoredRelease } from '#src/publish/release-store/stored-release.ts';
import { ERROR_PAGES, html, publish, type ReleaseContent } from '../../../helpers/published-brand.ts';
import { openRecordingStore, type RecordingStore } from '../../../helpers/recording-store.ts';

const KEYS = keysOf('ash');
const NOW = '2026-05-01T12:00:00.000Z';
/** Number of pages that every release has. */
const COMMON = Object.keys(ERROR_PAGES).length;

let root: string;
let folder: string;
let store: RecordingStore;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lectern-push-'));
  folder = join(root, 'ash');
  store = openRecordingStore(join(root, 'store'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const make = (pages: Readonly<Record<string, string>>, more: Partial<ReleaseContent> = {}, state = root) =>
  publish(state, 'ash', {
    pages: Object.fromEntries(Object.entries(pages).map(([path, text]) => [path, html(text)])),
    ...more,
  });
const push = (options: Partial<Parameters<typeof pushRelease>[0]> = {}): Promise<PushReport> =>
  pushRelease({ store, brand: 'ash', folder, now: () => new Date(NOW), ...options });
const pointer = async () => (await readPointer(store, KEYS))?.pointer;
const bodyKey = (text: string) => KEYS.page(hash(html(text), 32));

const lease = (number: number, change: Partial<Lease> = {}): Lease => ({
  number,
  signal: new AbortController().signal,
  whileHeld: (work) => work(),
  release: async () => {},
  ...change,
});

describe('a push to a release store', () => {
  it('uploads page bodies, browser files and the manifest, then the release, and the pointer last', async () => {
    const id = await make({ '/a': 'A', '/b': 'B' }, { assets: { '/_astro/a.js': 'let a = 1;'.repeat(99) } });
    const report = await push();
    expect(report).toMatchObject({ brand: 'ash', release: id, status: 'published', number: 1, pages: COMMON + 2 });
    expect(await pointer()).toEqual({ number: 1, release: id, published: NOW, takenDown: { books: [], since: '' } });
    const puts = store.take('put ash/');
    expect(puts.slice(-2)).toEqual([`releases/${id}.json`, 'current.json']);
    expect(puts.filter((key) => key.startsWith('pages/'))).toHaveLength(COMMON + 2);
    expect(puts.filter((key) => key.startsWith('files/'))).toHaveLength(report.files);
    const { assets } = await readStoredRelease(store, KEYS, id);
    expect(assets.flatMap(({ variants }) => Object.keys(variants).sort())).toEqual(['', '.br', '.gz']);
    const sizes = await Promise.all(
      puts
        .filter((key) => key !== 'current.json')
        .map(async (key) => (await store.get(`ash/${key}`))?.body.length ?? 0),
    );
    expect(report.bytes).toBe(sizes.reduce((sum, size) => sum + size, 0));
  });

  it('writes nothing if the store already has the complete release', async () => {
    await make({ '/a': 'A' });
    await push();
    store.take('');
    expect(await push()).toMatchObject({ status: 'unchanged', number: 1, pages: 0, files: 0, bytes: 0 });
    expect(store.take('put ')).toEqual([]);
  });

  it('uploads only files that the previous release lacks, and uploads a body shared by several pages once', async () => {
    const assets = { '/_astro/a.js': 'a' };
    await make({ '/a': 'A', '/b': 'B' }, { assets });
    await push();
    store.take('');
    await make({ '/a': 'A', '/b': 'new', '/c': 'new' }, { assets: { ...assets, '/_astro/b.js': 'b' } });
    expect(await push()).toMatchObject({ number: 2, pages: 1, files: 1 });
    const puts = store.take('put ');
    expect(puts.filter((key) => key.startsWith(KEYS.pages))).toEqual([bodyKey('new')]);
    expect(puts.filter((key) => key.startsWith(KEYS.files))).toHaveLength(1);
  });

  it('finds out what to upload even on a machine that never had the previous release', async () => {
    await make({ '/a': 'A', '/b': 'B' });
    await push();
    const other = join(root, 'other');
    await make({ '/a': 'A', '/b': 'other' }, {}, other);
    store.take('');
    expect(await push({ folder: join(other, 'ash') })).toMatchObject({ number: 2, pages: 1 });
    expect(store.take(`put ${KEYS.pages}`)).toHaveLength(1);
  });

  it('writes only the pointer after a rollback or a takedown', async () => {
    const first = await make({ '/a': 'A' });
    await push();
    await make({ '/a': 'B' });
    await push();
    await rollback(folder, { to: first });
    store.take('');
    expect(await push()).toMatchObject({ status: 'published', release: first, number: 3, pages: 0, bytes: 0 });
    expect(store.take('put ')).toEqual([KEYS.pointer]);
    const takenDown = { books: [{ book: 3, status: 451, at: NOW, reason: 'Order 7' }], since: '' };
    writeFileSync(join(folder, 'taken-down.json'), JSON.stringify(takenDown));
    expect(await push()).toMatchObject({ status: 'published', number: 4 });
    expect(store.take('put ')).toEqual([KEYS.pointer]);
    expect(await pointer()).toMatchObject({ release: first, takenDown });
  });

  it('fails if the brand has no live release, and names the brand', async () => {
    await expect(push()).rejects.toMatchObject({ exitCode: 2, message: expect.stringContaining('--brand ash') });
  });

  it("fails if a page is damaged, and leaves the store's live release unchanged", async () => {
    await make({ '/a': 'A' });
    await push();
    await make({ '/a': 'B' });
    const page = openLive(folder);
    writeFileSync(join(page?.folder ?? '', 'site/a.html.br'), 'half of');
    page?.close();
    const before = await pointer();
    await expect(push()).rejects.toMatchObject({ code: 'DAMAGED', message: expect.stringContaining('The page /a') });
    expect(await pointer()).toEqual(before);
  });

  it('fails if a browser file is missing, but not if only a compressed variant is missing', async () => {
    await make({}, { assets: { '/_astro/a.js': 'let a = 1;'.repeat(99) } });
    const file = join(folder, 'current/site/_astro/a.js');
    rmSync(`${file}.gz`);
    const { files } = await push();
    expect(files).toBe(2);
    await make({}, { assets: { '/_astro/b.js': 'b' } });
    rmSync(join(folder, 'current/site/_astro/b.js'));
    await expect(push()).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('a push to a release store after an interrupted push', () => {
  /** Pushes a release, and interrupts the push after two page bodies. */
  async function interrupt() {
    await make({ '/a': 'A', '/b': 'B', '/c': 'C' });
    let bodies = 0;
    store.onRequest = (request) => {
      if (!request.startsWith(`put ${KEYS.pages}`)) return;
      bodies += 1;
      if (bodies > 2) throw new Error('away');
    };
    await expect(push()).rejects.toThrow('away');
    store.onRequest = () => {};
    store.take('');
  }
  const all = COMMON + 3;

  it('uploads only objects that are still missing', async () => {
    await interrupt();
    expect(await push({ listedFrom: all, now: () => new Date() })).toMatchObject({ pages: all - 2 });
  });

  it('uploads everything again if listing the store costs more, or if a sweep may have removed earlier uploads', async () => {
    await interrupt();
    expect(await push({ listedFrom: all + 1 })).toMatchObject({ pages: all });
    expect(store.take('list ')).toEqual([]);
    await make({ '/a': 'D', '/b': 'E', '/c': 'F' });
    const later = () => new Date(Date.now() + TRUSTED_MS + 60_000);
    expect(await push({ listedFrom: 1, now: later })).toMatchObject({ pages: 3 });
  });

  it('uploads objects again if they are older than half a day', async () => {
    await interrupt();
    const at = (ms: number) => () => new Date(Date.now() + TRUSTED_MS + ms);
    expect(await push({ listedFrom: 1, now: at(60_000) })).toMatchObject({ pages: all });
  });

  it('does not upload pages that the caller has already uploaded', async () => {
    await make({ '/a': 'A', '/b': 'B' });
    expect(await push({ uploaded: [hash(html('A'), 32)] })).toMatchObject({ pages: COMMON + 1 });
    expect(await store.get(bodyKey('A'))).toBeUndefined();
  });
});

describe('the publishing lease of a release store', () => {
  it('gives each release its number, and is refused if its number is not higher than the last number', async () => {
    await make({ '/a': 'A' });
    expect(await push({ lease: lease(7) })).toMatchObject({ number: 7 });
    await make({ '/a': 'B' });
    for (const number of [6, 7])
      await expect(push({ lease: lease(number) })).rejects.toThrow(`with the number 7, and this process has ${number}`);
    expect(store.take(`put ${KEYS.releases}`)).toHaveLength(1);
    expect(await push({ lease: lease(8) })).toMatchObject({ number: 8 });
  });

  it('is checked again before the pointer is written', async () => {
    await make({ '/a': 'A' });
    const whileHeld = async () => {
      throw new LeaseError('lost');
    };
    await expect(push({ lease: lease(1, { whileHeld }) })).rejects.toThrow('lost');
    expect(await pointer()).toBeUndefined();
  });

  it('aborts the upload as soon as the lease is lost', async () => {
    await make({ '/a': 'A' });
    const signal = AbortSignal.abort(new LeaseError('lost'));
    await expect(push({ lease: lease(1, { signal }) })).rejects.toThrow('lost');
    expect(store.take('put ')).toEqual([]);
  });

  it("is optional if only one machine publishes; without it, a push never overwrites another machine's release", async () => {
    const id = await make({ '/a': 'A' });
    const bytes = Buffer.from(
      JSON.stringify({ number: 9, release: 'x', published: NOW, takenDown: { books: [], since: '' } }),
    );
    store.onRequest = async (request) => {
      if (request === `put ${KEYS.release(id)}`) await store.put(KEYS.pointer, bytes);
    };
    await expect(push()).rejects.toMatchObject({ code: 'CHANGED' });
    expect(await pointer()).toMatchObject({ number: 9 });
    expect(liveId(folder)).toBe(id);
    expect(readFileSync(join(root, 'store', KEYS.pointer))).toEqual(bytes);
  });
});
