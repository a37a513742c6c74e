import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { liveId } from '#src/publish/release/index.ts';
import { followStore } from '#src/publish/release-store/follow.ts';
import { pushRelease } from '#src/publish/release-store/push.ts';
import { keysOf } from '#src/publish/release-store/stored-release.ts';
import { PATIENT } from '../../../helpers/limits.ts';
import { html, publish } from '../../../helpers/published-brand.ts';
import { recordingLog } from '../../../helpers/recording-log.ts';
import { openRecordingStore, type RecordingStore } from '../../../helpers/recording-store.ts';

const KEYS = keysOf('ash');
const LOG_MESSAGES = {
  published: 'pulled the live release',
  away: 'cannot be followed',
  back: 'responds again',
  refused: 'is lower than',
};

let root: string;
let machine: string;
let store: RecordingStore;
let log: ReturnType<typeof recordingLog>;
let stop: AbortController;
let following: Promise<void> | undefined;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lectern-follow-'));
  machine = join(root, 'there/ash');
  mkdirSync(join(machine, 'releases'), { recursive: true });
  store = openRecordingStore(join(root, 'store'));
  log = recordingLog();
  stop = new AbortController();
});
afterEach(async () => {
  stop.abort();
  await following;
  rmSync(root, { recursive: true, force: true });
});

async function push(text: string): Promise<string> {
  const id = await publish(join(root, 'here'), 'ash', { pages: { '/a': html(text) } });
  await pushRelease({ store, brand: 'ash', folder: join(root, 'here/ash') });
  return id;
}
function follow(lock: () => Disposable = () => ({ [Symbol.dispose]: () => {} }), folders = [machine]): void {
  following = followStore({ store, folders, log: log.log, signal: stop.signal, lock, everyMs: 1 });
}
const countLogged = (text: string) => log.lines.filter((line) => line.includes(text)).length;
const untilLive = (id: string) => vi.waitFor(() => expect(liveId(machine)).toBe(id), PATIENT);
/** Waits until the store has been polled a few times. */
async function waitForPolls(count = 3): Promise<void> {
  store.take('');
  await vi.waitFor(() => expect(store.requests.length).toBeGreaterThanOrEqual(count), PATIENT);
}

describe('a machine that follows a release store', () => {
  it('pulls each release once, however often it polls, and stops when the signal aborts', async () => {
    follow();
    await waitForPolls();
    await untilLive(await push('A'));
    await untilLive(await push('B'));
    await waitForPolls();
    expect(countLogged(LOG_MESSAGES.published)).toBe(2);
    stop.abort();
    await following;
  });

  it('pulls the releases of all its brands', async () => {
    const other = join(root, 'there/oak');
    mkdirSync(join(other, 'releases'), { recursive: true });
    follow(undefined, [other, machine]);
    await untilLive(await push('A'));
    expect(liveId(other)).toBeUndefined();
  });

  it('logs the start and the end of an outage of the store once each, however long the outage lasts', async () => {
    const id = await push('A');
    store.onRequest = () => {
      throw new Error('away');
    };
    follow();
    await waitForPolls();
    expect([countLogged(LOG_MESSAGES.away), liveId(machine)]).toEqual([1, undefined]);
    store.onRequest = () => {};
    await untilLive(id);
    await vi.waitFor(() => expect(countLogged(LOG_MESSAGES.back)).toBe(1), PATIENT);
    store.onRequest = () => {
      throw new Error('away');
    };
    await waitForPolls();
    expect([countLogged(LOG_MESSAGES.away), countLogged(LOG_MESSAGES.back)]).toEqual([2, 1]);
  });

  it('logs again if the store becomes unavailable for a different reason', async () => {
    let reason = 'away';
    store.onRequest = () => {
      throw new Error(reason);
    };
    follow();
    await waitForPolls();
    reason = 'refused';
    await waitForPolls();
    expect(countLogged(LOG_MESSAGES.away)).toBe(2);
  });

  it('retries a release that it could not pull, for example while another process has the lock', async () => {
    const id = await push('A');
    let isTaken = true;
    follow(() => {
      if (isTaken) throw new Error('the lock is taken');
      return { [Symbol.dispose]: () => {} };
    });
    await vi.waitFor(() => expect(log.lines.join()).toContain('the lock is taken'), PATIENT);
    expect(liveId(machine)).toBeUndefined();
    isTaken = false;
    await untilLive(id);
  });

  it('refuses a release with a lower number, logs that once, and pulls the next one', async () => {
    writeFileSync(join(machine, 'store.json'), '{"number":2}');
    await push('A');
    follow();
    await vi.waitFor(() => expect(countLogged(LOG_MESSAGES.refused)).toBe(1), PATIENT);
    await waitForPolls();
    expect([countLogged(LOG_MESSAGES.refused), liveId(machine)]).toEqual([1, undefined]);
    await untilLive(await push('B'));
  });

  it('keeps its live release if the pointer in the store is damaged', async () => {
    const id = await push('A');
    follow();
    await untilLive(id);
    await store.put(KEYS.pointer, Buffer.from(JSON.stringify({ number: -1 })));
    await vi.waitFor(() => expect(log.lines.join()).toContain('is damaged, or a newer Lectern wrote it'), PATIENT);
    expect(liveId(machine)).toBe(id);
  });
});
