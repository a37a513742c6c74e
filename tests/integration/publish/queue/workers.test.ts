import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { loadBrands } from '#src/brand/registry.ts';
import { silentLog } from '#src/lib/log.ts';
import { readNights } from '#src/publish/nights/index.ts';
import { createMachineWork, type JobQueue, type NightOrder, openPgBossQueue } from '#src/publish/queue/index.ts';
import type { Taken } from '#src/publish/queue/job-queue.ts';
import type { RebuildReport } from '#src/publish/rebuild/index.ts';
import { liveId } from '#src/publish/release/index.ts';
import { type ObjectStore, pullOnce } from '#src/publish/release-store/index.ts';
import { openS3Store } from '#src/publish/release-store/s3-store.ts';
import { type Postgres, startPostgres } from '../../../../scripts/testing/postgres.ts';
import { work } from '../../../../src/commands/nights/worker.ts';
import { command } from '../../../helpers/commands.ts';
import { type ObjectServer, startObjectServer } from '../../../helpers/object-server.ts';
import { expectSameRelease } from '../../../helpers/same-release.ts';
import { type SmallApi, smallBook, startSmallApi } from '../../../helpers/small-api.ts';
import { livePage, type SmallRebuild, smallRebuild } from '../../../helpers/small-rebuild.ts';

const BRAND = 'freenovel';
const AT = '2026-05-01T12:00:00.000Z';

let postgres: Postgres;
let api: SmallApi;
beforeAll(async () => {
  postgres = await startPostgres();
  api = await startSmallApi(60);
});
afterAll(async () => {
  await postgres.close();
  await api.close();
});

let server: ObjectServer;
let store: ObjectStore;
let queue: JobQueue;
/** State folder of the machine that serves the site. */
let folder: string;
/** A site that is rebuilt by a single process, for comparison. */
let alone: SmallRebuild;
const workers: Worker[] = [];
beforeEach(async () => {
  server = await startObjectServer();
  store = openS3Store(server.bucket, 'lectern/', server.settings);
  queue = await openPgBossQueue(postgres.url, silentLog);
  folder = join(newFolder(), BRAND);
  alone = await smallRebuild(api.origin);
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
  await alone.close();
  await queue.close();
  store.close();
  await server.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const folders: string[] = [];
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-worker-'));
  folders.push(folder);
  return folder;
}

interface Worker {
  readonly child: ChildProcess;
  /** The log of the worker. */
  output(): string;
  /** Kills the worker. */
  stop(): Promise<void>;
}

/** @param hold path of a file; while it exists, the worker completes no page */
function startWorker(hold = ''): Worker {
  const args = ['tests/helpers/worker-process.ts', newFolder(), api.origin, postgres.url, hold];
  const env = { ...process.env, ...server.environment };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (more: string) => {
    text += more;
  });
  const stop = async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  const worker = { child, output: () => text, stop };
  workers.push(worker);
  return worker;
}

async function outcomeOf(id: string) {
  await expect.poll(async () => (await queue.find(id).catch(() => undefined))?.state).toBe('done');
  return (await queue.find(id))?.outcome;
}

const lock = () => ({ [Symbol.dispose]: () => {} });

/** Expects the same files, links and manifest, byte for byte, as a single process publishes at that time. */
async function expectSame(at: string): Promise<void> {
  await alone.run({ mode: 'night' }, { now: () => new Date(at) });
  await pullOnce(store, folder, lock);
  expect(liveId(folder)).toBe(liveId(alone.folder));
  expectSameRelease(alone.folder, folder);
}

it('workers publish the same bytes as one process, even if a worker, PostgreSQL or the store fails', async () => {
  server.fail(20);
  // Delays the pages, because a fast worker could otherwise leave no shards for the others.
  const hold = join(newFolder(), 'hold');
  writeFileSync(hold, '');
  const first = startWorker(hold);
  await expect.poll(first.output).toContain('worker started');
  const id = await queue.send({ brand: BRAND, at: AT });
  await expect.poll(first.output).toContain('night started');
  const killed = startWorker(hold);
  const helper = startWorker(hold);
  // A worker that starts while PostgreSQL is down exits immediately, so wait until both have started.
  for (const { output } of [killed, helper]) await expect.poll(output).toContain('worker started');
  await postgres.restart();
  for (const { output } of [killed, helper]) await expect.poll(output).toContain('shard started');
  killed.child.kill('SIGKILL');
  rmSync(hold);
  const outcome = await outcomeOf(id);
  expect(outcome).toMatchObject({ report: { status: 'published' } });
  expect(helper.output()).toContain('shard rendered');
  await expectSame(AT);

  // This rebuild is incremental: most pages are kept, and some of the rendered ones turn out to be unchanged.
  await api.write(async (writer) => {
    for (const number of [3, 9]) await writer.putBook(smallBook(number, { introduction: 'As of the second night.' }));
    await writer.putBook(smallBook(12, { title: 'Another name 12' }));
  });
  const second = await queue.send({ brand: BRAND, at: '2026-05-02T12:00:00.000Z' });
  expect(await outcomeOf(second)).toMatchObject({ report: { status: 'published', previous: liveId(folder) } });
  await expectSame('2026-05-02T12:00:00.000Z');
  expect(await queue.findShards(second)).not.toEqual([]);
  server.fail(0);
});

