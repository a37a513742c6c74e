import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acquireLock } from '#src/publish/rebuild/lock.ts';
import { searchInIdleTime } from '#src/publish/recompress/idle-search.ts';
import { type RecompressionOptions, recompressBrand } from '#src/publish/recompress/index.ts';
import {
  checkRelease,
  createReleaseWriter,
  isIdleWorkDone,
  isSearchedInIdleTime,
  liveId,
  openLive,
  openRelease,
  prune,
  readDamageNote,
  readRecompression,
  refreshRecycledTree,
  rollback,
  switchLive,
  writeRecompression,
} from '#src/publish/release/index.ts';
import { addPage } from '../../../helpers/release-pages.ts';

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'lectern-recompress-')), 'a');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

const PAGES = 40;
const ID = (number: number) => `2026010${number}T000000000Z`;
const paths = Array.from({ length: PAGES }, (_, index) => (index === 0 ? '/' : `/p/${index}`));

/** Text of about 6 KB, different for each page and version. */
function htmlOf(path: string, version: string): Buffer {
  let seed = [...`${path} ${version}`].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 2 ** 31, 7);
  const words = Array.from({ length: 900 }, () => {
    seed = (seed * 48271) % (2 ** 31 - 1);
    return ['chapter', 'river', 'lantern', 'winter', `<p>${seed % 97}</p>`, 'letter', 'harbour'][seed % 7];
  });
  return Buffer.from(`<title>${path} ${version}</title>${words.join(' ')}`);
}

/** Publishes a release. Pages without a version in `changed` are the same as in the previous release. */
async function publish(number: number, changed: Readonly<Record<string, string>> = {}): Promise<void> {
  const previous = openLive(folder);
  const writer = createReleaseWriter({
    releases: join(folder, 'releases'),
    id: ID(number),
    brand: 'a',
    brandFingerprint: 'a',
    bundle: { id: 'b', csp: '' },
    created: new Date(2026, 0, number),
    previous,
    keepsPages: previous !== undefined,
  });
  const dropped = previous ? Object.keys(changed) : [];
  if (previous) await writer.keepPages({ droppedPaths: () => dropped, newVersions: () => [] });
  for (const path of previous ? dropped : paths)
    addPage(writer, { path, html: htmlOf(path, changed[path] ?? '1'), inputs: '', version: '' }, previous);
  writer.seal();
  await writer.finish();
  previous?.close();
  await switchLive(folder, ID(number));
  prune(folder);
  await refreshRecycledTree(folder);
}

const recompress = (options: Partial<RecompressionOptions> = {}) =>
  recompressBrand({ folder, signal: new AbortController().signal, whenIdle: async () => {}, ...options });

const releaseFolder = (number: number) => join(folder, 'releases', ID(number));
const fileOf = (path: string) => `site/${path === '/' ? 'index' : path.slice(1)}.html`;
const compressed = (number: number, path: string) => join(releaseFolder(number), `${fileOf(path)}.br`);
const sizes = (number: number) => paths.map((path) => statSync(compressed(number, path)).size);
const inodes = (number: number) => paths.map((path) => statSync(compressed(number, path)).ino);

const best = (html: Buffer) =>
  brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 16 } })
    .length;

/** Checks that every file of every release is valid. */
function expectSound(): void {
  for (const name of readdirSync(join(folder, 'releases')).filter((entry) => !entry.startsWith('.')))
    expect(checkRelease(join(folder, 'releases', name)).findings).toEqual([]);
}

