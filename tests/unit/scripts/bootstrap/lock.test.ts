import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withLock } from '../../../../scripts/bootstrap/lock.mjs';

let root: string;
let lock: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lectern-lock-'));
  lock = join(root, 'lock');
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => rmSync(root, { recursive: true }));

describe('withLock', () => {
  it('runs its work in one process at a time', async () => {
    const events: string[] = [];
    const work = (name: string) => async () => {
      events.push(`${name} begins`);
      await sleep(20);
      events.push(`${name} ends`);
    };
    await Promise.all([withLock(lock, work('a')), withLock(lock, work('b'))]);
    expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  it('releases the lock if the work fails', async () => {
    await expect(withLock(lock, () => Promise.reject(new Error('no network')))).rejects.toThrow('no network');
    expect(existsSync(lock)).toBe(false);
  });

  it.each([
    ['has died', () => String(spawnSync(process.execPath, ['--version']).pid)],
    ['never wrote its pid', () => ''],
  ])('takes over the lock if its owner %s', async (_, pid) => {
    mkdirSync(lock);
    writeFileSync(join(lock, 'pid'), pid());
    expect(await withLock(lock, async () => 'done')).toBe('done');
  });
});