/** Repeats a nightly rebuild as if its worker had been lost after publishing but before reporting. */
async function expectPublishedOnce(report: RebuildReport): Promise<void> {
  const state = newFolder();
  const rebuild = {
    run: () => expect.fail('made again'),
    renderPart: () => expect.fail(),
    closePart: async () => {},
    close: async () => {},
  };
  const brands = await loadBrands(resolve('brands'));
  const again = createMachineWork({ store, state, rebuild, brands, code: '', setNow: () => {} });
  const [{ key } = { key: '' }] = await Array.fromAsync(store.list(`${BRAND}/parts/`));
  await pullOnce(store, folder, lock);
  const { created: at } = JSON.parse(readFileSync(join(folder, 'current/release.json'), 'utf8'));
  const job: Taken<NightOrder> = {
    id: key.split('/')[2] ?? '',
    order: { brand: BRAND, at },
    priority: 0,
    done: async () => {},
    giveBack: async () => {},
    reject: async () => {},
  };
  expect(await again.begin(job)).toEqual({ report });
}

it('one worker runs a queued rebuild, and the machine that requested it records the result', async () => {
  const state = newFolder();
  const worker = startWorker();
  const settings = { LECTERN_STATE: state, LECTERN_POSTGRES: postgres.url, ...server.environment };
  const run = (args: readonly string[]) =>
    command('rebuild', ['--brand', BRAND, '--queue', '--json', ...args], settings);
  const night = await run([]);
  expect(night).toMatchObject({ code: 0 });
  expect(JSON.parse(night.stdout)).toMatchObject({ brand: BRAND, status: 'published' });
  expect(worker.output()).toContain('shard rendered');
  await expectPublishedOnce(JSON.parse(night.stdout));

  await api.write((writer) => writer.putBook(smallBook(3, { introduction: 'Corrected at once.' })));
  const [correction, nothing] = await Promise.all([run(['--pages', '/hotnovels/**']), run(['--pages', '/nowhere/**'])]);
  expect(correction).toMatchObject({ code: 0 });
  await pullOnce(store, folder, lock);
  expect(livePage(folder, 'hotnovels/Q/1.html')).toContain('Corrected at once.');
  expect(nothing).toMatchObject({ code: 2, stderr: expect.stringContaining('/nowhere/**') });
  const nights = readNights(state, { last: 9 });
  expect(nights.map(({ mode, outcome, exitCode }) => [mode, outcome, exitCode]).toSorted()).toEqual([
    ['night', 'published', 0],
    ['pages', 'failed', 2],
    ['pages', 'published', 0],
  ]);
  expect(nights.at(-1)?.pages?.rendered).toBeGreaterThan(20);
});

it('a queued correction runs before queued nightly rebuilds, and identical nightly rebuilds are queued only once', async () => {
  const at = AT;
  const night = await queue.send({ brand: 'local', at });
  expect(await queue.send({ brand: 'local', at })).toBe(night);
  const correction = await queue.send({ brand: 'local', at, pages: ['/**'] });
  const jobs = [await queue.take('night'), await queue.take('night'), await queue.take('night')];
  expect(jobs.map((job) => job?.id)).toEqual([correction, night, undefined]);
  for (const job of jobs) await job?.done({ worker: 'test' });
  expect(await queue.find(night)).toEqual({ state: 'done', outcome: { worker: 'test' } });
});

it.each([
  ['LECTERN_POSTGRES', { LECTERN_RELEASES: 'file:///tmp/x' }],
  ['LECTERN_RELEASES', { LECTERN_POSTGRES: 'postgres://127.0.0.1/x' }],
  ['LECTERN_UPSTREAM', { LECTERN_POSTGRES: 'postgres://127.0.0.1/x', LECTERN_RELEASES: 'file:///tmp/x' }],
])('a worker without %s exits with an error that explains what to set', async (name, settings) => {
  const all = {
    LECTERN_STATE: newFolder(),
    LECTERN_UPSTREAM: '',
    LECTERN_POSTGRES: '',
    LECTERN_RELEASES: '',
    ...settings,
  };
  for (const [key, value] of Object.entries(all)) vi.stubEnv(key, value || undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(work()).rejects.toMatchObject({ exitCode: 2, message: expect.stringContaining(name) });
});
