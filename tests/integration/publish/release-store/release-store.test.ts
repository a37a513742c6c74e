import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { liveId, rollback } from '#src/publish/release/index.ts';
import {
  acquireLease,
  followStore,
  type Lease,
  type ObjectStore,
  pullOnce,
  pushRelease,
  sweepStore,
} from '#src/publish/release-store/index.ts';
import { openS3Store } from '#src/publish/release-store/s3-store.ts';
import { keysOf, readPointer } from '#src/publish/release-store/stored-release.ts';
import { type Postgres, startPostgres } from '../../../../scripts/testing/postgres.ts';
import { type ObjectServer, startObjectServer } from '../../../helpers/object-server.ts';
import { connectTo } from '../../../helpers/postgres-locks.ts';
import { recordingLog } from '../../../helpers/recording-log.ts';
import { expectSameRelease } from '../../../helpers/same-release.ts';
import { type SmallApi, smallBook, startSmallApi } from '../../../helpers/small-api.ts';
import { liveFiles, livePage, type SmallRebuild, smallRebuild } from '../../../helpers/small-rebuild.ts';

const BRAND = 'freenovel';
const KEYS = keysOf(BRAND);

let postgres: Postgres;
let api: SmallApi;
/** Site on the machine that runs the nightly rebuilds. */
let site: SmallRebuild;
beforeAll(async () => {
  postgres = await startPostgres();
  api = await startSmallApi(60);
  site = await smallRebuild(api.origin);
  await site.run({ mode: 'night' }, { now: () => new Date('2026-05-01T00:00:00Z') });
});
afterAll(async () => {
  await postgres.close();
  await site.close();
  await api.close();
});

let server: ObjectServer;
let store: ObjectStore;
/** `var/<brand>` on a machine that only serves. */
let machine: string;
beforeEach(async () => {
  server = await startObjectServer();
  store = openS3Store(server.bucket, 'lectern/', server.settings);
  machine = newMachine();
});
afterEach(async () => {
  store.close();
  await server.close();
});

function newMachine(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-machine-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, BRAND, 'releases'), { recursive: true });
  return join(folder, BRAND);
}

const lock = () => ({ [Symbol.dispose]: () => {} });
const push = (options: Partial<Parameters<typeof pushRelease>[0]> = {}) =>
  pushRelease({ store, brand: BRAND, folder: site.folder, ...options });
const pull = (folder = machine) => pullOnce(store, folder, lock);
const countOf = (start: string) => server.requests.filter((request) => request.startsWith(start)).length;

let day = 1;
/** Runs another nightly rebuild, after changing one book. */
async function night(): Promise<void> {
  day += 1;
  const introduction = `As of day ${day}.`;
  await api.write((writer) => writer.putBook(smallBook(3, { introduction })));
  await site.run({ mode: 'night' }, { now: () => new Date(Date.UTC(2026, 4, day)) });
}

