import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestState, testState } from '../../helpers/test-state.ts';
import { fillStore, type Program, runProgram } from './program.ts';

const ADDRESS = /^Lectern is at http:\/\/(?:\w+\.)?localhost:(\d+)\/$/m;

let state: TestState;
const running = new Set<Program>();
beforeAll(async () => {
  state = await testState();
  await fillStore(state.folder, 40);
});
afterAll(async () => {
  for (const program of running) await program.stop();
  await state.remove();
  rmSync(proxyConfig(), { force: true });
  rmSync(packagesFile(), { force: true });
});

/** The web server's configuration, which each rebuild renews. */
const proxyConfig = () => `${state.folder}.conf`;

/** Names of the packages that the programs have loaded, in all their processes and threads. */
const packagesFile = () => `${state.folder}.packages`;

function run(name: string, ...args: string[]): Program {
  const program = runProgram(name, args, state.folder, {
    LECTERN_PROXY_CONFIG: `--server nginx --out ${proxyConfig()}`,
    NODE_OPTIONS: `--import=${import.meta.resolve('../../helpers/record-packages.ts')}`,
    LECTERN_TEST_PACKAGES: packagesFile(),
  });
  running.add(program);
  void program.ended().then(() => running.delete(program));
  return program;
}

const portOf = async (program: Program) => Number((await program.says(ADDRESS))[1]);

async function get(port: number, path: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  return { status: response.status, text: await response.text() };
}

const WAIT = { timeout: 60_000, interval: 100 };