describe('recompressing a release', () => {
  it('compresses pages within 2 % of Brotli 11, never larger than before or gzip -9, and changes nothing else', async () => {
    await publish(1);
    const before = sizes(1);
    const others = ['manifest.db', 'release.json', ...paths.map(fileOf)];
    const bytes = others.map((file) => readFileSync(join(releaseFolder(1), file)));
    expect(await recompress()).toBe('complete');
    for (const [index, path] of paths.entries()) {
      const html = htmlOf(path, '1');
      const { size } = statSync(compressed(1, path));
      expect(brotliDecompressSync(readFileSync(compressed(1, path)))).toEqual(html);
      expect(size).toBeLessThanOrEqual(Math.min(before[index] ?? 0, best(html) * 1.02));
      expect(size).toBeLessThanOrEqual(gzipSync(html, { level: 9 }).length);
    }
    expect(others.map((file) => readFileSync(join(releaseFolder(1), file)))).toEqual(bytes);
    const saved = before.reduce((sum, size) => sum + size, 0) - sizes(1).reduce((sum, size) => sum + size, 0);
    const counts = { pages: PAGES, best: PAGES, savedBytes: saved, damaged: 0, isComplete: true };
    expect(readRecompression(folder)).toMatchObject({ release: ID(1), ...counts });
    expect(saved).toBeGreaterThan(0);
    expectSound();
    expect(existsSync(join(folder, 'releases/.recompress'))).toBe(false);
  });

  it('does not compress a page twice, even if the record is lost', async () => {
    await publish(1);
    await recompress();
    const before = inodes(1);
    rmSync(join(folder, 'recompression.json'));
    expect(await recompress()).toBe('complete');
    expect(inodes(1)).toEqual(before);
  });

  it('a night keeps the better files, and only its changed pages are compressed', async () => {
    await publish(1);
    await recompress();
    const before = inodes(1);
    await publish(2, { '/p/3': '2' });
    const linked = inodes(2);
    expect(linked.filter((inode, index) => inode !== before[index])).toHaveLength(1);
    let pages = 0;
    const whenIdle = async () => {
      pages += 1;
    };
    await recompress({ whenIdle });
    expect(pages).toBe(1);
    expect(inodes(2).filter((inode, index) => inode !== linked[index])).toHaveLength(1);
    expect(statSync(compressed(2, '/p/3')).size).toBeLessThanOrEqual(best(htmlOf('/p/3', '2')) * 1.02);
    expectSound();
  });

  it('improves the same pages of other releases and of the recycled tree, so that no night brings a worse file back', async () => {
    for (const number of [1, 2, 3, 4, 5]) await publish(number, { '/p/1': `${number}` });
    expect(existsSync(join(folder, 'releases/.spare'))).toBe(true);
    await recompress();
    const live = inodes(5);
    expect(inodes(4).filter((inode, index) => inode === live[index])).toHaveLength(PAGES - 1);
    await publish(6, { '/p/2': '6' });
    expect(inodes(6).filter((inode, index) => inode === live[index])).toHaveLength(PAGES - 1);
    expectSound();
  });

  it('leaves every file valid wherever it is interrupted, and continues there', async () => {
    await publish(1);
    await publish(2, { '/p/1': '2' });
    for (const after of [1, 7, 33, 38]) {
      const stop = new AbortController();
      let pages = 0;
      const whenIdle = async () => {
        pages += 1;
        if (pages > after) stop.abort();
      };
      expect(await recompress({ signal: stop.signal, whenIdle })).toBe('stopped');
      expectSound();
    }
    expect(await recompress()).toBe('complete');
    expectSound();
  });

  it('replaces nothing while a run is in progress', async () => {
    await publish(1);
    const before = inodes(1);
    const lock = acquireLock(folder, 'a');
    const pass = recompress();
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect(inodes(1)).toEqual(before);
    lock.release();
    expect(await pass).toBe('complete');
    expect(inodes(1)).not.toEqual(before);
  });

  it('a run can start at any moment of a pass', async () => {
    await publish(1);
    const pass = recompress({
      async whenIdle() {
        acquireLock(folder, 'a').release();
      },
    });
    expect(await pass).toBe('complete');
  });

  it('only one of two processes recompresses a brand', async () => {
    await publish(1);
    expect((await Promise.all([recompress(), recompress()])).sort()).toEqual(['busy', 'complete']);
    expectSound();
  });

  it('continues with the release that becomes live meanwhile', async () => {
    await publish(1);
    await publish(2, { '/p/3': '2', '/p/4': '2' });
    let pages = 0;
    const whenIdle = async () => {
      pages += 1;
      if (pages === 5) await rollback(folder);
    };
    expect(await recompress({ whenIdle })).toBe('complete');
    expect(liveId(folder)).toBe(ID(1));
    for (const path of paths)
      expect(statSync(compressed(1, path)).size).toBeLessThanOrEqual(best(htmlOf(path, '1')) * 1.02);
    expectSound();
  });

  it('ends without noting damage when the release is removed meanwhile', async () => {
    await publish(1);
    let pages = 0;
    const whenIdle = async () => {
      pages += 1;
      if (pages === 5) renameSync(releaseFolder(1), join(folder, 'gone'));
    };
    expect(await recompress({ whenIdle })).toBe('none');
    expect(readDamageNote(folder)).toEqual([]);
  });

  it('notes damaged HTML for the next night, repairs a damaged compressed page, and does the others', async () => {
    await publish(1);
    truncateSync(join(releaseFolder(1), fileOf('/p/3')), 10);
    truncateSync(compressed(1, '/p/4'), 10);
    rmSync(compressed(1, '/p/5'));
    expect(await recompress()).toBe('complete');
    expect(readDamageNote(folder)).toEqual(['/p/3']);
    expect(checkRelease(releaseFolder(1)).findings.map(({ path }) => path)).toEqual(['/p/3']);
    expect(readRecompression(folder)).toMatchObject({ best: PAGES - 1, damaged: 1, isComplete: true });
  });

  it('keeps a compressed page that is smaller than the best one', async () => {
    await publish(1);
    // Another window happens to save a byte on some pages.
    for (const path of paths) {
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 18 };
      writeFileSync(compressed(1, path), brotliCompressSync(htmlOf(path, '1'), { params }));
    }
    const [before, files] = [sizes(1), inodes(1)];
    expect(await recompress()).toBe('complete');
    const after = sizes(1);
    expect(after.every((size, index) => size <= (before[index] ?? 0))).toBe(true);
    expect(inodes(1).filter((inode, index) => inode === files[index]).length).toBeGreaterThan(0);
    expectSound();
  });

  it('starts with the pages of the given books, then continues with the home page', async () => {
    await publish(1);
    const stop = new AbortController();
    let pages = 0;
    const whenIdle = async () => {
      pages += 1;
      if (pages === 34) stop.abort();
    };
    const before = inodes(1);
    await recompress({ signal: stop.signal, whenIdle, first: ['/p/39', '/none'] });
    const replaced = paths.filter((_, index) => inodes(1)[index] !== before[index]);
    // On a busy machine, the first batch has fewer pages.
    expect(replaced.length).toBeLessThan(PAGES);
    expect(replaced).toEqual(expect.arrayContaining(['/p/39', '/']));
    expect(await recompress({ first: ['/p/39', '/none'] })).toBe('complete');
    expect(readRecompression(folder)).toMatchObject({ pages: PAGES, best: PAGES });
  });
});

