import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '#src/api/index.ts';
import { findBackup, restoreBackup, verifyBackup, writeBackup } from '#src/operate/backup/index.ts';
import { liveId } from '#src/publish/release/index.ts';
import { html, publish } from '../../../helpers/published-brand.ts';

let root: string;
let state: string;
let next: string;
let brandsFolder: string;
/** A folder outside the backup, with a canary file. */
let outside: string;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'lectern-links-'));
  [state, next, brandsFolder] = [join(root, 'state'), join(root, 'next'), join(root, 'brands')];
  outside = join(root, 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'canary.png'), 'canary');
  await (await openStore(join(state, 'api'))).close();
  put(join(state, 'api/media/covers/one.png'), 'picture');
  put(join(state, 'ash/vitals/2026-05-01.json'), '{}');
  put(join(state, 'ash/client-errors/2026-05-01.json'), '{}');
  put(join(brandsFolder, 'ash/brand.ts'), 'export default 1;');
});
afterEach(() => {
  expect(readdirSync(outside)).toEqual(['canary.png']);
  expect(readFileSync(join(outside, 'canary.png'), 'utf8')).toBe('canary');
  rmSync(root, { recursive: true, force: true });
});

function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
const NOW = new Date('2026-05-01T12:00:00.000Z');
const backUp = () =>
  writeBackup({
    state,
    brandsFolder,
    brands: ['ash'],
    releases: true,
    keep: undefined,
    now: NOW,
    version: '1',
    to: join(root, 'backups'),
  });
const restore = (from: string, replace = false) =>
  restoreBackup({ from, state: next, brandsFolder: join(root, 'next-brands'), replace, now: NOW });

/** Replaces the entry at a path with a link to the outside, or adds a link if there is no entry. */
function plantLink(path: string, target: string): void {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}

describe('restoring and checking a backup', () => {
  it.each([
    ['releases/ash', ''],
    ['releases', ''],
    ['api', ''],
    ['api/media', ''],
    ['api/media/covers', ''],
    ['api/media/covers/x.png', 'canary.png'],
    ['api/visitors.db', 'canary.png'],
    ['vitals/ash', ''],
    ['vitals/ash/2026-05-02.0a.json', 'canary.png'],
    ['client-errors/ash', ''],
    ['client-errors/ash/2026-05-02.0a.json', 'canary.png'],
    ['nights.db', 'canary.png'],
    ['brands/ash/assets', ''],
    ['SHA256SUMS', 'canary.png'],
    ['backup.json', 'canary.png'],
  ])('refuses a link at %s before anything is written', async (path, target) => {
    await publish(state, 'ash', { pages: { '/a': html('A') } });
    const { folder } = await backUp();
    plantLink(join(folder, path), join(outside, target));
    await expect(verifyBackup(folder)).rejects.toThrow(`${join(folder, path)} is a symbolic link`);
    await expect(restore(folder)).rejects.toThrow(`${join(folder, path)} is a symbolic link`);
    expect(existsSync(next)).toBe(false);
  });

  it('refuses a link in a release, except the alias in older backups', async () => {
    const live = await publish(state, 'ash', { pages: { '/a': html('A') } });
    const { folder } = await backUp();
    const release = join(folder, 'releases/ash', live);
    symlinkSync('site', join(release, 'site-bundle'));
    await verifyBackup(folder);
    symlinkSync(outside, join(release, 'site-other'));
    await expect(restore(folder)).rejects.toThrow(`${join(release, 'site-other')} is a symbolic link`);
    rmSync(join(release, 'site-other'));
    await restore(folder);
    expect(liveId(join(next, 'ash'))).toBe(live);
    expect(readdirSync(join(next, 'ash/current/site-bundle'))).toContain('a.html');
  });

  it('refuses a FIFO and a socket without blocking', async () => {
    const { folder } = await backUp();
    execFileSync('mkfifo', [join(folder, 'api/media/covers/fifo.png')]);
    await expect(restore(folder)).rejects.toThrow('fifo.png is a named pipe (FIFO)');
    rmSync(join(folder, 'api/media/covers/fifo.png'));
    const server = createServer();
    await new Promise<void>((ready) => server.listen(join(folder, 'api/media/s'), ready));
    await expect(verifyBackup(folder)).rejects.toThrow('is a socket');
    await new Promise((closed) => server.close(closed));
  });

  it('refuses a file that also has a hard link outside the backup', async () => {
    const { folder } = await backUp();
    linkSync(join(outside, 'canary.png'), join(folder, 'api/media/covers/hard.png'));
    await expect(restore(folder)).rejects.toThrow('hard.png is a hard link to a file outside the backup');
    rmSync(join(folder, 'api/media/covers/hard.png'));
    linkSync(join(folder, 'vitals/ash/2026-05-01.json'), join(outside, 'tmp'));
    await expect(verifyBackup(folder)).rejects.toThrow('cp -r --no-preserve=links');
    rmSync(join(outside, 'tmp'));
  });

  it.each(['releases/ash/.spare/site/x', 'releases/..ash/1/x', 'api/visitors.db-wal', 'ash/current', 'vitals/api/a/b'])(
    'refuses %s, which has no place in a backup',
    async (path) => {
      const { folder } = await backUp();
      put(join(folder, path), 'x');
      await expect(restore(folder)).rejects.toThrow('does not belong in a backup');
      expect(existsSync(next)).toBe(false);
    },
  );

  it('ignores a link when looking for the newest backup', async () => {
    const { folder } = await backUp();
    symlinkSync(folder, join(root, 'backups/20990101T000000000Z'));
    expect(findBackup(join(root, 'backups'))).toBe(folder);
    renameSync(join(root, 'backups'), join(root, 'disk'));
    symlinkSync(join(root, 'disk'), join(root, 'backups'));
    expect(findBackup(join(root, 'backups'))).toBe(folder);
  });

  it('refuses a link inside the state folder, but accepts a link to that folder', async () => {
    await publish(state, 'ash', { pages: { '/a': html('A') } });
    const { folder } = await backUp();
    mkdirSync(join(root, 'data'));
    symlinkSync(join(root, 'data'), next);
    symlinkSync(outside, join(root, 'data/ash'));
    await expect(restore(folder, true)).rejects.toThrow(`${join(next, 'ash')} is a symbolic link`);
    rmSync(join(root, 'data/ash'));
    await restore(folder);
    expect(existsSync(join(root, 'data/api/media/covers/one.png'))).toBe(true);
  });

  it.each([
    ['a view', 'CREATE VIEW v AS SELECT 1'],
    ['a trigger', 'CREATE TRIGGER t AFTER INSERT ON users BEGIN DELETE FROM users; END'],
    [
      'a trigger with a name used by Lectern but different SQL',
      'CREATE TRIGGER audit_log_kept AFTER INSERT ON users BEGIN SELECT 1; END',
    ],
    ['a virtual table', 'CREATE VIRTUAL TABLE f USING fts5(x)'],
  ])('refuses a database with %s that Lectern does not create', async (_what, sql) => {
    const file = join(state, 'api/visitors.db');
    const { folder } = await backUp();
    const database = new DatabaseSync(file);
    database.exec(sql);
    database.close();
    await expect(backUp()).rejects.toThrow('which Lectern does not create');
    writeFileSync(join(folder, 'api/visitors.db'), readFileSync(file));
    await expect(restore(folder)).rejects.toThrow();
    expect(existsSync(join(next, 'api'))).toBe(false);
  });
});

