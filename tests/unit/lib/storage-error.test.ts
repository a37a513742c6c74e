import fs, { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openDatabase } from '#src/api/store/database.ts';
import { sql } from '#src/api/store/sql.ts';
import { ConfigError } from '#src/lib/errors.ts';
import { storageErrorIn, storageErrorOf, withPath } from '#src/lib/storage-error.ts';

const system = (code: string, syscall = 'write', path?: string) =>
  Object.assign(new Error(`${code}: it failed`), { code, syscall, ...(path && { path }) });
const sqlite = (errcode: number) => Object.assign(new Error('it failed'), { code: 'ERR_SQLITE_ERROR', errcode });

it.each([
  ['ENOSPC', system('ENOSPC'), /^The disk is full\. Free some space/],
  ['EDQUOT', system('EDQUOT'), /^The disk is full/],
  ['EFBIG', system('EFBIG'), /^The disk is full/],
  ['EPERM', system('EPERM', 'unlink'), /chown/],
  ['EMFILE', system('EMFILE', 'open'), /ulimit -n/],
  ['ENFILE', system('ENFILE', 'open'), /ulimit -n/],
  ['EROFS', system('EROFS', 'open', '/data/x'), /mounted read-only.*LECTERN_STATE\. \(EROFS: it failed, \/data\/x\)$/],
  ['EACCES', system('EACCES', 'mkdir'), /chown/],
  ['EIO', system('EIO', 'fsync'), /health of the disk\. \(EIO: it failed\)$/],
  ['SQLITE_FULL', sqlite(13), /^The disk is full/],
  ['SQLITE_IOERR_WRITE', sqlite(778), /health of the disk/],
  ['SQLITE_PERM', sqlite(3), /chown/],
  ['SQLITE_CORRUPT', sqlite(11), /Restore it from a backup/],
  ['SQLITE_CANTOPEN', sqlite(14), /chown/],
  ['SQLITE_NOTADB', sqlite(26), /Restore it from a backup/],
  ['SQLITE_READONLY', sqlite(8), /mounted read-only/],
  ['that is the cause of another error', new Error('the page', { cause: system('ENOSPC') }), /^The disk is full/],
])('storageErrorOf explains in one line how to fix the error %s', (_title, error, message) => {
  const storageError = storageErrorOf(error);
  expect(storageError).toMatchObject({ code: 'STORAGE', exitCode: 1, message: expect.stringMatching(message) });
  expect(storageError?.message).not.toContain('\n');
});

it('a storage error keeps the original error as its cause, and is not wrapped again', () => {
  const cause = system('EIO');
  const storageError = storageErrorOf(cause);
  expect(storageError?.cause).toBe(cause);
  expect(storageErrorOf(storageError)).toBe(storageError);
});

it('a storage error contains a path only once', () => {
  const error = Object.assign(new Error("EIO: it failed, open '/a/b'"), { code: 'EIO', syscall: 'open', path: '/a/b' });
  expect(storageErrorOf(error)?.message).toMatch(/\(EIO: it failed, open '\/a\/b'\)$/);
});

it.each([tmpdir(), join(tmpdir(), 'lectern-not/there')])(
  'the error for a full disk contains the free space at %s',
  (path) => {
    const [, freeSpace] =
      /, ([\d.]+) MiB free\)$/.exec(storageErrorOf(system('ENOSPC', 'write', path))?.message ?? '') ?? [];
    const { bavail, bsize } = statfsSync(tmpdir());
    const free = (bavail * bsize) / 1024 / 1024;
    expect(Number(freeSpace)).toBeGreaterThan(free / 2);
    expect(Number(freeSpace)).toBeLessThan(free * 2);
  },
);

it('a storage error contains the free space only if the disk is full', () => {
  expect(storageErrorOf(system('EIO', 'write', tmpdir()))?.message).not.toContain('MiB free');
  expect(storageErrorOf(system('ENOSPC'))?.message).not.toContain('MiB free');
});

describe('the error about a database in a folder that cannot be written', () => {
  const inFolder = (errcode: number, code?: string) => {
    const spy = vi.spyOn(fs, 'accessSync').mockImplementation(() => {
      if (code) throw system(code, 'access');
    });
    syncBuiltinESMExports();
    try {
      return storageErrorOf(Object.assign(sqlite(errcode), { path: '/data/store.db' }))?.message;
    } finally {
      spy.mockRestore();
      syncBuiltinESMExports();
    }
  };

  it("contains the system's reason", () => {
    expect(inFolder(14, 'EROFS')).toMatch(/mounted read-only/);
    expect(inFolder(8, 'EACCES')).toMatch(/chown/);
  });

  it("contains SQLite's message if the system gives no reason", () => {
    expect(inFolder(14)).toMatch(/chown/);
    expect(inFolder(8, 'ENOENT')).toMatch(/mounted read-only/);
  });

  it('differs from the error about a database that another process has locked', () => {
    expect(inFolder(5, 'EROFS')).toBeUndefined();
  });
});

describe('withPath', () => {
  const thrown = (error: unknown): unknown => {
    try {
      return withPath('/data/store.db', () => {
        throw error;
      });
    } catch (caught) {
      return caught;
    }
  };

  it('returns the result of the function', () => expect(withPath('/x', () => 7)).toBe(7));

  it.each([
    ['the system', system('EIO')],
    ['SQLite', sqlite(10)],
  ])('adds the path to an error from %s that lacks it', (_title, error) => {
    expect(thrown(error)).toBe(error);
    expect(error).toHaveProperty('path', '/data/store.db');
  });

  it('keeps an existing path, and does not change errors that are not about a file', () => {
    expect(thrown(system('EIO', 'open', '/other'))).toHaveProperty('path', '/other');
    expect(thrown(new TypeError('x is not a function'))).not.toHaveProperty('path');
    expect(thrown('no error')).toBe('no error');
  });
});

it.each([
  ['a port that needs more permissions', system('EACCES', 'listen')],
  ['a missing file', system('ENOENT')],
  ['a locked database', sqlite(5)],
  ['a program that may not be executed', system('EACCES', 'spawn /bin/x')],
  ['an error that already says what to do', new ConfigError('Give another folder.', { cause: system('EROFS') })],
  ['a programming error', new TypeError('x is not a function')],
  ['a value that is not an error', 'ENOSPC'],
])('storageErrorOf does not explain %s', (_title, error) => {
  expect(storageErrorOf(error)).toBeUndefined();
});

it('storageErrorIn finds the storage error in the output of another program', () => {
  expect(storageErrorIn('Error: ENOSPC: no space left on device, write\n at x')?.message).toMatch(
    /^The disk is full.*\(ENOSPC\)$/,
  );
  expect(storageErrorIn('ReferenceError: ENOSPC is not defined')).toBeUndefined();
});

it('a storage error is recognised even if SQLite itself has rolled back the transaction', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-full-'));
  const database = await openDatabase(join(folder, 'a.db'), ['CREATE TABLE t (x BLOB)']);
  try {
    const error: unknown = await database
      .transaction(async (transaction) => {
        await transaction.exec('PRAGMA max_page_count = 10');
        await transaction.run(sql`INSERT INTO t VALUES (zeroblob(1000000))`);
      })
      .catch((reason: unknown) => reason);
    expect(storageErrorOf(error)?.message).toMatch(/^The disk is full/);
    expect((await database.one<{ rows: number }>(sql`SELECT count(*) AS rows FROM t`)).rows).toBe(0);
  } finally {
    await database.close();
    rmSync(folder, { recursive: true });
  }
});
