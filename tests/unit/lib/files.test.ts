import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeAtomic } from '#src/lib/files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-atomic-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

it('writes the file, folders included, and leaves nothing beside it', async () => {
  await writeAtomic(join(folder, 'a/b.txt'), 'new');
  expect(await readFile(join(folder, 'a/b.txt'), 'utf8')).toBe('new');
  expect(await readdir(join(folder, 'a'))).toEqual(['b.txt']);
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