/** A call that writes to the database of visitors. */
const register = (port: number) =>
  fetch(`http://127.0.0.1:${port}/public/v1/device.register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'device-uuid': `device-${randomUUID()}` },
    body: '{"platform":"other","section":7,"lang":"en-us"}',
  });

const QUESTIONS = [
  ['page', 'localhost', '/'],
  ['health', 'localhost', '/healthz'],
  ['brand', 'fingeread.localhost', '/'],
] as const;

/** A page that waits for the lock would take seconds. */
const isQuick = (ms: number) => ms < 2000;

function ask(port: number, host: string, path: string): Promise<{ status: number | undefined }> {
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, headers: { host } }, (response) => {
      response.resume().on('end', () => resolve({ status: response.statusCode }));
    })
      .on('error', reject)
      .end();
  });
}

/** Ids of the processes that a program has started. */
function childrenOf({ child: { pid } }: Program): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

describe('start', () => {
  it('ends cleanly while it still prepares', async () => {
    const program = run('start', '--brand', 'local', '--port', '0');
    while (!existsSync(join(state.folder, 'local/rebuild.pid'))) await wait(50);
    expect(await program.stop()).toBe(0);
    expect(program.out()).toBe('');
  });

  it('builds what is missing, prints its address, and serves books to read', async () => {
    const program = run('start', '--brand', 'local', '--port', '0');
    const port = await portOf(program);
    expect(program.out()).toContain(`Lectern is at http://localhost:${port}/`);
    expect(program.out()).not.toContain('freenovel');
    expect(readFileSync(proxyConfig(), 'utf8')).toMatch(/\/local\/current\/site-[0-9a-f]+";/);
    expect((await get(port, '/readyz')).status).toBe(200);
    expect((await get(port, '/hotnovels/S/1')).text).toContain('Story 1');
    expect((await get(port, '/novel/1')).text).toContain('<h1');
    expect((await get(port, '/book-reader/1')).text).toContain('What happened in story 1, at length.');
    expect((await get(port, '/public/v1/book.show?book_id=1&section=7&lang=en-us')).text).toContain('"success":1');
    expect((await get(port, '/novel/999')).status).toBe(404);
    expect(await program.stop()).toBe(0);
    expect(program.err()).not.toContain('the API did not end');
    await expect(get(port, '/')).rejects.toThrow();
  });

  it('has loaded nothing for PostgreSQL and buckets, which nobody asked for', () => {
    const loaded = new Set(readFileSync(packagesFile(), 'utf8').split('\n'));
    const [ofApi, ofRebuild, ofSite] = ['fastify', 'undici', 'piscina'];
    for (const name of [ofApi, ofRebuild, ofSite]) expect(loaded).toContain(name);
    expect([...loaded].filter((name) => /^(?:pg|pg-.*|@aws-sdk\/.*|@smithy\/.*)$/.test(name))).toEqual([]);
  });

  it('serves the brands that are named alone, and is ready with their releases', async () => {
    const upstream = ['--upstream', 'http://127.0.0.1:9'];
    const program = run('site', '--brand', 'local', '--port', '0', ...upstream);
    const port = Number((await program.says(/localhost:(\d+)\/ over/))[1]);
    expect((await get(port, '/readyz')).status).toBe(200);
    expect(await ask(port, 'localhost', '/')).toEqual({ status: 200 });
    expect(await ask(port, 'fingeread.localhost', '/')).toEqual({ status: 421 });
    expect(await program.stop()).toBe(0);
    const unknown = run('site', '--brand', 'nobody', ...upstream);
    expect(await unknown.ended()).toBe(2);
    expect(unknown.err()).toContain('no brand "nobody"');
  });

  it('is quick the second time and builds the other brands in the background', async () => {
    const program = run('start', '--port', '0');
    const port = await portOf(program);
    expect(program.err()).not.toContain('building the site bundle');
    expect(program.out()).toContain(`http://tibok.localhost:${port}/  (its first pages are still to be built)\n`);
    expect((await get(port, '/')).status).toBe(200);
    while (!program.err().includes('the first pages of')) await wait(200);
    expect(await program.stop()).toBe(0);
    expect(program.err()).not.toMatch(/ error |failed/);
    const half = readdirSync(state.folder).filter((name) => name !== 'api' && name !== 'bundle');
    expect(half.length).toBeGreaterThan(1);
  });

  it('sends pages, health and other brands while another process writes to the database of visitors', async () => {
    const program = run('start', '--brand', 'local', '--port', '0');
    const port = await portOf(program);
    expect((await register(port)).status).toBe(200);
    using writer = new DatabaseSync(join(state.folder, 'api/visitors.db'));
    writer.exec('BEGIN IMMEDIATE');
    const until = performance.now() + 6000;
    const writes: Promise<Response>[] = [];
    const slowest = { page: 0, health: 0, brand: 0 };
    while (performance.now() < until) {
      writes.push(register(port));
      for (const [kind, host, path] of QUESTIONS) {
        const start = performance.now();
        const { status } = await ask(port, host, path);
        expect([200, 503]).toContain(status);
        slowest[kind] = Math.max(slowest[kind], performance.now() - start);
      }
      await wait(100);
    }
    for (const answer of await Promise.all(writes)) {
      // By the API, or by the site where the API is asked by too many to answer in time.
      expect([503, 504]).toContain(answer.status);
      expect(answer.headers.get('retry-after')).toMatch(/^[15]$/);
    }
    writer.exec('ROLLBACK');
    expect((await register(port)).status).toBe(200);
    expect(slowest).toEqual({
      page: expect.toSatisfy(isQuick),
      health: expect.toSatisfy(isQuick),
      brand: expect.toSatisfy(isQuick),
    });
    expect(await program.stop()).toBe(0);
  });

  it('starts the API again where it ends, and takes it along where it is killed itself', async () => {
    const program = run('start', '--brand', 'local', '--port', '0');
    const port = await portOf(program);
    const [api = 0] = childrenOf(program);
    process.kill(api, 'SIGKILL');
    const call = () => get(port, '/public/v1/book.show?book_id=1&section=7&lang=en-us');
    await vi.waitFor(async () => expect((await call()).status).toBe(503), WAIT);
    await vi.waitFor(async () => expect((await call()).status).toBe(200), WAIT);
    expect(program.err()).toContain('the API ended by itself and is started again');
    const [again = 0] = childrenOf(program);
    expect(again).not.toBe(api);
    program.child.kill('SIGKILL');
    await program.ended();
    await vi.waitFor(() => expect(() => process.kill(again, 0)).toThrow('ESRCH'), WAIT);
  });

  it('says at once that a port is in use, with exit code 2', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const program = run('start', '--port', String(port));
    expect(await program.ended()).toBe(2);
    expect(program.err()).toBe(`Port ${port} is in use. End the other program or give another port with --port.\n`);
    other.close();
  });

  it.each([
    [['--brand', 'nobody'], 'There is no brand "nobody"'],
    [['--port', 'x'], '--port is "x"'],
    [['--nonsense'], 'Use --help'],
  ])('refuses %j with exit code 2', async (args, message) => {
    const program = run('start', ...args);
    expect(await program.ended()).toBe(2);
    expect(program.err()).toContain(message);
  });
});

describe('site', () => {
  it('serves the releases over a given upstream', async () => {
    const program = run('site', '--port', '0', '--upstream', 'http://127.0.0.1:9');
    const port = Number((await program.says(/localhost:(\d+)\/ over the API at http:\/\/127\.0\.0\.1:9/))[1]);
    expect((await get(port, '/genres')).status).toBe(200);
    expect((await get(port, '/novel/1')).status).toBe(503);
    expect((await get(port, '/public/v1/book.show')).status).toBe(503);
    expect(await program.stop()).toBe(0);
  });
});