describe('the search for damage in idle time', () => {
  const now = new Date('2026-02-03T04:05:06Z');
  const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
  const record = (searched?: string) =>
    writeRecompression(folder, {
      release: ID(1),
      pages: 60_000,
      best: 60_000,
      savedBytes: 0,
      damaged: 0,
      isComplete: true,
      updated: now.toISOString(),
      ...(searched === undefined ? {} : { searched }),
    });

  async function search(signal = new AbortController().signal, onFound = () => {}) {
    const release = openRelease(releaseFolder(1));
    const found: string[] = [];
    const onDamaged = ({ path }: { readonly path: string }) => {
      found.push(path);
      onFound();
    };
    await searchInIdleTime({ folder, signal, whenIdle: async () => {}, onDamaged, now: () => now }, release);
    release.close();
    return found;
  }

  beforeEach(async () => {
    await publish(1);
    rmSync(join(releaseFolder(1), fileOf('/p/3')));
    truncateSync(compressed(1, '/p/4'), 10);
  });

  it('reports damaged pages and notes them for the next run, which leaves the search to it for three days', async () => {
    await record();
    expect(isSearchedInIdleTime(folder, 60_000, now)).toBe(false);
    expect((await search()).sort()).toEqual(['/p/3', '/p/4']);
    expect(readDamageNote(folder).sort()).toEqual(['/p/3', '/p/4']);
    expect(readRecompression(folder)).toMatchObject({ searched: now.toISOString(), isComplete: true });
    expect(isIdleWorkDone(folder, later(19))).toBe(true);
    expect(isIdleWorkDone(folder, later(21))).toBe(false);
    expect(isSearchedInIdleTime(folder, 60_000, later(71))).toBe(true);
    expect(isSearchedInIdleTime(folder, 60_000, later(73))).toBe(false);
    expect(isSearchedInIdleTime(folder, 40_000, later(1))).toBe(false);
  });

  it('is due if the last one is in the future, because the clock was wrong then', async () => {
    await record(later(100).toISOString());
    expect(isSearchedInIdleTime(folder, 60_000, now)).toBe(false);
    expect(isIdleWorkDone(folder, now)).toBe(false);
  });

  it('takes place once a day, and not after the process was stopped', async () => {
    await record(new Date(now.getTime() - 3_600_000).toISOString());
    expect(await search()).toEqual([]);
    await record();
    expect(await search(AbortSignal.abort())).toEqual([]);
    expect(readRecompression(folder)?.searched).toBeUndefined();
  });

  it('is repeated if it is stopped while it notes damage', async () => {
    await record();
    const stop = new AbortController();
    expect(await search(stop.signal, () => stop.abort())).toHaveLength(1);
    expect(readRecompression(folder)?.searched).toBeUndefined();
  });

  it('survives the next pass in its record', async () => {
    await record(now.toISOString());
    await publish(2, { '/p/3': '2', '/p/4': '2' });
    await recompress();
    expect(readRecompression(folder)).toMatchObject({ release: ID(2), searched: now.toISOString() });
  });
});