describe('a release in a bucket', () => {
  it('is downloaded with the same bytes, even if every tenth request fails', async () => {
    server.fail(10);
    const pushed = await push();
    const pulled = await pull();
    server.fail(0);
    expect(pushed).toMatchObject({ status: 'published', number: 1, release: liveId(site.folder) });
    expect(pulled).toMatchObject({ status: 'live', number: 1, pages: expect.any(Number) });
    expect(pulled?.pages).toBe(JSON.parse(readFileSync(join(machine, 'current/release.json'), 'utf8')).pages);
    expectSameRelease(site.folder, machine);
  });

  it('is transferred without unchanged files, which are hard-linked from the previous release', async () => {
    await push();
    await pull();
    const before = statSync(join(machine, 'current/site/404.html')).ino;
    const uploaded = countOf('PUT lectern/freenovel/pages/');
    await night();
    const pushed = await push();
    expect(pushed.pages).toBeGreaterThan(0);
    expect(pushed.pages).toBeLessThan(uploaded / 2);
    expect(countOf('PUT lectern/freenovel/pages/')).toBe(uploaded + pushed.pages);
    server.requests.length = 0;
    const pulled = await pull();
    expect(pulled?.pages).toBeLessThanOrEqual(pushed.pages * 2);
    expect(countOf('GET lectern/freenovel/pages/')).toBe(pulled?.pages);
    expect(livePage(machine, 'hotnovels/A/1.html') ?? '').toBe(livePage(site.folder, 'hotnovels/A/1.html') ?? '');
    expect(statSync(join(machine, 'current/site/404.html')).ino).toBe(before);
    expectSameRelease(site.folder, machine);
    expect(await push()).toMatchObject({ status: 'unchanged', pages: 0 });
    expect(await pull()).toMatchObject({ status: 'unchanged', pages: 0 });
  });

  it('is transferred completely after an interrupted upload or download', async () => {
    const unreachableStore = openS3Store(server.bucket, 'lectern/', { ...server.settings, maxAttempts: 1 });
    onTestFinished(() => unreachableStore.close());
    // The fortieth request, which fails, is for a page.
    server.fail(40);
    await expect(push({ store: unreachableStore, listedFrom: 1 })).rejects.toMatchObject({ code: 'STORE' });
    server.fail(0);
    const uploaded = countOf('PUT lectern/freenovel/pages/');
    expect(uploaded).toBeGreaterThan(20);
    expect(await readPointer(store, KEYS)).toBeUndefined();
    await push({ listedFrom: 1 });
    const { pages } = JSON.parse(readFileSync(join(site.folder, 'current/release.json'), 'utf8'));
    expect(countOf('PUT lectern/freenovel/pages/')).toBe(pages);
    server.requests.length = 0;
    server.fail(40);
    await expect(pullOnce(unreachableStore, machine, lock)).rejects.toMatchObject({ code: 'STORE' });
    server.fail(0);
    expect(liveId(machine)).toBeUndefined();
    expect(countOf('GET lectern/freenovel/pages/')).toBeGreaterThan(20);
    await pull();
    expect(countOf('GET lectern/freenovel/pages/')).toBe(pages);
    expectSameRelease(site.folder, machine);
  });

  it('is replaced on other machines after a rollback and after a takedown', async () => {
    await push();
    await pull();
    const before = liveId(site.folder) ?? '';
    await night();
    await push();
    await pull();
    const pages = countOf('PUT lectern/freenovel/pages/');
    await rollback(site.folder, { to: before });
    const list = { books: [{ book: 3, status: 451 as const, at: '2026-05-01T00:00:00Z' }], since: '' };
    writeFileSync(join(site.folder, 'taken-down.json'), JSON.stringify(list));
    onTestFinished(() => rmSync(join(site.folder, 'taken-down.json')));
    expect(await push()).toMatchObject({ status: 'published', release: before });
    expect(countOf('PUT lectern/freenovel/pages/')).toBe(pages);
    server.requests.length = 0;
    expect(await pull()).toMatchObject({ status: 'live', release: before, pages: 0 });
    expect(countOf('GET')).toBe(1);
    expect(JSON.parse(readFileSync(join(machine, 'taken-down.json'), 'utf8'))).toEqual(list);
    expectSameRelease(site.folder, machine);
  });

  it('never becomes live if it is damaged', async () => {
    await push();
    await pull();
    const live = liveId(machine);
    await night();
    server.requests.length = 0;
    await push();
    const key = (server.requests.find((line) => line.startsWith('PUT lectern/freenovel/pages/')) ?? '').slice(
      'PUT lectern/'.length,
    );
    await store.put(key, Buffer.from('damaged'));
    await expect(pull()).rejects.toThrow(`${key} in the release store s3://releases/lectern/ is damaged`);
    expect(liveId(machine)).toBe(live);
  });
});

describe('a machine that follows a release store', () => {
  it('switches to new releases, rejects older releases, and keeps running while the store cannot be reached', async () => {
    const impatient = openS3Store(server.bucket, 'lectern/', { ...server.settings, maxAttempts: 1 });
    const stop = new AbortController();
    const log = recordingLog();
    const options = { folders: [machine], lock, log: log.log, signal: stop.signal, everyMs: 20 };
    const following = followStore({ store: impatient, ...options });
    onTestFinished(async () => {
      stop.abort();
      await following;
      impatient.close();
    });
    await push();
    await expect.poll(() => liveId(machine)).toBe(liveId(site.folder));
    server.fail(1);
    await expect.poll(() => log.lines.join()).toContain('the release store cannot be followed');
    const files = liveFiles(machine);
    server.fail(0);
    expect(liveFiles(machine)).toEqual(files);
    await night();
    await push();
    await expect.poll(() => liveId(machine)).toBe(liveId(site.folder));
    const pointer = await readPointer(store, KEYS);
    const stale = { ...pointer?.pointer, number: 1, release: '20260501T000000000Z' };
    await store.put(KEYS.pointer, Buffer.from(JSON.stringify(stale)));
    await expect.poll(() => log.lines.join()).toContain('whose number is lower');
    await wait(100);
    expect(liveId(machine)).toBe(liveId(site.folder));
    await expect(pull()).rejects.toThrow('was published by a process that had lost the right to');
  });
});

