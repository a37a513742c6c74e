import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compressWhenIdle } from '#src/commands/site/idle-compression.ts';
import { recordingLog } from '../../../helpers/recording-log.ts';

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'lectern-idle-'));
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

function publish(brand: string, release: string, hasPages = true): void {
  mkdirSync(join(state, brand, 'releases', release, 'site'), { recursive: true });
  if (hasPages) writeFileSync(join(state, brand, 'releases', release, 'site/index.html'), '');
  rmSync(join(state, brand, 'current'), { force: true });
  symlinkSync(join('releases', release), join(state, brand, 'current'));
}

const complete = (brand: string, release: string) =>
  writeFileSync(
    join(state, brand, 'recompression.json'),
    JSON.stringify({
      release,
      pages: 1,
      best: 1,
      savedBytes: 0,
      damaged: 0,
      isComplete: true,
      updated: new Date().toISOString(),
    }),
  );

/** Watches two brands until `until` has ended. @returns how often a process was started, and the log */
async function watch(until: (starts: () => number) => Promise<void>, end: () => number = () => 0) {
  const stop = new AbortController();
  const { log, lines } = recordingLog();
  let starts = 0;
  const started: string[] = [];
  const start = async (brand: string) => {
    starts += 1;
    started.push(brand);
    return { code: end() };
  };
  const watched = compressWhenIdle({ state, brands: ['a', 'b'], log, signal: stop.signal, start, everyMs: 20 });
  await until(() => starts);
  stop.abort();
  await watched;
  return { starts, started, lines };
}

const whenStarted = async (starts: () => number, number: number) => {
  for (let looks = 0; looks < 500 && starts() < number; looks += 1) await wait(20);
};

describe('compression in idle time', () => {
  it('starts a process once for each release that is not compressed, with the id of its brand', async () => {
    publish('a', 'one');
    const { starts, started } = await watch(async (count) => {
      await whenStarted(count, 1);
      await wait(200);
      expect(count()).toBe(1);
      publish('b', 'two');
      await whenStarted(count, 2);
      await wait(200);
    });
    expect(starts).toBe(2);
    expect(started).toEqual(['a', 'b']);
  });

  it('starts none for a release whose pages are not on this machine', async () => {
    publish('a', 'one', false);
    expect((await watch(() => wait(300))).starts).toBe(0);
  });

  it('starts none without a release, or for one that is compressed', async () => {
    publish('a', 'one');
    complete('a', 'one');
    expect((await watch(() => wait(300))).starts).toBe(0);
  });

  it('starts one for a release that replaced a compressed one', async () => {
    publish('a', 'two');
    complete('a', 'one');
    expect((await watch((count) => whenStarted(count, 1))).starts).toBe(1);
  });

  it('logs a failure, and continues with the next release', async () => {
    publish('a', 'one');
    const { starts, lines } = await watch(
      async (count) => {
        await whenStarted(count, 1);
        publish('a', 'two');
        await whenStarted(count, 2);
      },
      () => 1,
    );
    expect(starts).toBe(2);
    expect(lines.join('\n')).toContain('could not be compressed');
  });
});
