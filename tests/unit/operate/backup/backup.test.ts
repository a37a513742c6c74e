import {
  appendFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '#src/api/index.ts';
import { hash } from '#src/lib/hash.ts';
import { checksumLine, parseChecksums } from '#src/operate/backup/checksums.ts';
import { copyDatabase, findBackup, restoreBackup, verifyBackup, writeBackup } from '#src/operate/backup/index.ts';

let folder: string;
let state: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-backup-'));
  state = join(folder, 'state');
  await (await openStore(join(state, 'api'))).close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const request = () => ({
  state,
  brandsFolder: join(folder, 'brands'),
  brands: [],
  to: join(folder, 'backups'),
  releases: false,
  keep: undefined,
  now: new Date(),
  version: '0.1.0',
});
const createBackup = async () => (await writeBackup(request())).folder;
const restore = (from: string) =>
  restoreBackup({
    from,
    state: join(folder, 'new'),
    brandsFolder: join(folder, 'brands'),
    replace: false,
    now: new Date(),
  });

it('a restore puts the brands of npm run setup into the state folder, and other brands into their own folder', async () => {
  const own = join(state, 'brands/acme');
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, 'brand.ts'), 'export default {};');
  const { folder: backup } = await writeBackup({ ...request(), brandsFolder: join(state, 'brands') });
  const target = { from: backup, brandsFolder: join(folder, 'brands'), replace: false, now: new Date() };
  const first = join(folder, 'first');
  await restoreBackup({ ...target, state: first, ownBrandsFolder: join(first, 'brands') });
  expect(existsSync(join(first, 'brands/acme/brand.ts'))).toBe(true);
  expect(existsSync(join(folder, 'brands'))).toBe(false);
  await restoreBackup({ ...target, state: join(folder, 'second') });
  expect(existsSync(join(folder, 'brands/acme/brand.ts'))).toBe(true);
});

it('a backup fails if its target is inside the state folder, or if there is no data', async () => {
  await expect(writeBackup({ ...request(), to: join(state, 'backups') })).rejects.toThrow('would be lost together');
  await expect(writeBackup({ ...request(), state: join(folder, 'none') })).rejects.toThrow('nothing to back up');
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  await expect(writeBackup({ ...request(), state: empty })).rejects.toThrow('nothing to back up');
  expect(() => findBackup(join(folder, 'backups'))).toThrow('There is no backup in');
});

it('only the configured number of backups is kept, and the newest backup in a folder can be found', async () => {
  const names: string[] = [];
  for (let day = 1; day <= 3; day += 1) {
    const backup = await writeBackup({ ...request(), keep: 2, now: new Date(Date.UTC(2026, 0, day)) });
    names.push(basename(backup.folder));
  }
  expect(readdirSync(join(folder, 'backups'))).toEqual(names.slice(1));
  const newest = join(folder, 'backups', names[2] ?? '');
  expect(findBackup(join(folder, 'backups'))).toBe(newest);
  expect(findBackup(newest)).toBe(newest);
  expect(await verifyBackup(newest)).toMatchObject({ parts: ['api'], lectern: '0.1.0' });
});

it('a new backup removes the leftovers of a killed backup, but no backup in progress', async () => {
  for (const [name, day] of [
    ['.next-old', 1],
    ['.next-new', 0],
  ] as const) {
    mkdirSync(join(folder, 'backups', name), { recursive: true });
    const at = Date.now() / 1000 - day * 90_000;
    utimesSync(join(folder, 'backups', name), at, at);
  }
  await createBackup();
  expect(existsSync(join(folder, 'backups/.next-old'))).toBe(false);
  expect(existsSync(join(folder, 'backups/.next-new'))).toBe(true);
});

it('restoring refuses a backup with a changed, missing or added file, and changes nothing', async () => {
  const from = await createBackup();
  const file = join(from, 'api/visitors.db');
  const bytes = readFileSync(file);
  writeFileSync(file, Buffer.concat([bytes.subarray(0, 100), Buffer.from('x'), bytes.subarray(101)]));
  await expect(restore(from)).rejects.toThrow('were changed (api/visitors.db)');
  rmSync(file);
  await expect(restore(from)).rejects.toThrow('are missing (api/visitors.db)');
  writeFileSync(file, bytes);
  writeFileSync(join(from, 'api/more.txt'), 'x');
  await expect(restore(from)).rejects.toThrow(/api\/more.txt does not belong in a backup/);
  rmSync(join(from, 'api/more.txt'));
  appendFileSync(join(from, 'SHA256SUMS'), '\n');
  await expect(restore(from)).rejects.toThrow('SHA256SUMS is damaged');
  expect(existsSync(join(folder, 'new'))).toBe(false);
});