describe('creating a backup', () => {
  it.each([
    ['api/media/covers/x.png', 'canary.png'],
    ['api/media', ''],
    ['api', ''],
    ['ash/vitals', ''],
    ['ash/vitals/2026-05-02.0a.json', 'canary.png'],
    ['ash/client-errors', ''],
    ['ash/client-errors/2026-05-02.0a.json', 'canary.png'],
    ['ash/releases', ''],
    ['nights.db', 'canary.png'],
  ])('refuses a link at %s in the state folder and leaves nothing behind', async (path, target) => {
    await publish(state, 'ash', { pages: { '/a': html('A') } });
    plantLink(join(state, path), join(outside, target));
    await expect(backUp()).rejects.toThrow(`${join(state, path)} is a symbolic link`);
    expect(readdirSync(join(root, 'backups'))).toEqual([]);
  });

  it('refuses a link in the brands folder, but accepts a link to that folder', async () => {
    renameSync(brandsFolder, join(root, 'elsewhere'));
    symlinkSync(join(root, 'elsewhere'), brandsFolder);
    const { folder } = await backUp();
    expect(readFileSync(join(folder, 'brands/ash/brand.ts'), 'utf8')).toBe('export default 1;');
    symlinkSync(join(outside, 'canary.png'), join(brandsFolder, 'ash/logo.png'));
    await expect(backUp()).rejects.toThrow('ash/logo.png is a symbolic link');
  });

  it('fails if the live release is a symbolic link', async () => {
    const live = await publish(state, 'ash', { pages: { '/a': html('A') } });
    const release = join(state, 'ash/releases', live);
    renameSync(release, join(root, 'release'));
    symlinkSync(join(root, 'release'), release);
    await expect(backUp()).rejects.toThrow(`${release} is a symbolic link`);
  });
});
