import fs from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConfigError } from '#src/lib/errors.ts';
import { makeFolder, writeAtomic } from '#src/lib/files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-atomic-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

it('writeAtomic creates the file and missing folders, and leaves no temporary file', async () => {
  await writeAtomic(join(folder, 'a/b/c.txt'), 'new');
  expect(await readFile(join(folder, 'a/b/c.txt'), 'utf8')).toBe('new');
  expect(await readdir(join(folder, 'a/b'))).toEqual(['c.txt']);
});

it('writeAtomic replaces the whole file', async () => {
  await writeFile(join(folder, 'f'), 'a long old text');
  await writeAtomic(join(folder, 'f'), 'short');
  expect(await readFile(join(folder, 'f'), 'utf8')).toBe('short');
});

it('writeAtomic keeps the old file and removes the temporary file if renaming fails', async () => {
  await writeAtomic(join(folder, 'd/kept'), 'inside');
  await expect(writeAtomic(join(folder, 'd'), 'a file where a folder is')).rejects.toThrow();
  expect(await readdir(folder)).toEqual(['d']);
});

it('writeAtomic throws the original error if the file cannot be opened, not an error of the clean-up', async () => {
  await expect(writeAtomic(join(folder, 'f'), 'x', -1)).rejects.toMatchObject({ code: 'ERR_OUT_OF_RANGE' });
});

describe('a state folder', () => {
  it('is created with its parents unless it exists', async () => {
    makeFolder(join(folder, 'a/b/c'));
    makeFolder(join(folder, 'a/b/c'));
    expect(await readdir(join(folder, 'a/b'))).toEqual(['c']);
  });

  it('cannot be created inside a file, and the error explains what to do', async () => {
    const path = join(folder, 'file/a');
    await writeFile(join(folder, 'file'), '');
    const make = () => makeFolder(path);
    expect(make).toThrow(ConfigError);
    expect(make).toThrow(`The folder ${path} cannot be created: EEXIST: file already exists`);
    expect(make).toThrow(/\. Set LECTERN_STATE to a writable folder\.$/);
    expect(make).toThrow(expect.objectContaining({ cause: expect.objectContaining({ code: 'EEXIST' }) }));
  });

  it('can be created by two processes at the same time', async () => {
    const { mkdirSync } = fs;
    const spy = vi.spyOn(fs, 'mkdirSync').mockImplementation((path) => {
      mkdirSync(path);
      throw Object.assign(new Error('EEXIST'), { code: 'EEXIST' });
    });
    syncBuiltinESMExports();
    try {
      makeFolder(join(folder, 'a/b'));
    } finally {
      spy.mockRestore();
      syncBuiltinESMExports();
    }
    expect(await readdir(join(folder, 'a'))).toEqual(['b']);
  });
});
