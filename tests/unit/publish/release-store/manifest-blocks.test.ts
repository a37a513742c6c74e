import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hash } from '#src/lib/hash.ts';
import { blocksOf, pullBlocks, pushBlocks } from '#src/publish/release-store/manifest-blocks.ts';
import { findSnapshot, pullSnapshot, pushSnapshot } from '#src/publish/release-store/snapshot.ts';
import { keysOf } from '#src/publish/release-store/stored-release.ts';
import { openRecordingStore, type RecordingStore } from '../../../helpers/recording-store.ts';

const KEYS = keysOf('ash');

let root: string;
let store: RecordingStore;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lectern-blocks-'));
  store = openRecordingStore(join(root, 'store'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function file(name: string, content: string | Uint8Array): string {
  writeFileSync(join(root, name), content);
  return join(root, name);
}
const text = (path: string) => readFileSync(path, 'utf8');
const digest = (content: string) => hash(content, 32);

describe('the blocks of a stored file', () => {
  it.each([
    ['', []],
    ['abc', ['abc']],
    ['abcd', ['abcd']],
    ['abcde', ['abcd', 'e']],
    ['abcdefgh', ['abcd', 'efgh']],
  ])('divide the content %j into %j', (content, blocks) => {
    expect(blocksOf(file('a', content), 4)).toEqual({
      bytes: content.length,
      blockBytes: 4,
      blocks: blocks.map(digest),
    });
  });

  it('are 256 KiB each', () => {
    expect(blocksOf(file('a', Buffer.alloc(2 ** 18 + 1))).blocks).toHaveLength(2);
  });

  it('are uploaded once each, unless the store already has them', async () => {
    const path = file('a', 'aaaabbbbaaaacccc');
    const bytes = await pushBlocks({ store, keys: KEYS }, path, blocksOf(path, 4), new Set([digest('cccc')]));
    const puts = store.take('put ');
    expect(puts.toSorted()).toEqual(['aaaa', 'bbbb'].map((content) => KEYS.block(digest(content))).toSorted());
    const sizes = await Promise.all(puts.map(async (key) => (await store.get(key))?.body.length ?? 0));
    expect(bytes).toBe(sizes.reduce((sum, size) => sum + size, 0));
  });

  it('are assembled into the file, and only blocks that the local file lacks are downloaded', async () => {
    const path = file('a', 'aaaabbbbccccd');
    const blocks = blocksOf(path, 4);
    await pushBlocks({ store, keys: KEYS }, path, blocks, new Set());
    await pullBlocks({ store, keys: KEYS }, blocks, join(root, 'b'), undefined);
    expect(text(join(root, 'b'))).toBe('aaaabbbbccccd');
    store.take('');
    await pullBlocks({ store, keys: KEYS }, blocks, join(root, 'b'), file('local', 'ccccaaaaxxxx'));
    expect(text(join(root, 'b'))).toBe('aaaabbbbccccd');
    expect(store.take('get ').toSorted()).toEqual(['bbbb', 'd'].map((one) => KEYS.block(digest(one))).toSorted());
  });

  it.each([
    ['is not Zstandard data', Buffer.from('x')],
    ['has the wrong content', zstdCompressSync('bbbb')],
    ['is too long', zstdCompressSync('aaaaa')],
  ])('are refused if one of them %s in the store', async (_what, body) => {
    const path = file('a', 'aaaa');
    await store.put(KEYS.block(digest('aaaa')), body);
    const pulled = pullBlocks({ store, keys: KEYS }, blocksOf(path, 4), join(root, 'b'), undefined);
    await expect(pulled).rejects.toThrow(`${KEYS.block(digest('aaaa'))} in the release store`);
  });

  it('are refused if the assembled file has the wrong length, or if one of them is missing', async () => {
    const path = file('a', 'aaaabbbb');
    const blocks = blocksOf(path, 4);
    const pulled = pullBlocks({ store, keys: KEYS }, blocks, join(root, 'b'), undefined);
    await expect(pulled).rejects.toThrow('has lost');
    await pushBlocks({ store, keys: KEYS }, path, blocks, new Set());
    const longer = pullBlocks({ store, keys: KEYS }, { ...blocks, bytes: 9 }, join(root, 'b'), undefined);
    await expect(longer).rejects.toThrow('has 8 bytes instead of 9');
    const shorter = pullBlocks({ store, keys: KEYS }, { ...blocks, bytes: 7 }, join(root, 'b'), undefined);
    await expect(shorter).rejects.toThrow('has 8 bytes instead of 7');
  });
});

describe('a snapshot in a release store', () => {
  const place = () => ({ store, brand: 'ash' });

  const TRIGGER = 'CREATE TRIGGER t AFTER INSERT ON a BEGIN DELETE FROM a; END';
  const database = (name: string, script = '') => {
    const path = join(root, name);
    const sql = new DatabaseSync(path);
    sql.exec(`CREATE TABLE a (b); ${script}`);
    sql.close();
    return path;
  };

  it.each([TRIGGER, 'CREATE VIEW v AS SELECT 1', 'CREATE VIRTUAL TABLE f USING fts5(x)'])(
    'is refused if it contains "%s", which leaves the local snapshot unchanged',
    async (script) => {
      const blocks = await pushSnapshot(place(), database('of-store', script), undefined);
      const path = file('catalogue.db', 'old');
      await expect(pullSnapshot(place(), blocks, path, [])).rejects.toThrow('which Lectern does not create');
      expect(text(path)).toBe('old');
    },
  );

  it('is accepted if its only triggers are those that Lectern creates', async () => {
    const blocks = await pushSnapshot(place(), database('of-store', TRIGGER), undefined);
    const path = join(root, 'catalogue.db');
    await pullSnapshot(place(), blocks, path, [{ type: 'trigger', name: 't', sql: TRIGGER }]);
    expect(statSync(path).size).toBeGreaterThan(0);
  });

  it('does not exist before the first rebuild', async () => {
    expect(await findSnapshot(place())).toBeUndefined();
  });

  it('is stored with the page costs, and only the blocks that the store lacks are uploaded', async () => {
    const [first, second] = ['a', 'b'].map((sign) => Buffer.alloc(2 ** 18, sign));
    const path = file('catalogue.db', first ?? '');
    const catalogue = await pushSnapshot(place(), path, undefined);
    expect(await findSnapshot(place())).toEqual({ catalogue });
    writeFileSync(path, Buffer.concat([first ?? Buffer.of(), second ?? Buffer.of()]));
    store.take('');
    const next = await pushSnapshot(place(), path, { genre: 2.5 });
    expect(store.take('put ')).toEqual([KEYS.block(next.blocks[1] ?? ''), KEYS.snapshot]);
    expect(await findSnapshot(place())).toEqual({ catalogue: next, costs: { genre: 2.5 } });
  });

  it('replaces the local snapshot and the leftovers of a killed run', async () => {
    const ofStore = database('of-store');
    const blocks = await pushSnapshot(place(), ofStore, undefined);
    const path = file('catalogue.db', 'old');
    for (const suffix of ['-wal', '-shm', '-journal']) file(`catalogue.db${suffix}`, 'left');
    await pullSnapshot(place(), blocks, path, []);
    expect(text(path)).toBe(text(ofStore));
    for (const suffix of ['-wal', '-shm', '-journal', '.part']) expect(() => statSync(path + suffix)).toThrow('ENOENT');
  });

  it('is downloaded if there is no local copy, and not again while the local copy is identical', async () => {
    const ofStore = database('of-store');
    const blocks = await pushSnapshot(place(), ofStore, undefined);
    const path = join(root, 'catalogue.db');
    await pullSnapshot(place(), blocks, path, []);
    expect(text(path)).toBe(text(ofStore));
    const before = statSync(path).ino;
    store.take('');
    await pullSnapshot(place(), blocks, path, []);
    expect([statSync(path).ino, store.take('')]).toEqual([before, []]);
  });
});
