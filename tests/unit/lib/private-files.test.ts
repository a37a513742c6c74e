import fs, { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConfigError } from '#src/lib/errors.ts';
import { closeFiles, makePrivateDatabase, makePrivateFolder } from '#src/lib/private-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-private-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (...names: string[]) => join(folder, ...names);
const rights = (path: string) => (statSync(path).mode & 0o777).toString(8);
function fileWith(mode: number, name: string): string {
  writeFileSync(at(name), name);
  chmodSync(at(name), mode);
  return at(name);
}

describe('makePrivateFolder', () => {
  it('creates the folder and its parents, and makes an existing folder inaccessible to other users', () => {
    makePrivateFolder(at('a/b'));
    expect(rights(at('a/b'))).toBe('700');
    chmodSync(at('a/b'), 0o755);
    makePrivateFolder(at('a/b'));
    expect(rights(at('a/b'))).toBe('700');
  });

  it('gives new parent folders the default permissions', () => {
    makePrivateFolder(at('a/b'));
    mkdirSync(at('plain'));
    expect(rights(at('a'))).toBe(rights(at('plain')));
  });

  it('does not change the permissions of existing parent folders', () => {
    mkdirSync(at('a'));
    chmodSync(at('a'), 0o755);
    makePrivateFolder(at('a/b'));
    expect(rights(at('a'))).toBe('755');
  });

  it('keeps the permissions of the folder if they are stricter', () => {
    mkdirSync(at('a'), 0o500);
    makePrivateFolder(at('a'));
    expect(rights(at('a'))).toBe('500');
  });

  it('throws an error if everyone can write to the folder', () => {
    mkdirSync(at('tmp'));
    chmodSync(at('tmp'), 0o1777);
    expect(() => makePrivateFolder(at('tmp'))).toThrow('is shared by all users');
  });
});

describe('makePrivateDatabase', () => {
  it('creates an empty file that only its owner may read', () => {
    makePrivateDatabase(at('store.db'));
    expect([rights(at('store.db')), statSync(at('store.db')).size]).toEqual(['600', 0]);
  });

  it('changes the permissions of the file and its SQLite side files, and of no other file', () => {
    for (const name of ['store.db', 'store.db-wal', 'store.db-shm', 'other.db']) fileWith(0o644, name);
    makePrivateDatabase(at('store.db'));
    expect(['store.db', 'store.db-wal', 'store.db-shm', 'other.db'].map((name) => rights(at(name)))).toEqual([
      '600',
      '600',
      '600',
      '644',
    ]);
    expect(statSync(at('store.db')).size).toBe('store.db'.length);
  });

  it('throws an error if the folder is missing', () => {
    expect(() => makePrivateDatabase(at('none', 'store.db'))).toThrow(/^ENOENT.*, open /);
  });

  it('succeeds even if another process creates the file at the same time', () => {
    fileWith(0o644, 'store.db');
    const spy = vi.spyOn(fs, 'existsSync').mockReturnValueOnce(false);
    syncBuiltinESMExports();
    try {
      makePrivateDatabase(at('store.db'));
    } finally {
      spy.mockRestore();
      syncBuiltinESMExports();
    }
    expect([rights(at('store.db')), statSync(at('store.db')).size]).toEqual(['600', 'store.db'.length]);
  });

  it('succeeds even if a side file disappears in the meantime', () => {
    symlinkSync(at('gone'), at('store.db-shm'));
    fileWith(0o644, 'store.db-wal');
    makePrivateDatabase(at('store.db'));
    expect([rights(at('store.db')), rights(at('store.db-wal'))]).toEqual(['600', '600']);
  });

  it('throws an error with instructions if the permissions of a side file cannot be changed', () => {
    const path = at('store.db-wal');
    symlinkSync(path, path);
    const close = () => makePrivateDatabase(at('store.db'));
    expect(close).toThrow(ConfigError);
    expect(close).toThrow(
      `Other users of this machine can read ${path}, which contains visitors' data: ELOOP: too many symbolic links`,
    );
    expect(close).toThrow(`Run: chmod 600 ${path}`);
    expect(close).toThrow(expect.objectContaining({ cause: expect.objectContaining({ code: 'ELOOP' }) }));
  });
});

it('closeFiles makes only files with the given extension private', () => {
  for (const name of ['a.eml', 'b.eml', 'c.txt']) fileWith(0o664, name);
  closeFiles(folder, '.eml');
  expect(['a.eml', 'b.eml', 'c.txt'].map((name) => rights(at(name)))).toEqual(['600', '600', '664']);
});

describe('the permissions of new files of this process', () => {
  afterEach(() => {
    vi.doUnmock('node:worker_threads');
    vi.resetModules();
  });

  it.each([
    ['are restricted on the main thread', true, [[0o022]]],
    ['are left to the main thread in other threads', false, []],
  ])('%s', async (_title, isMainThread, calls) => {
    vi.resetModules();
    vi.doMock('node:worker_threads', () => ({ isMainThread }));
    const umask = vi.spyOn(process, 'umask').mockReturnValue(0);
    const { letOthersRead } = await import('#src/lib/private-files.ts');
    letOthersRead();
    expect(umask.mock.calls).toEqual(calls);
  });
});
