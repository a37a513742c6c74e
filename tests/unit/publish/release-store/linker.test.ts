import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { createLinker } from '#src/publish/release-store/linker.ts';
import { startDiskFaults } from '../../../helpers/disk-faults.ts';

let root: string;
let source: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lectern-linker-'));
  source = mkdtempSync(join(tmpdir(), 'lectern-linker-'));
  put(join(source, 'a/b/file'), 'one');
});
afterEach(() => {
  for (const folder of [root, source]) rmSync(folder, { recursive: true, force: true });
});

function put(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
const PATH = 'a/b/file';
const text = (folder: string) => readFileSync(join(folder, PATH), 'utf8');
const inode = (folder: string) => statSync(join(folder, PATH)).ino;

it('a file is linked into new folders, and replaces an existing file', () => {
  const linker = createLinker(root);
  put(join(root, PATH), 'before');
  expect(linker.link(source, PATH)).toBe(true);
  expect(inode(root)).toBe(inode(source));
  rmSync(join(source, PATH));
  put(join(source, PATH), 'two');
  linker.link(source, PATH);
  expect(text(root)).toBe('two');
});

it('linking a missing file only removes the existing target', () => {
  put(join(root, 'to'), 'left');
  expect(createLinker(root).link(source, 'to')).toBe(false);
  expect(() => readFileSync(join(root, 'to'))).toThrow('ENOENT');
});

it('the linker links neither a symbolic link nor a file below a linked folder', () => {
  symlinkSync(join(source, PATH), join(source, 'link'));
  symlinkSync('b', join(source, 'a/c'));
  const linker = createLinker(root);
  expect([linker.link(source, 'link'), linker.link(source, 'a/c/file')]).toEqual([false, false]);
});

it('the linker does not write or link through a symbolic link in the release folder', () => {
  symlinkSync(source, join(root, 'x'));
  const linker = createLinker(root);
  expect(() => linker.write('x/a/b/file', Buffer.from('two'))).toThrow('is a symbolic link');
  expect(() => linker.link(source, 'x/a/b/file')).toThrow('is a symbolic link');
  expect(() => linker.write('../file', Buffer.from('two'))).toThrow('is not a path of plain names');
  expect(text(source)).toBe('one');
});

it('the linker copies a file if the file system does not support hard links, and rethrows other errors', () => {
  const noLinks = startDiskFaults(({ call }) => call === 'linkSync', 'EPERM');
  onTestFinished(noLinks.end);
  expect(createLinker(root).link(source, PATH)).toBe(true);
  expect(text(root)).toBe('one');
  expect(inode(root)).not.toBe(inode(source));
  noLinks.end();
  const full = startDiskFaults(({ call }) => call !== 'mkdirSync');
  onTestFinished(full.end);
  expect(() => createLinker(root).link(source, PATH)).toThrow('ENOSPC');
});

it('the linker replaces a hard-linked file without changing it in the other release', () => {
  const linker = createLinker(root);
  linker.link(source, PATH);
  linker.write(PATH, Buffer.from('two'));
  expect([text(root), text(source)]).toEqual(['two', 'one']);
});
