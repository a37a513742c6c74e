import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hash } from '#src/lib/hash.ts';
import { listReleases, liveId, noteDamage, rollback } from '#src/publish/release/index.ts';
import { pullOnce } from '#src/publish/release-store/follow.ts';
import { pushRelease } from '#src/publish/release-store/push.ts';
import { keysOf } from '#src/publish/release-store/stored-release.ts';
import { ERROR_PAGES, html, publish } from '../../../helpers/published-brand.ts';
import { openRecordingStore, type RecordingStore } from '../../../helpers/recording-store.ts';
import { liveFiles } from '../../../helpers/small-rebuild.ts';

const KEYS = keysOf('ash');
/** Number of pages that every release has. */
const COMMON = Object.keys(ERROR_PAGES).length;
const SCRIPT = { '/_astro/a.js': 'let a = 1;'.repeat(99) };

let root: string;
/** The folder `var/<brand>` of the machine that publishes. */
let source: string;
/** The folder `var/<brand>` of the machine that downloads. */
let machine: string;
let store: RecordingStore;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lectern-pull-'));
  [source, machine] = [join(root, 'here/ash'), join(root, 'there/ash')];
  mkdirSync(join(machine, 'releases'), { recursive: true });
  store = openRecordingStore(join(root, 'store'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function push(pages: Readonly<Record<string, string>>, assets: Readonly<Record<string, string>> = {}) {
  const all = Object.fromEntries(Object.entries(pages).map(([path, text]) => [path, html(text)]));
  const id = await publish(join(root, 'here'), 'ash', { pages: all, assets });
  await pushRelease({ store, brand: 'ash', folder: source });
  store.take('');
  return id;
}
let heldLocks = 0;
const lock = () => {
  heldLocks += 1;
  return {
    [Symbol.dispose]() {
      heldLocks -= 1;
    },
  };
};
const pull = (options: Parameters<typeof pullOnce>[3] = {}) => pullOnce(store, machine, lock, options);
const bodyKey = (text: string) => KEYS.page(hash(html(text), 32));
const filesOf = (folder: string) => {
  const { 'release.json': _info, ...files } = liveFiles(folder);
  return files;
};
const inode = (file: string) => statSync(join(machine, 'current/site', file)).ino;

describe('pullRelease, which downloads a release from a release store', () => {
  it("makes the stored release live, byte for byte, while it holds the brand's lock", async () => {
    const id = await push({ '/a': 'A', '/b': 'B' }, SCRIPT);
    store.onRequest = (request) =>
      expect([request, heldLocks]).toEqual([request, request.endsWith(KEYS.pointer) ? 0 : 1]);
    const report = await pull();
    expect(report).toMatchObject({ brand: 'ash', release: id, status: 'live', number: 1, pages: COMMON + 2, files: 3 });
    expect(liveId(machine)).toBe(id);
    expect(filesOf(machine)).toEqual(filesOf(source));
    expect(JSON.parse(readFileSync(join(machine, 'current/release.json'), 'utf8'))).toEqual(
      JSON.parse(readFileSync(join(source, 'current/release.json'), 'utf8')),
    );
    expect(JSON.parse(readFileSync(join(machine, 'store.json'), 'utf8'))).toEqual({ number: 1 });
    expect(heldLocks).toBe(0);
  });

  it('links files that are in the live release, and downloads all other files', async () => {
    await push({ '/a': 'A', '/b': 'B' }, SCRIPT);
    await pull();
    const before = ['a.html', 'a.html.br', '_astro/a.js'].map(inode);
    store.take('');
    await push({ '/a': 'A', '/b': 'other' }, SCRIPT);
    const report = await pull();
    expect(report).toMatchObject({ status: 'live', number: 2, pages: 1, files: 0 });
    expect(report?.bytes).toBe(statSync(join(machine, 'current/site/b.html.br')).size);
    expect(store.take('get ').filter((key) => /pages|files/.test(key))).toEqual([bodyKey('other')]);
    expect(['a.html', 'a.html.br', '_astro/a.js'].map(inode)).toEqual(before);
    expect(filesOf(machine)).toEqual(filesOf(source));
  });

  it('changes nothing if the release is already live, and downloads nothing that exists on this machine', async () => {
    const first = await push({ '/a': 'A' });
    await pull();
    expect(await pull()).toMatchObject({ status: 'unchanged', pages: 0, bytes: 0 });
    await push({ '/a': 'B' });
    await pull();
    await rollback(source, { to: first });
    await pushRelease({ store, brand: 'ash', folder: source });
    store.take('');
    expect(await pull()).toMatchObject({ status: 'live', release: first, pages: 0 });
    expect(store.take('get ')).toEqual([KEYS.pointer]);
    expect(liveId(machine)).toBe(first);
  });

  it('returns undefined if the store has no release of the brand', async () => {
    expect(await pull()).toBeUndefined();
  });

  it('resumes after an interruption, and removes the leftovers of earlier downloads', async () => {
    await push({ '/a': 'A', '/b': 'B' }, SCRIPT);
    mkdirSync(join(machine, 'releases/.pull-other'));
    let bodies = 0;
    store.onRequest = (request) => {
      if (request.startsWith('get ash/pages/')) bodies += 1;
      if (bodies > 2) throw new Error('away');
    };
    await expect(pull()).rejects.toThrow('away');
    expect([liveId(machine), existsSync(join(machine, 'store.json')), heldLocks]).toEqual([undefined, false, 0]);
    store.onRequest = () => {};
    expect(await pull()).toMatchObject({ pages: COMMON });
    expect(readdirSync(join(machine, 'releases'))).toEqual([liveId(machine)]);
    expect(filesOf(machine)).toEqual(filesOf(source));
  });

  it('keeps the three newest releases', async () => {
    for (const text of 'ABCD') {
      await push({ '/a': text });
      await pull();
    }
    expect(listReleases(machine)).toHaveLength(3);
  });

  it('downloads only the manifest and browser files if the caller does not need the pages', async () => {
    await push({ '/a': 'A' }, SCRIPT);
    expect(await pull({ withoutPages: true })).toMatchObject({ status: 'live', pages: 0, files: 3 });
    expect(existsSync(join(machine, 'current/site/a.html'))).toBe(false);
    expect(existsSync(join(machine, 'current/site/_astro/a.js'))).toBe(true);
  });

  it('copies the list of taken-down books, even if the list has become empty', async () => {
    await push({ '/a': 'A' });
    await pull();
    expect(existsSync(join(machine, 'taken-down.json'))).toBe(false);
    const writeTakedowns = async (takenDown: object) => {
      writeFileSync(join(source, 'taken-down.json'), JSON.stringify(takenDown));
      await pushRelease({ store, brand: 'ash', folder: source });
      expect(await pull()).toMatchObject({ status: 'unchanged' });
      expect(JSON.parse(readFileSync(join(machine, 'taken-down.json'), 'utf8'))).toEqual(takenDown);
    };
    await writeTakedowns({ books: [{ book: 3, status: 451, at: '2026-05-01T00:00:00Z' }], since: '' });
    await writeTakedowns({ books: [], since: '' });
  });
});

describe('pullRelease with damaged files', () => {
  it('downloads pages that the server noted as damaged, and deletes the note', async () => {
    await push({ '/a': 'A', '/b': 'B' });
    await pull();
    writeFileSync(join(machine, 'current/site/a.html'), 'half of');
    await noteDamage(machine, { path: '/a', file: 'a.html', problem: 'damaged' });
    await push({ '/a': 'A', '/b': 'B', '/c': 'C' });
    expect(await pull()).toMatchObject({ pages: 2 });
    expect(readFileSync(join(machine, 'current/site/a.html'), 'utf8')).toBe(html('A'));
    expect(existsSync(join(machine, 'damaged.jsonl'))).toBe(false);
  });

  it('downloads a damaged browser file, and a page whose compressed file is missing', async () => {
    await push({ '/a': 'A' }, SCRIPT);
    await pull();
    writeFileSync(join(machine, 'current/site/_astro/a.js'), 'half of');
    rmSync(join(machine, 'current/site/a.html.br'));
    await push({ '/a': 'A', '/b': 'B' }, SCRIPT);
    expect(await pull()).toMatchObject({ pages: 2, files: 1 });
    expect(filesOf(machine)).toEqual(filesOf(source));
  });

  it('downloads all files if the live release cannot be opened', async () => {
    await push({ '/a': 'A' });
    await pull();
    writeFileSync(join(machine, 'current/manifest.db'), 'no database');
    await push({ '/a': 'A', '/b': 'B' });
    expect(await pull()).toMatchObject({ status: 'live', pages: COMMON + 2 });
  });

  it.each([
    ['is not Brotli data', 'x'],
    ['has the wrong content', brotliCompressSync(html('B'))],
    ['is too long', brotliCompressSync(html('A').repeat(9))],
  ])('refuses a stored page body that %s', async (_what, body) => {
    await push({ '/a': 'A' });
    await store.put(bodyKey('A'), Buffer.from(body));
    await expect(pull()).rejects.toMatchObject({
      code: 'STORE',
      message: expect.stringMatching(`${bodyKey('A')} in the release store .* is damaged`),
    });
    expect(liveId(machine)).toBeUndefined();
  });

  it('refuses a browser file that is damaged or missing in the store', async () => {
    await push({}, SCRIPT);
    const key = KEYS.file(hash(SCRIPT['/_astro/a.js'], 32));
    await store.put(key, Buffer.from('x'));
    await expect(pull()).rejects.toThrow(`${key} in the release store`);
    await store.remove([key]);
    await expect(pull()).rejects.toThrow(`has lost ${key}`);
    expect(liveId(machine)).toBeUndefined();
  });

  it('fails with the id of the release if the release is missing from the store', async () => {
    const id = await push({ '/a': 'A' });
    await store.remove([KEYS.release(id)]);
    await expect(pull()).rejects.toThrow(`has no release ${id}`);
  });
});

it('pullRelease refuses a release with a lower number than the last release, but accepts the same number', async () => {
  await push({ '/a': 'A' });
  writeFileSync(join(machine, 'store.json'), '{"number":2}');
  await expect(pull()).rejects.toThrow('has the number 1, and this machine has seen 2');
  expect(liveId(machine)).toBeUndefined();
  writeFileSync(join(machine, 'store.json'), '{"number":1}');
  expect(await pull()).toMatchObject({ status: 'live' });
  writeFileSync(join(machine, 'store.json'), '{');
  await expect(pull()).rejects.toThrow(SyntaxError);
});
