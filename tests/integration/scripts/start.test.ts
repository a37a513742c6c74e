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

/** Path of the web server's configuration, which every rebuild updates. */
const proxyConfig = () => `${state.folder}.conf`;

/** Path of the file that lists the packages loaded by any process or thread. */
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

/**
 * Requests a page until the response is not 503, which a busy machine may return. Prints the reason that the server
 * logged.
 */
async function loaded(program: Program, port: number, path: string): Promise<{ status: number; text: string }> {
  for (;;) {
    const response = await get(port, path);
    if (response.status !== 503) return response;
    process.stdout.write(`${path} was answered with 503:\n${program.err()}`);
    await wait(1000);
  }
}

const WAIT = { timeout: 60_000, interval: 100 };

/** Registers an account, which writes to the visitors' database. */
const register = (port: number) =>
  fetch(`http://127.0.0.1:${port}/public/v1/device.register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'device-uuid': `device-${randomUUID()}` },
    body: '{"platform":"other","section":7,"lang":"en-us"}',
  });

const REQUESTS = [
  ['page', 'localhost', '/'],
  ['health', 'localhost', '/healthz'],
  ['brand', 'fingeread.localhost', '/'],
] as const;

/** Whether a response arrived without waiting for the lock, which would take seconds. */
const isFast = (ms: number) => ms < 2000;

function timedRequest(port: number, host: string, path: string): Promise<{ status: number | undefined }> {
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

describe('npm start', () => {
  it('exits with 0 if stopped while starting', async () => {
    const program = run('start', '--brand', 'local', '--port', '0');
    while (!existsSync(join(state.folder, 'local/rebuild.pid'))) await wait(50);
    expect(await program.stop()).toBe(0);
    expect(program.out()).toBe('');
  });

  it('builds missing releases, prints its address, and serves books', async () => {
    const program = run('start', '--brand', 'local', '--port', '0');
    const port = await portOf(program);
    expect(program.out()).toContain(`Lectern is at http://localhost:${port}/`);
    expect(program.out()).not.toContain('freenovel');
    expect(readFileSync(proxyConfig(), 'utf8')).toMatch(/\/local\/current\/site-[0-9a-f]+";/);
    expect((await get(port, '/readyz')).status).toBe(200);
    expect((await get(port, '/hotnovels/S/1')).text).toContain('Story 1');
    expect((await get(port, '/novel/1')).text).toContain('<h1');
    expect((await loaded(program, port, '/book-reader/1')).text).toContain('What happened in story 1, at length.');
    expect((await get(port, '/public/v1/book.show?book_id=1&section=7&lang=en-us')).text).toContain('"success":1');
    expect((await get(port, '/novel/999')).status).toBe(404);
    expect(await program.stop()).toBe(0);
    expect(program.err()).not.toContain('the API did not stop in time');
    await expect(get(port, '/')).rejects.toThrow();
  });

  it('loads packages for PostgreSQL and buckets only if they are used', () => {
    const loaded = new Set(readFileSync(packagesFile(), 'utf8').split('\n'));
    const [ofApi, ofRebuild, ofSite] = ['fastify', 'undici', 'piscina'];
    for (const name of [ofApi, ofRebuild, ofSite]) expect(loaded).toContain(name);
    expect([...loaded].filter((name) => /^(?:pg|pg-.*|@aws-sdk\/.*|@smithy\/.*)$/.test(name))).toEqual([]);
  });

  it('leaves releases that npm run site can serve, but only for the brands given with --brand', async () => {
    const upstream = ['--upstream', 'http://127.0.0.1:9'];
    const program = run('site', '--brand', 'local', '--port', '0', ...upstream);
    const port = Number((await program.says(/localhost:(\d+)\/ over/))[1]);
    expect((await get(port, '/readyz')).status).toBe(200);
    expect(await timedRequest(port, 'localhost', '/')).toEqual({ status: 200 });
    expect(await timedRequest(port, 'fingeread.localhost', '/')).toEqual({ status: 421 });
    expect(await program.stop()).toBe(0);
    const unknown = run('site', '--brand', 'nobody', ...upstream);
    expect(await unknown.ended()).toBe(2);
    expect(unknown.err()).toContain('no brand "nobody"');
  });

  it('starts quickly the second time, and builds the other brands in the background', async () => {
    const program = run('start', '--port', '0');
    const port = await portOf(program);
    expect(program.err()).not.toContain('building the site bundle');
    expect(program.out()).toContain(`http://tibok.localhost:${port}/  (first pages not built yet)\n`);
    expect((await get(port, '/')).status).toBe(200);
    while (!program.err().includes('the first pages of')) await wait(200);
    expect(await program.stop()).toBe(0);
    expect(program.err()).not.toMatch(/ error |failed/);
    const half = readdirSync(state.folder).filter((name) => name !== 'api' && name !== 'bundle');
    expect(half.length).toBeGreaterThan(1);
  });

  it("serves pages, health checks and other brands while another process locks the visitors' database", async () => {
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
      for (const [kind, host, path] of REQUESTS) {
        const start = performance.now();
        const { status } = await timedRequest(port, host, path);
        expect([200, 503]).toContain(status);
        slowest[kind] = Math.max(slowest[kind], performance.now() - start);
      }
      await wait(100);
    }
    for (const answer of await Promise.all(writes)) {
      // The response is 503 from the API, or 504 from the site if the API is too busy to respond in time.
      expect([503, 504]).toContain(answer.status);
      expect(answer.headers.get('retry-after')).toMatch(/^[15]$/);
    }
    writer.exec('ROLLBACK');
    // The API responds first to the calls that have waited.
    await expect.poll(async () => (await register(port)).status).toBe(200);
    expect(slowest).toEqual({
      page: expect.toSatisfy(isFast),
      health: expect.toSatisfy(isFast),
      brand: expect.toSatisfy(isFast),
    });
    expect(await program.stop()).toBe(0);
  });

  it('restarts the API if it exits, and stops it when npm start itself is killed', async () => {
    const program = run('start', '--brand', 'local', '--port', '0');
    const port = await portOf(program);
    const [api = 0] = childrenOf(program);
    process.kill(api, 'SIGKILL');
    const call = () => get(port, '/public/v1/book.show?book_id=1&section=7&lang=en-us');
    await vi.waitFor(async () => expect((await call()).status).toBe(503), WAIT);
    await vi.waitFor(async () => expect((await call()).status).toBe(200), WAIT);
    expect(program.err()).toContain('the API exited unexpectedly and is restarted');
    const [again = 0] = childrenOf(program);
    expect(again).not.toBe(api);
    program.child.kill('SIGKILL');
    await program.ended();
    await vi.waitFor(() => expect(() => process.kill(again, 0)).toThrow('ESRCH'), WAIT);
  });

  it('reports immediately that its port is in use, with exit code 2', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const program = run('start', '--port', String(port));
    expect(await program.ended()).toBe(2);
    expect(program.err()).toBe(`Port ${port} is in use. Stop the other program, or set another port with --port.\n`);
    other.close();
  });

  it.each([
    [['--brand', 'nobody'], 'There is no brand "nobody"'],
    [['--port', 'x'], '--port is "x"'],
    [['--nonsense'], 'Use --help'],
  ])('rejects the arguments %j with exit code 2', async (args, message) => {
    const program = run('start', ...args);
    expect(await program.ended()).toBe(2);
    expect(program.err()).toContain(message);
  });
});

describe('npm run site', () => {
  it('serves the releases, and requests all other pages and calls from the given upstream', async () => {
    const program = run('site', '--port', '0', '--upstream', 'http://127.0.0.1:9');
    const port = Number((await program.says(/localhost:(\d+)\/ over the API at http:\/\/127\.0\.0\.1:9/))[1]);
    expect((await get(port, '/genres')).status).toBe(200);
    expect((await get(port, '/novel/1')).status).toBe(503);
    expect((await get(port, '/public/v1/book.show')).status).toBe(503);
    expect(await program.stop()).toBe(0);
  });
});
