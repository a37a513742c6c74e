import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '#src/api/store/database.ts';
import { ConfigError } from '#src/lib/errors.ts';
import { storageErrorIn, storageErrorOf } from '#src/lib/storage-error.ts';

const system = (code: string, syscall = 'write', path?: string) =>
  Object.assign(new Error(`${code}: it failed`), { code, syscall, ...(path && { path }) });
const sqlite = (errcode: number) => Object.assign(new Error('it failed'), { code: 'ERR_SQLITE_ERROR', errcode });

it.each([
  ['ENOSPC', system('ENOSPC'), /^The disk is full\. Make room/],
  ['EDQUOT', system('EDQUOT'), /^The disk is full/],
  ['EROFS', system('EROFS', 'open', '/data/x'), /mounted read-only.*LECTERN_STATE\. \(EROFS: it failed, \/data\/x\)$/],
  ['EACCES', system('EACCES', 'mkdir'), /chown/],
  ['EIO', system('EIO', 'fsync'), /health of the disk/],
  ['SQLITE_FULL', sqlite(13), /^The disk is full/],
  ['SQLITE_IOERR_WRITE', sqlite(778), /health of the disk/],
  ['SQLITE_READONLY', sqlite(8), /mounted read-only/],
  ['a cause', new Error('the page', { cause: system('ENOSPC') }), /^The disk is full/],
])('tells in one line what to do about %s', (_title, error, message) => {
  const found = storageErrorOf(error);
  expect(found).toMatchObject({ code: 'STORAGE', exitCode: 1, message: expect.stringMatching(message) });
  expect(found?.message).not.toContain('\n');
});

it.each([
  ['a port that needs another user', system('EACCES', 'listen')],
  ['a file that is not there', system('ENOENT')],
  ['a locked database', sqlite(5)],
  ['what says itself what to do', new ConfigError('Give another folder.', { cause: system('EROFS') })],
  ['a mistake in the code', new TypeError('x is not a function')],
  ['no error', 'ENOSPC'],
])('leaves %s alone', (_title, error) => {
  expect(storageErrorOf(error)).toBeUndefined();
});

it('finds the reason in what another program wrote', () => {
  expect(storageErrorIn('Error: ENOSPC: no space left on device, write\n at x')?.message).toMatch(
    /^The disk is full.*\(ENOSPC\)$/,
  );
  expect(storageErrorIn('ReferenceError: ENOSPC is not defined')).toBeUndefined();
});

it('comes through a transaction that SQLite has rolled back by itself', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-full-'));
  const database = await openDatabase(join(folder, 'a.db'), ['CREATE TABLE t (x BLOB)']);
  try {
    const error: unknown = await database
      .transaction(async (transaction) => {
        await transaction.exec('PRAGMA max_page_count = 10');
        await transaction.run('INSERT INTO t VALUES (zeroblob(1000000))');
      })
      .catch((reason: unknown) => reason);
    expect(storageErrorOf(error)?.message).toMatch(/^The disk is full/);
    expect((await database.one<{ rows: number }>('SELECT count(*) AS rows FROM t')).rows).toBe(0);
  } finally {
    await database.close();
    rmSync(folder, { recursive: true });
  }
});
