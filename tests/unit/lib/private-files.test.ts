import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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

describe('a private folder', () => {
  it('is made with those above it, and closed where it is there', () => {
    makePrivateFolder(at('a/b'));
    expect(rights(at('a/b'))).toBe('700');
    chmodSync(at('a/b'), 0o755);
    makePrivateFolder(at('a/b'));
    expect(rights(at('a/b'))).toBe('700');
  });

  it('leaves those above it as they are', () => {
    mkdirSync(at('a'));
    chmodSync(at('a'), 0o755);
    makePrivateFolder(at('a/b'));
    expect(rights(at('a'))).toBe('755');
  });

  it('keeps stricter rights', () => {
    mkdirSync(at('a'), 0o500);
    makePrivateFolder(at('a'));
    expect(rights(at('a'))).toBe('500');
  });

  it('is none that everybody writes into', () => {
    mkdirSync(at('tmp'));
    chmodSync(at('tmp'), 0o1777);
    expect(() => makePrivateFolder(at('tmp'))).toThrow("is everybody's");
  });
});

describe('a private database', () => {
  it('is an empty file that its owner alone may read', () => {
    makePrivateDatabase(at('store.db'));
    expect([rights(at('store.db')), statSync(at('store.db')).size]).toEqual(['600', 0]);
  });

  it('is closed with what SQLite keeps beside it, and nothing else', () => {
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

  it('cannot be made where there is no folder', () => {
    expect(() => makePrivateDatabase(at('none', 'store.db'))).toThrow('ENOENT');
  });
});

it('files of one ending are closed, and others are not', () => {
  for (const name of ['a.eml', 'b.eml', 'c.txt']) fileWith(0o664, name);
  closeFiles(folder, '.eml');
  expect(['a.eml', 'b.eml', 'c.txt'].map((name) => rights(at(name)))).toEqual(['600', '600', '664']);
});
