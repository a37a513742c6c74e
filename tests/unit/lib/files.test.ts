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

it('writes the file, folders included, and leaves nothing beside it', async () => {
  await writeAtomic(join(folder, 'a/b/c.txt'), 'new');
  expect(await readFile(join(folder, 'a/b/c.txt'), 'utf8')).toBe('new');
  expect(await readdir(join(folder, 'a/b'))).toEqual(['c.txt']);
});

it('replaces a file whole', async () => {
  await writeFile(join(folder, 'f'), 'a long old text');
  await writeAtomic(join(folder, 'f'), 'short');
  expect(await readFile(join(folder, 'f'), 'utf8')).toBe('short');
});

it('keeps the old file and cleans up when it cannot be put in place', async () => {
  await writeAtomic(join(folder, 'd/kept'), 'inside');
  await expect(writeAtomic(join(folder, 'd'), 'a file where a folder is')).rejects.toThrow();
  expect(await readdir(folder)).toEqual(['d']);
});

it('tells why a file cannot be opened, not that nothing is there to clean up', async () => {
  await expect(writeAtomic(join(folder, 'f'), 'x', -1)).rejects.toMatchObject({ code: 'ERR_OUT_OF_RANGE' });
});

describe('a folder of the state', () => {
  it('is made with its parents, or is there already', async () => {
    makeFolder(join(folder, 'a/b/c'));
    makeFolder(join(folder, 'a/b/c'));
    expect(await readdir(join(folder, 'a/b'))).toEqual(['c']);
  });

  it('cannot be made below a file, and what to do is told', async () => {
    const path = join(folder, 'file/a');
    await writeFile(join(folder, 'file'), '');
    const make = () => makeFolder(path);
    expect(make).toThrow(ConfigError);
    expect(make).toThrow(`The folder ${path} cannot be made: EEXIST: file already exists`);
    expect(make).toThrow(/\. Give LECTERN_STATE a folder that can be written\.$/);
    expect(make).toThrow(expect.objectContaining({ cause: expect.objectContaining({ code: 'EEXIST' }) }));
  });

  it('may be made by another process meanwhile', async () => {
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
