import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { type Brand, loadBrands } from '#src/brand/registry.ts';
import { messageOf } from '#src/lib/errors.ts';
import { openLive } from '#src/publish/release/index.ts';
import { type ChaosProxy, startChaosProxy } from '../../tests/helpers/chaos-proxy.ts';
import { done, serve } from '../../tests/helpers/commands.ts';
import { seededState } from '../../tests/helpers/test-state.ts';
import { environmentFor } from '../bootstrap/environment.mjs';

/** Brands of the site. The parts attack the first brand; the second one must not be affected. */
const BRANDS = ['fingeread', 'freenovel'] as const;

export interface HardBrand {
  readonly id: string;
  readonly host: string;
  readonly apiPrefix: string;
  /** Paths in the live release, except error pages. */
  readonly pages: readonly string[];
  /** Names and hosts of the other brands, in lower case. Responses for this brand must not contain them. */
  readonly others: readonly string[];
}

export interface Answer {
  /** HTTP status; 0 if the connection ended without a response. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly ms: number;
}

export interface AskOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A site and an API in separate processes, as in production, with a proxy between them that can simulate faults. */
export interface HardSite {
  readonly state: string;
  readonly port: number;
  readonly upstream: ChaosProxy;
  readonly attacked: HardBrand;
  readonly other: HardBrand;
  ask(host: string, path: string, options?: AskOptions): Promise<Answer>;
  /** Resident memory of all processes, in MiB. */
  memory(): number;
  /** Whether the original processes are still running. */
  isAlive(): boolean;
  /** What the site has written to standard error so far. */
  log(): string;
  close(): Promise<void>;
}

export async function startHardSite(): Promise<HardSite> {
  await using started = new AsyncDisposableStack();
  const state = await seededState();
  started.defer(state.remove);
  // Uses the time limit of production, even if the environment sets a different one for other tests.
  const env = { LECTERN_STATE: state.folder, LECTERN_RENDER_WAIT: '1500' };
  for (const brand of BRANDS) await done('rebuild', ['--brand', brand], env);
  // The environment in which a command runs, with its memory settings.
  const served = (name: string) => ({ ...environmentFor(`${name}.ts`, process.execPath, process.env), ...env });
  const api = await serve('api', [], served('api'));
  started.defer(api.stop);
  const upstream = await startChaosProxy(api.origin);
  started.defer(upstream.close);
  const site = await serve('site', ['--upstream', upstream.origin], served('site'));
  started.defer(site.stop);
  const agent = new Agent({ keepAliveTimeout: 1000, headersTimeout: 60_000 });
  started.defer(() => agent.close());
  const all = await loadBrands(resolve('brands'));
  const [attacked, other] = BRANDS.map((id) => hardBrand(id, all, state.folder));
  if (!attacked || !other) throw new Error('two brands are needed');
  const running = started.move();
  return {
    state: state.folder,
    port: site.port,
    upstream,
    attacked,
    other,
    ask: (host, path, options) => ask(agent, site.origin, host, path, options),
    memory: () => [site.pid, api.pid].reduce((sum, pid) => sum + residentMiB(pid), 0),
    isAlive: () => [site.pid, api.pid].every(isRunning),
    log: site.log,
    close: () => running.disposeAsync(),
  };
}

function hardBrand(id: string, all: readonly Brand[], state: string): HardBrand {
  const brand = all.find((one) => one.id === id);
  const release = openLive(join(state, id));
  if (!brand || !release) throw new Error(`no brand or release ${id}`);
  const pages = [...release.pages()].map(({ path }) => path).filter((path) => !/^\/(\d{3}|offline)$/.test(path));
  release.close();
  const others = all.filter((one) => one.id !== id && one.id !== 'local');
  return {
    id,
    host: `${id}.localhost`,
    apiPrefix: brand.apiPrefix,
    pages,
    others: others.flatMap(({ appName, hosts }) => [appName, ...hosts]).map((name) => name.toLowerCase()),
  };
}

const ATTEMPTS = 100;
const PAUSE_MS = 300;

/**
 * Repeats a request until the status is 200, as a visitor of a busy site does.
 * @returns the last response
 */
export async function requestUntilOk(site: Pick<HardSite, 'ask'>, host: string, path: string): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await site.ask(host, path);
    if (answer.status === 200 || attempt === ATTEMPTS) return answer;
    await wait(PAUSE_MS);
  }
}

/** Returns the path of a call that reads the first book. */
export const showBook = ({ apiPrefix }: Pick<HardBrand, 'apiPrefix'>) =>
  `${apiPrefix}/v1/book.show?book_id=1&section=7&lang=en-us`;

async function ask(agent: Agent, origin: string, host: string, path: string, options: AskOptions = {}) {
  const { method = 'GET', headers = {}, body } = options;
  const began = performance.now();
  try {
    const answer = await request(`${origin}${path}`, {
      method: method as 'GET',
      headers: { host, ...headers },
      dispatcher: agent,
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.body.text();
    return { status: answer.statusCode, headers: answer.headers, text, ms: performance.now() - began };
  } catch (error) {
    return { status: 0, headers: {}, text: messageOf(error), ms: performance.now() - began };
  }
}

function residentMiB(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