it('restoring refuses a backup in a newer format, or with a store written by a newer version', async () => {
  const newer = new DatabaseSync(join(state, 'api/visitors.db'));
  newer.exec('PRAGMA user_version = 900');
  newer.close();
  const from = await createBackup();
  await expect(restore(from)).rejects.toThrow('visitors.db has version 900');
  expect(existsSync(join(folder, 'new/api'))).toBe(false);
  const info = JSON.parse(readFileSync(join(from, 'backup.json'), 'utf8'));
  writeFileSync(join(from, 'backup.json'), JSON.stringify({ ...info, format: 1 }));
  await expect(verifyBackup(from)).resolves.toMatchObject({ format: 1 });
  writeFileSync(join(from, 'backup.json'), JSON.stringify({ ...info, format: 3, lectern: '9.0.0' }));
  await expect(verifyBackup(from)).rejects.toThrow('made by Lectern 9.0.0');
});

it('a backup contains every image that the store refers to, even an image added during the backup', async () => {
  let isWritten = false;
  const writing = writeBackup(request()).finally(() => {
    isWritten = true;
  });
  const copies = () => globSync('.next-*/api/visitors.db', { cwd: join(folder, 'backups') });
  // Checks after each step of the backup, because the images are copied right after the databases.
  while (copies().length === 0 && !isWritten) await setImmediate();
  expect(isWritten).toBe(false);
  mkdirSync(join(state, 'api/media/covers'), { recursive: true });
  writeFileSync(join(state, 'api/media/covers/late.svg'), '<svg/>');
  expect(existsSync(join((await writing).folder, 'api/media/covers/late.svg'))).toBe(true);
});

it('a backup of a damaged database fails', async () => {
  const file = join(state, 'api/visitors.db');
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA foreign_keys = OFF; INSERT INTO unlocks VALUES (77, 1, 1, '2026')`);
  database.close();
  await expect(writeBackup(request())).rejects.toThrow('1 row refers to a missing one');
  expect(() => findBackup(join(folder, 'backups'))).toThrow('There is no backup in');
});

it('a backup copies a large database while another process keeps committing', async () => {
  const from = join(folder, 'large.db');
  const writer = new DatabaseSync(from);
  writer.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; CREATE TABLE t (n INTEGER PRIMARY KEY, x)');
  writer.exec(
    'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 3000) INSERT INTO t SELECT n, randomblob(4000) FROM c',
  );
  let commits = 0;
  // Writes whenever this thread is idle, which is between the steps of the backup.
  const writing = setInterval(() => {
    writer.exec('INSERT INTO t (x) VALUES (1)');
    commits += 1;
  }, 0);
  await copyDatabase(from, join(folder, 'copy.db'));
  clearInterval(writing);
  writer.close();
  const copy = new DatabaseSync(join(folder, 'copy.db'), { readOnly: true });
  expect(copy.prepare('SELECT count(*) AS rows FROM t').get()).toEqual({ rows: 3000 });
  copy.close();
  expect(commits).toBeGreaterThan(3);
});

it('a backup contains checksums in the format of sha256sum, even for unusual names', () => {
  const digest = hash('x');
  const names = ['a b.html', 'back\\slash', 'line\nbreak'];
  const text = names.map((name) => checksumLine(digest, name)).join('');
  expect(text.split('\n')[1]).toBe(`\\${digest}  back\\\\slash`);
  expect([...parseChecksums(text).keys()]).toEqual(names);
});

it('a backup contains no salt of the statistics, and the store keeps its own', async () => {
  const file = join(folder, 'state/api/visitors.db');
  const database = new DatabaseSync(file);
  database.exec(`INSERT INTO statistics_salts VALUES ('2026-03-01', 'salt-of-the-first-of-march')`);
  database.close();
  const { folder: backup } = await writeBackup(request());
  const copy = join(backup, 'api/visitors.db');
  expect(readFileSync(copy).includes('salt-of-the-first-of-march')).toBe(false);
  const saltIn = (path: string) => {
    const opened = new DatabaseSync(path);
    const row = opened.prepare('SELECT salt FROM statistics_salts').get();
    opened.close();
    return row?.['salt'];
  };
  expect([saltIn(copy), saltIn(file)]).toEqual(['', 'salt-of-the-first-of-march']);
});
