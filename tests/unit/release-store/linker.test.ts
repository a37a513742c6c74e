import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { createLinker } from '#src/release-store/linker.ts';
import { startDiskFaults } from '../../helpers/disk-faults.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lectern-linker-'));
  writeFileSync(join(root, 'from'), 'one');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const text = (name: string) => readFileSync(join(root, name), 'utf8');
const inode = (name: string) => statSync(join(root, name)).ino;

it('a file is linked into folders that are made for it, in place of what was there', () => {
  const linker = createLinker();
  expect(linker.link(join(root, 'from'), join(root, 'a/b/to'))).toBe(true);
  expect(inode('a/b/to')).toBe(inode('from'));
  writeFileSync(join(root, 'other'), 'two');
  linker.link(join(root, 'other'), join(root, 'a/b/to'));
  expect([text('a/b/to'), text('from')]).toEqual(['two', 'one']);
});

it('a file that is missing is not linked, and what was there is gone', () => {
  const linker = createLinker();
  writeFileSync(join(root, 'to'), 'left');
  expect(linker.link(join(root, 'none'), join(root, 'to'))).toBe(false);
  expect(() => text('to')).toThrow('ENOENT');
});

it('a file is copied where the file system has no links, and another fault is told', () => {
  const noLinks = startDiskFaults(({ call }) => call === 'linkSync', 'EPERM');
  onTestFinished(noLinks.end);
  expect(createLinker().link(join(root, 'from'), join(root, 'to'))).toBe(true);
  expect(text('to')).toBe('one');
  expect(inode('to')).not.toBe(inode('from'));
  noLinks.end();
  const full = startDiskFaults(({ call }) => call !== 'mkdirSync');
  onTestFinished(full.end);
  expect(() => createLinker().link(join(root, 'from'), join(root, 'to'))).toThrow('ENOSPC');
});

it('a file that is written leaves the one of another release that it was a link to', () => {
  const linker = createLinker();
  linker.link(join(root, 'from'), join(root, 'to'));
  linker.write(join(root, 'to'), Buffer.from('two'));
  expect([text('to'), text('from')]).toEqual(['two', 'one']);
});
