import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FileLock, lockFile } from '#src/lib/file-lock.ts';

let folder: string;
const locks: FileLock[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-lock-'));
});
afterEach(() => {
  for (const lock of locks.splice(0)) lock.close();
  rmSync(folder, { recursive: true, force: true });
});

function take(mode: 'exclusive' | 'shared'): FileLock | undefined {
  const lock = lockFile(join(folder, 'rebuild.lock'), mode);
  if (lock) locks.push(lock);
  return lock;
}

it.each([
  ['exclusive', 'exclusive', false],
  ['exclusive', 'shared', false],
  ['shared', 'exclusive', false],
  ['shared', 'shared', true],
] as const)(
  'while a file has a lock of the kind "%s", acquiring a lock of the kind "%s" succeeds: %s',
  (first, second, isGiven) => {
    expect(take(first)).toBeDefined();
    expect(take(second) !== undefined).toBe(isGiven);
  },
);

it('a released file lock can be acquired again', () => {
  take('exclusive')?.close();
  locks.splice(0);
  expect(take('exclusive')).toBeDefined();
});

it('acquiring a file lock throws if the file cannot be locked', () => {
  writeFileSync(join(folder, 'rebuild.lock'), 'x'.repeat(5000));
  expect(() => take('exclusive')).toThrow('not a database');
});
