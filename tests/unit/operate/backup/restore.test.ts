import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '#src/api/index.ts';
import { sql } from '#src/api/store/sql.ts';
import { silentLog } from '#src/lib/log.ts';
import { restoreBackup, writeBackup } from '#src/operate/backup/index.ts';
import { beginNight } from '#src/publish/nights/index.ts';
import { acquireLock } from '#src/publish/rebuild/lock.ts';
import { liveId } from '#src/publish/release/index.ts';
import { html, publish } from '../../../helpers/published-brand.ts';
import { liveFiles } from '../../../helpers/small-rebuild.ts';

let root: string;
/** State folder of the machine that is backed up. */
let state: string;
let next: string;
let brandsFolder: string;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'lectern-restore-'));
  [state, next, brandsFolder] = [join(root, 'state'), join(root, 'next'), join(root, 'brands')];
  await (await openStore(join(state, 'api'))).close();
  put(state, 'api/media/covers/one.svg', '<svg/>');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(folder: string, name: string, text: string): void {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), text);
}
const text = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8');
const NOW = new Date('2026-05-01T12:00:00.000Z');
const backUp = async (change: Partial<Parameters<typeof writeBackup>[0]> = {}) => {
  const request = {
    state,
    brandsFolder,
    brands: ['ash', 'oak'],
    releases: true,
    keep: undefined,
    now: NOW,
    version: '1',
  };
  return (await writeBackup({ ...request, to: join(root, 'backups'), ...change })).folder;
};
const restore = (from: string, change: Partial<Parameters<typeof restoreBackup>[0]> = {}) =>
  restoreBackup({ from, state: next, brandsFolder: join(root, 'next-brands'), replace: false, now: NOW, ...change });

describe('a machine after restoring a backup', () => {
  it('has all data from the backup, with its live releases, and no other data', async () => {
    beginNight({ state, brand: 'ash', mode: 'night', log: silentLog });
    put(state, 'ash/vitals/2026-05-01.json', '{}');
    put(state, 'ash/client-errors/2026-05-01.json', '{}');
    put(brandsFolder, 'ash/brand.ts', 'export default 1;');
    await publish(state, 'ash', { pages: { '/a': html('A') } });
    const live = await publish(state, 'ash', { pages: { '/a': html('B') } });
    utimesSync(join(state, 'api/media/covers/one.svg'), 1000, 1000);
    const report = await restore(await backUp());
    expect(report).toMatchObject({
      parts: ['api', 'nights.db', 'brands', 'vitals', 'client-errors', 'releases'],
      brands: ['ash'],
      keptBrands: [],
      aside: undefined,
    });
    expect(liveId(join(next, 'ash'))).toBe(live);
    expect(liveFiles(join(next, 'ash'))).toEqual(liveFiles(join(state, 'ash')));
    expect(text(next, 'api/media/covers/one.svg')).toBe('<svg/>');
    // Web servers derive the ETag from the modification time.
    expect(statSync(join(next, 'api/media/covers/one.svg')).mtimeMs).toBe(1_000_000);
    expect(text(next, 'ash/vitals/2026-05-01.json')).toBe('{}');
    expect(text(next, 'ash/client-errors/2026-05-01.json')).toBe('{}');
    expect(text(join(root, 'next-brands'), 'ash/brand.ts')).toContain('export');
    expect(existsSync(join(next, 'nights.db'))).toBe(true);
    expect(readdirSync(join(next, 'ash/releases'))).toEqual([live]);
    expect(readdirSync(next).filter((name) => name.startsWith('.'))).toEqual([]);
    acquireLock(join(next, 'ash'), 'ash').release();
  });

  it('has no releases if the operator requested none, and no release of a brand that had no live release', async () => {
    await publish(state, 'ash', { pages: {} });
    const plain = await backUp({ releases: false });
    expect((await restore(plain)).parts).toEqual(['api']);
    rmSync(join(state, 'ash/current'));
    const { parts } = await restore(await backUp({ now: new Date() }), { state: join(root, 'third') });
    expect(parts).toEqual(['api']);
  });

  it.each(['ash', 'oak'])(
    'is not changed or locked if restoring fails because a run of %s is in progress',
    async (running) => {
      for (const brand of ['ash', 'oak']) await publish(state, brand, { pages: { '/a': html('A') } });
      const from = await backUp();
      await restore(from);
      const before = ['ash', 'oak'].map((brand) => liveId(join(next, brand)));
      const lock = acquireLock(join(next, running), running);
      await expect(restore(from, { replace: true })).rejects.toThrow(`A rebuild of "${running}" is already running`);
      lock.release();
      expect(['ash', 'oak'].map((brand) => liveId(join(next, brand)))).toEqual(before);
      for (const brand of ['ash', 'oak']) acquireLock(join(next, brand), brand).release();
      expect(readdirSync(next).filter((name) => name.startsWith('.'))).toEqual([]);
      await restore(from, { replace: true });
    },
  );

  it('keeps a brand folder that already exists', async () => {
    for (const brand of ['ash', 'oak']) put(brandsFolder, `${brand}/brand.ts`, 'backed up');
    const from = await backUp();
    put(join(root, 'next-brands'), 'oak/brand.ts', 'newer');
    // Simulates the leftovers of a killed restore.
    put(join(root, 'next-brands'), '.next-ash/left.ts', 'left');
    expect(await restore(from)).toMatchObject({ brands: ['ash'], keptBrands: ['oak'] });
    expect(text(join(root, 'next-brands'), 'oak/brand.ts')).toBe('newer');
    expect(readdirSync(join(root, 'next-brands/ash'))).toEqual(['brand.ts']);
  });
});

