import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FileLock, lockFile } from '#src/lib/file-lock.ts';

let folder: string;
const held: FileLock[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-lock-'));
});
afterEach(() => {
  for (const lock of held.splice(0)) lock.close();
  rmSync(folder, { recursive: true, force: true });
});

function take(mode: 'exclusive' | 'shared'): FileLock | undefined {
  const lock = lockFile(join(folder, 'rebuild.lock'), mode);
  if (lock) held.push(lock);
  return lock;
}

it.each([
  ['exclusive', 'exclusive', false],
  ['exclusive', 'shared', false],
  ['shared', 'exclusive', false],
  ['shared', 'shared', true],
] as const)('beside a lock that is %s another that is %s is given: %s', (first, second, isGiven) => {
  expect(take(first)).toBeDefined();
  expect(take(second) !== undefined).toBe(isGiven);
});

it('a lock that was given back can be taken again', () => {
  take('exclusive')?.close();
  held.splice(0);
  expect(take('exclusive')).toBeDefined();
});

it('a file that is no lock is an error, and no lock that another holds', () => {
  writeFileSync(join(folder, 'rebuild.lock'), 'x'.repeat(5000));
  expect(() => take('exclusive')).toThrow('not a database');
});