describe('the lease for publishing to a release store', () => {
  const leaseOf = (name: string, seconds?: number) =>
    acquireLease({ postgres: postgres.url, name, ...(seconds === undefined ? {} : { seconds }) });

  it('is granted to one process at a time, each time with a higher number, even after PostgreSQL restarts', async () => {
    const first = await leaseOf('one');
    await expect(leaseOf('one')).rejects.toThrow(`Another process publishes one`);
    await postgres.restart();
    expect(await first.whileHeld(async () => 'done')).toBe('done');
    await first.release();
    const second = await leaseOf('one');
    expect(second.number).toBeGreaterThan(first.number);
    await expect(first.whileHeld(async () => 'done')).rejects.toMatchObject({ code: 'LEASE' });
    await second.release();
  });

  it('is kept by a process that is busy for longer than the lease lasts', async () => {
    const client = await connectTo(postgres.url);
    onTestFinished(() => client.end());
    const expiry = async () => {
      const { rows } = await client.query(`SELECT expires FROM lectern_leases WHERE name = 'busy'`);
      return Number(rows[0].expires);
    };
    const lease = await leaseOf('busy', 3);
    const first = await expiry();
    // The thread that renews the lease has started.
    await expect.poll(expiry).toBeGreaterThan(first);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 7000);
    await expect(leaseOf('busy')).rejects.toThrow('Another process publishes busy');
    expect(lease.signal.aborted).toBe(false);
    await lease.release();
    await (await leaseOf('busy')).release();
  });

  it('cannot be revoked while its owner writes the pointer', async () => {
    const first = await leaseOf('two', 0.3);
    let isTaken = false;
    const { other } = await first.whileHeld(async () => {
      const taking = untilGiven('two').then((lease) => {
        isTaken = true;
        return lease;
      });
      await wait(600);
      expect(isTaken).toBe(false);
      return { other: taking };
    });
    await first.release();
    expect((await other).number).toBe(2);
  });

  /** Retries until the lease is granted. */
  async function untilGiven(name: string): Promise<Lease> {
    for (;;) {
      try {
        return await leaseOf(name);
      } catch {
        await wait(100);
      }
    }
  }

  it('is lost by a suspended process, which then publishes nothing', async () => {
    const args = ['tests/helpers/push-process.ts', site.state, BRAND, postgres.url, '0.5'];
    const env = { ...process.env, ...server.environment };
    const paused = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
    onTestFinished(() => void paused.kill('SIGKILL'));
    paused.stdout.setEncoding('utf8');
    expect(await once(paused.stdout, 'data')).toEqual(['1\n']);
    paused.kill('SIGSTOP');
    const lease = await untilGiven(`publish ${BRAND}`);
    expect(await push({ lease })).toMatchObject({ status: 'published', number: 2 });
    const before = await readPointer(store, KEYS);
    // Without a change there would be nothing to publish.
    await night();
    paused.kill('SIGCONT');
    paused.stdin.write('\n');
    expect(String(await once(paused.stdout, 'data'))).toContain('another');
    expect(await readPointer(store, KEYS)).toEqual(before);
    await lease.release();
  });
});

describe('the clean-up of a release store', () => {
  const later = (hours: number) => () => new Date(Date.now() + hours * 3_600_000);

  it('removes objects that are old enough and that no kept release uses', async () => {
    await push();
    const first = liveId(site.folder) ?? '';
    const pages = countOf('PUT lectern/freenovel/pages/');
    for (let nights = 0; nights < 3; nights += 1) {
      await night();
      await push();
    }
    const bodies = async () => (await Array.fromAsync(store.list(KEYS.pages))).length;
    // A page that belongs to an unfinished release.
    const orphan = `${BRAND}/pages/ab/abc`;
    await store.put(orphan, Buffer.from('named by no release yet'));
    const all = await bodies();
    expect(await sweepStore({ store, brand: BRAND, now: later(1) })).toMatchObject({ releases: 0, bodies: 0 });
    expect(await store.get(orphan)).toBeDefined();
    const swept = await sweepStore({ store, brand: BRAND, now: later(25) });
    expect(swept.releases).toBe(1);
    expect(swept.kept).toHaveLength(3);
    expect(swept.kept).not.toContain(first);
    expect(swept.bodies).toBeGreaterThan(0);
    expect(await store.get(orphan)).toBeUndefined();
    expect(await bodies()).toBeLessThan(all);
    expect(await bodies()).toBeGreaterThan(pages - 10);
    await pull();
    expectSameRelease(site.folder, machine);
    expect(await sweepStore({ store, brand: BRAND, now: later(25) })).toMatchObject({ releases: 0, bodies: 0 });
  });

  it('removes nothing after the lease for publishing is lost', async () => {
    await push();
    await store.put(`${BRAND}/pages/ab/abc`, Buffer.from('left by an interrupted push'));
    const lease = await acquireLease({ postgres: postgres.url, name: 'sweep' });
    await lease.release();
    await acquireLease({ postgres: postgres.url, name: 'sweep' });
    await expect(sweepStore({ store, brand: BRAND, lease, now: later(25) })).rejects.toMatchObject({ code: 'LEASE' });
    expect(await store.get(`${BRAND}/pages/ab/abc`)).toBeDefined();
  });
});