describe('restoring over existing data', () => {
  it('is refused with a list of that data, and changes nothing', async () => {
    const from = await backUp();
    put(next, 'api/media/mine', 'mine');
    await expect(restore(from)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(`already exist: ${join(next, 'api')}. Add --replace`),
    });
    expect(readdirSync(next)).toEqual(['api']);
  });

  it('is refused if a brand has a different live release', async () => {
    await publish(state, 'ash', { pages: {} });
    const from = await backUp();
    rmSync(join(state, 'api'), { recursive: true });
    rmSync(join(state, 'ash/releases'), { recursive: true });
    await expect(restore(from, { state })).rejects.toThrow(join(state, 'ash/current'));
  });

  it("moves the data aside if requested, including a database's journal files", async () => {
    beginNight({ state, brand: 'ash', mode: 'night', log: silentLog });
    const from = await backUp();
    put(next, 'api/media/mine', 'mine');
    put(next, 'nights.db', 'old');
    put(next, 'nights.db-wal', 'old too');
    const { aside = '' } = await restore(from, { replace: true });
    expect(aside).toBe(join(next, '.replaced-20260501T120000000Z'));
    expect([text(aside, 'api/media/mine'), text(aside, 'nights.db')]).toEqual(['mine', 'old']);
    expect(text(aside, 'nights.db-wal')).toBe('old too');
    expect(existsSync(join(next, 'nights.db-wal'))).toBe(false);
    expect(existsSync(join(next, 'api/media/mine'))).toBe(false);
    expect(readdirSync(next).filter((name) => name.startsWith('.restore'))).toEqual([]);
  });

  it('is refused while another process has the store open, but not if the store is damaged', async () => {
    const from = await backUp();
    const store = await openStore(join(next, 'api'));
    await store.visitors.all(sql`SELECT 1 FROM users`);
    await expect(restore(from, { replace: true })).rejects.toThrow(/\.db open\. Stop the API/);
    await store.close();
    for (const name of readdirSync(join(next, 'api')))
      if (name.endsWith('.db')) writeFileSync(join(next, 'api', name), 'no database '.repeat(100));
    expect((await restore(from, { replace: true })).aside).toBeDefined();
  });

  it('leaves no temporary files if restoring fails', async () => {
    await publish(state, 'ash', { pages: {} });
    const from = await backUp();
    mkdirSync(join(next, 'ash'), { recursive: true });
    // A file with this name prevents creating the folder.
    put(next, 'ash/releases', 'a file');
    await expect(restore(from)).rejects.toThrow();
    expect(readdirSync(next).filter((name) => name.startsWith('.restore'))).toEqual([]);
  });
});
