import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockFile } from '#src/lib/file-lock.ts';
import {
  acquireLock,
  acquireShardLock,
  holdFolder,
  type Lock,
  LockedError,
  RECOMPRESSION_LOCK,
  tryHoldFolder,
} from '#src/publish/rebuild/lock.ts';

let state: string;
let folder: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'lectern-lock-'));
  folder = join(state, 'ash');
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

const shard = (index: number, of = 2) => acquireShardLock(folder, 'ash', { index, of });
const pidFile = () => join(folder, 'rebuild.pid');

/** Returns whether the work is refused because of a run in progress; otherwise releases the lock. */
function isRefused(work: () => Lock | Disposable): boolean {
  try {
    const heldLock = work();
    if ('release' in heldLock) heldLock.release();
    else heldLock[Symbol.dispose]();
    return false;
  } catch (error) {
    if (error instanceof LockedError) return true;
    throw error;
  }
}

it('a run excludes other runs and shards of its brand until it ends', () => {
  const lock = acquireLock(folder, 'ash');
  expect(readFileSync(pidFile(), 'utf8')).toBe(`${process.pid}\n`);
  for (const work of [() => acquireLock(folder, 'ash'), () => shard(1), () => holdFolder(folder)])
    expect(isRefused(work)).toBe(true);
  lock.release();
  expect(existsSync(pidFile())).toBe(false);
  for (const work of [() => acquireLock(folder, 'ash'), () => shard(1), () => holdFolder(folder)])
    expect(isRefused(work)).toBe(false);
});

it('a run that cannot lock its brand fails with the id of the process that holds the lock', () => {
  const lock = acquireLock(folder, 'ash');
  expect(() => acquireLock(folder, 'ash')).toThrow(
    `A rebuild of "ash" is already running (process ${process.pid}). Wait until it has finished, or stop it.`,
  );
  rmSync(pidFile());
  expect(() => acquireLock(folder, 'ash')).toThrow('(process unknown)');
  lock.release();
});

it('a run of one brand does not exclude runs of other brands', () => {
  const lock = acquireLock(folder, 'ash');
  expect(isRefused(() => acquireLock(join(state, 'oak'), 'oak'))).toBe(false);
  lock.release();
});

it('a shard excludes whole runs and the same shard until it ends, but not other shards', () => {
  const [one, two] = [shard(1), shard(2)];
  expect(isRefused(() => shard(1))).toBe(true);
  expect(isRefused(() => shard(1, 3))).toBe(false);
  expect(isRefused(() => acquireLock(folder, 'ash'))).toBe(true);
  one.release();
  expect(isRefused(() => acquireLock(folder, 'ash'))).toBe(true);
  expect(isRefused(() => shard(1))).toBe(false);
  two.release();
  expect(isRefused(() => acquireLock(folder, 'ash'))).toBe(false);
});

it('a shard that does not get the lock leaves nothing locked', () => {
  const one = shard(1);
  expect(isRefused(() => shard(1))).toBe(true);
  one.release();
  expect(isRefused(() => acquireLock(folder, 'ash'))).toBe(false);
});

it('a lock does not remove the file with its process id if another process has overwritten it', () => {
  const lock = acquireLock(folder, 'ash');
  writeFileSync(pidFile(), '1\n');
  lock.release();
  expect(readFileSync(pidFile(), 'utf8')).toBe('1\n');
});

it('a run is refused at once while another run is in progress, even if a process waits to replace pages', () => {
  const lock = acquireLock(folder, 'ash');
  const recompression = lockFile(join(folder, RECOMPRESSION_LOCK), 'exclusive');
  expect(tryHoldFolder(folder)).toBeUndefined();
  const start = Date.now();
  expect(isRefused(() => acquireLock(folder, 'ash'))).toBe(true);
  expect(Date.now() - start).toBeLessThan(3000);
  recompression?.close();
  lock.release();
});

it('a run waits while pages are being replaced', async () => {
  acquireLock(folder, 'ash').release();
  tryHoldFolder(folder)?.[Symbol.dispose]();
  const code = `
    const { DatabaseSync } = require('node:sqlite');
    const { parentPort, workerData } = require('node:worker_threads');
    const locks = workerData.map((file) => new DatabaseSync(file));
    for (const lock of locks) lock.exec('BEGIN EXCLUSIVE');
    parentPort.postMessage('locked');
    setTimeout(() => locks.forEach((lock) => lock.close()), 700);`;
  const files = ['replacement.lock', 'rebuild.lock'].map((name) => join(folder, name));
  const worker = new Worker(code, { eval: true, workerData: files });
  await new Promise((resolve) => worker.once('message', resolve));
  expect(isRefused(() => acquireLock(folder, 'ash'))).toBe(false);
  await new Promise((resolve) => worker.once('exit', resolve));
});
