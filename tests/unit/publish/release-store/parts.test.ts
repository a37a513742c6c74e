import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createPageStore,
  findShardReleases,
  openPartialReleaseLog,
  type PartialRelease,
  type RecordedPage,
  shardFolder,
} from '#src/publish/release/index.ts';
import {
  fetchJobs,
  findParts,
  findReport,
  findRun,
  pullPages,
  pullPart,
  pushJobs,
  pushPart,
  pushReport,
  pushRun,
} from '#src/publish/release-store/index.ts';
import { keysOf, type StoredRun } from '#src/publish/release-store/stored-release.ts';
import { openRecordingStore, type RecordingStore } from '../../../helpers/recording-store.ts';
import { FACTS } from '../../../helpers/release-pages.ts';

const KEYS = keysOf('ash');
const [BEFORE, CREATED] = ['2026-05-01T00:00:00.000Z', '2026-05-02T00:00:00.000Z'];
const SHARD = { index: 2, of: 12 };

let root: string;
let store: RecordingStore;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lectern-parts-'));
  store = openRecordingStore(join(root, 'store'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** The folder `var/<brand>` of a machine, and a run of the brand. */
const place = (machine: string) => ({ store, brand: 'ash', folder: join(root, machine), run: 'n1' });
const run = () => place('here');

/** A part with a new page and a page whose bytes are in the previous release. */
function rendered(machine = 'here', { isComplete = true } = {}) {
  const folder = shardFolder(join(root, machine), 'key', SHARD);
  mkdirSync(folder, { recursive: true });
  const page = (path: string, created: string): RecordedPage =>
    createPageStore(folder, undefined, created).add({
      ...FACTS,
      path,
      html: Buffer.from(`<p>${path}</p>`),
      inputs: '',
      version: '',
      listing: '',
    });
  const pages = [page('/new', CREATED), page('/kept', BEFORE)] as const;
  const log = openPartialReleaseLog(folder, { buildKey: 'key', shard: SHARD });
  log.add(pages);
  if (isComplete) log.complete();
  log.close();
  const [part] = findShardReleases(join(root, machine), SHARD);
  return { part: part as PartialRelease, pages };
}

describe('a rendered part of a rebuild in a release store', () => {
  it('is uploaded after its new page bodies', async () => {
    const { part, pages } = rendered();
    await pushPart(run(), part, { shard: SHARD, created: CREATED });
    expect(store.take('put ')).toEqual([KEYS.page(pages[0].hash), KEYS.part('n1', 2)]);
    expect(await findParts(run())).toEqual(new Set([2]));
    expect(await findParts({ ...run(), run: 'n2' })).toEqual(new Set());
  });

  it('is not uploaded if a page is damaged', async () => {
    const { part } = rendered();
    writeFileSync(join(part.folder, 'site/new.html.br'), 'half of');
    const pushed = pushPart(run(), part, { shard: SHARD, created: CREATED });
    await expect(pushed).rejects.toMatchObject({ code: 'DAMAGED' });
    expect(await findParts(run())).toEqual(new Set());
  });

  it('is downloaded for a merge without page files, and replaces an incomplete copy', async () => {
    const { part, pages } = rendered();
    await pushPart(run(), part, { shard: SHARD, created: CREATED });
    rendered('there', { isComplete: false });
    const hashes = await pullPart(place('there'), { shard: SHARD, created: CREATED });
    expect(hashes).toEqual([pages[0].hash]);
    const shardReleases = findShardReleases(join(root, 'there'), SHARD);
    expect(shardReleases.map(({ isComplete, buildKey }) => [isComplete, buildKey])).toEqual([[true, 'key']]);
    expect([...(shardReleases[0]?.pages() ?? [])]).toEqual(pages);
    expect(existsSync(join(shardReleases[0]?.folder ?? '', 'site'))).toBe(false);
    expect(readdirSync(join(root, 'there/releases'))).toHaveLength(1);
  });

  it.each([
    ['was cut off', 'cut'],
    ['is not Zstandard data', undefined],
  ])('is refused by a merge if the stored part %s', async (_what, text) => {
    const { part } = rendered('here', { isComplete: text === undefined });
    await pushPart(run(), part, { shard: SHARD, created: CREATED });
    if (text === undefined) await store.put(KEYS.part('n1', 2), Buffer.from('x'));
    const pulled = pullPart(place('there'), { shard: SHARD, created: CREATED });
    await expect(pulled).rejects.toThrow(`${KEYS.part('n1', 2)} in the release store`);
    expect(findShardReleases(join(root, 'there'), SHARD).filter(({ isComplete }) => isComplete)).toEqual([]);
  });

  it('is downloaded with only the bodies of the requested pages', async () => {
    const { part, pages } = rendered();
    await pushPart(run(), part, { shard: SHARD, created: CREATED });
    await pullPages(place('there'), join(root, 'next'), [pages[0]]);
    expect(readFileSync(join(root, 'next/site/new.html'), 'utf8')).toBe('<p>/new</p>');
    expect(readFileSync(join(root, 'next/site/new.html.br'))).toEqual(
      readFileSync(join(part.folder, 'site/new.html.br')),
    );
    await expect(pullPages(place('there'), join(root, 'next'), [pages[1]])).rejects.toThrow('has lost');
  });
});

describe('a rebuild in parts in a release store', () => {
  const stored: StoredRun = {
    code: 'bundle-1',
    live: null,
    full: false,
    of: 12,
    snapshot: { bytes: 0, blockBytes: 1, blocks: [] },
    created: CREATED,
    buildKey: 'key',
  };

  it('is found by its id, with defaults for fields that older versions did not write', async () => {
    expect(await findRun(run())).toBeUndefined();
    await pushRun(run(), stored);
    expect(await findRun(run())).toEqual(stored);
    expect(await findRun({ ...run(), run: 'n2' })).toBeUndefined();
    const { created: _created, buildKey: _key, ...older } = stored;
    await store.put(KEYS.run('n1'), Buffer.from(JSON.stringify(older)));
    expect(await findRun(run())).toEqual({ ...stored, created: '', buildKey: '' });
  });

  it.each([
    ['is not JSON', 'x'],
    ['has no shards', JSON.stringify({ ...stored, of: 0 })],
    ['has blocks without names', JSON.stringify({ ...stored, snapshot: { ...stored.snapshot, blocks: ['x'] } })],
  ])('is reported as damaged or written by newer code if it %s', async (_what, text) => {
    await store.put(KEYS.run('n1'), Buffer.from(text));
    await expect(findRun(run())).rejects.toMatchObject({
      code: 'STORE',
      message: expect.stringContaining('is damaged, or a newer Lectern wrote it'),
    });
  });

  it('stores the jobs of each shard, and a report at the end', async () => {
    await pushJobs(run(), 1, 'one\n');
    await pushJobs(run(), 2, 'zwei: ä\n');
    expect([await fetchJobs(run(), 1), await fetchJobs(run(), 2)]).toEqual(['one\n', 'zwei: ä\n']);
    await expect(fetchJobs(run(), 3)).rejects.toThrow(`has lost ${KEYS.jobs('n1', 3)}`);
    await store.put(KEYS.jobs('n1', 1), zstdCompressSync('x').subarray(0, 6));
    await expect(fetchJobs(run(), 1)).rejects.toThrow(`${KEYS.jobs('n1', 1)} in the release store`);
    expect(await findReport(run())).toBeUndefined();
    await pushReport(run(), '{"ä":1}');
    expect(await findReport(run())).toBe('{"ä":1}');
  });
});
