import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { silentLog } from '#src/lib/log.ts';
import { type JobQueue, openPgBossQueue } from '#src/night-queue/index.ts';
import { readNights } from '#src/nights/index.ts';
import { liveId } from '#src/release/index.ts';
import { type ObjectStore, pullOnce } from '#src/release-store/index.ts';
import { openS3Store } from '#src/release-store/s3-store.ts';
import { type Postgres, startPostgres } from '../../../scripts/testing/postgres.ts';
import { command } from '../../helpers/commands.ts';
import { type ObjectServer, startObjectServer } from '../../helpers/object-server.ts';
import { type SmallApi, smallBook, startSmallApi } from '../../helpers/small-api.ts';
import { livePage, type SmallRebuild, smallRebuild } from '../../helpers/small-rebuild.ts';

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
/** The machine that shows the site. */
let folder: string;
/** One process that makes the same alone. */
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
  for (const { child } of workers.splice(0)) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  await alone.close();
  await queue.close();
  store.close();
  await server.close();
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

const folders: string[] = [];
function newFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'lectern-worker-'));
  folders.push(made);
  return made;
}

interface Worker {
  readonly child: ChildProcess;
  /** Its log. */
  said(): string;
}

function startWorker(pageMs = 0): Worker {
  const args = ['tests/helpers/worker-process.ts', newFolder(), api.origin, postgres.url, `${pageMs}`];
  const env = { ...process.env, ...server.environment };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (more: string) => {
    text += more;
  });
  const worker = { child, said: () => text };
  workers.push(worker);
  return worker;
}

async function outcomeOf(id: string) {
  await expect.poll(async () => (await queue.find(id).catch(() => undefined))?.state).toBe('done');
  return (await queue.find(id))?.outcome;
}

const lock = () => ({ [Symbol.dispose]: () => {} });

it('a night of several workers is the release of one process, byte for byte, though one is killed, PostgreSQL restarts and the store fails', async () => {
  server.fail(20);
  const first = startWorker(30);
  await expect.poll(first.said).toContain('takes');
  const id = await queue.send({ brand: BRAND, at: AT });
  await expect.poll(first.said).toContain('a night begins');
  const killed = startWorker(400);
  const helper = startWorker(30);
  await postgres.restart();
  await expect.poll(killed.said).toContain('a shard begins');
  killed.child.kill('SIGKILL');
  const outcome = await outcomeOf(id);
  server.fail(0);
  expect(outcome).toMatchObject({ report: { status: 'published' } });
  expect(helper.said()).toContain('a shard is rendered');
  await alone.run({}, { now: () => new Date(AT) });
  await pullOnce(store, folder, lock);
  expect(liveId(folder)).toBe(liveId(alone.folder));
  const same = spawnSync('/usr/bin/diff', ['-r', join(alone.folder, 'current/'), join(folder, 'current/')]);
  expect(same.stdout.toString()).toBe('');
});

it('a queued run is made by a worker, and recorded where it was asked for', async () => {
  const state = newFolder();
  const worker = startWorker();
  const settings = { LECTERN_STATE: state, LECTERN_POSTGRES: postgres.url, ...server.environment };
  const run = (args: readonly string[]) =>
    command('rebuild', ['--brand', BRAND, '--queue', '--json', ...args], settings);
  const night = await run([]);
  expect(night).toMatchObject({ code: 0 });
  expect(JSON.parse(night.stdout)).toMatchObject({ brand: BRAND, status: 'published' });
  expect(worker.said()).toContain('a shard is rendered');

  await api.write((writer) => writer.putBook(smallBook(3, { introduction: 'Corrected at once.' })));
  const correction = await run(['--pages', '/hotnovels/**']);
  expect(correction).toMatchObject({ code: 0 });
  await pullOnce(store, folder, lock);
  expect(livePage(folder, 'hotnovels/Q/1.html')).toContain('Corrected at once.');

  const nothing = await run(['--pages', '/nowhere/**']);
  expect(nothing).toMatchObject({ code: 2, stderr: expect.stringContaining('/nowhere/**') });
  const nights = readNights(state, { last: 9 });
  expect(nights.map(({ mode, outcome, exitCode }) => [mode, outcome, exitCode])).toEqual([
    ['pages', 'failed', 2],
    ['pages', 'published', 0],
    ['night', 'published', 0],
  ]);
  expect(nights[2]?.pages?.rendered).toBeGreaterThan(20);
});

it('a correction is taken before nights that wait, and an equal night waits once', async () => {
  const at = AT;
  const night = await queue.send({ brand: 'local', at });
  expect(await queue.send({ brand: 'local', at })).toBe(night);
  const correction = await queue.send({ brand: 'local', at, pages: ['/**'] });
  const taken = [await queue.take('night'), await queue.take('night'), await queue.take('night')];
  expect(taken.map((job) => job?.id)).toEqual([correction, night, undefined]);
  for (const job of taken) await job?.done({ worker: 'test' });
  expect(await queue.find(night)).toEqual({ state: 'done', outcome: { worker: 'test' } });
});

it.each([
  ['LECTERN_POSTGRES', { LECTERN_RELEASES: 'file:///tmp/x' }],
  ['LECTERN_RELEASES', { LECTERN_POSTGRES: 'postgres://127.0.0.1/x' }],
  ['LECTERN_UPSTREAM', { LECTERN_POSTGRES: 'postgres://127.0.0.1/x', LECTERN_RELEASES: 'file:///tmp/x' }],
])('a worker without %s is refused, and says what to set', async (name, settings) => {
  const ended = await command('worker', [], { LECTERN_STATE: newFolder(), ...settings });
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining(name) });
});
