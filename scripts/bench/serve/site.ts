import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { LecternError } from '#src/lib/errors.ts';
import { environmentFor } from '../../bootstrap/environment.mjs';
import { ROOT } from '../../programs/run-script.ts';
import { run } from '../live-site.ts';

/** The server in a process of its own, as in production, over an API in another. */
export interface RunningSite {
  readonly origin: string;
  close(): Promise<void>;
}

const BRAND = 'local';

/** @param state empty folder of all state */
export async function startSite(state: string, books: number): Promise<RunningSite> {
  const env = { ...process.env, LECTERN_STATE: state, NODE_ENV: 'production' };
  await run('seed', ['--books', `${books}`], env);
  await run('rebuild', ['--brand', BRAND], env);
  const api = spawnServer('api', ['--port', '0'], env);
  try {
    const upstream = await told(api, /^(http:\S+)$/);
    const site = spawnServer('site', ['--port', '0', '--upstream', upstream], env);
    const close = async () => void (await Promise.all([site, api].map(end)));
    const port = await told(site, /^Lectern is at http:\/\/localhost:(\d+)\//).catch(async (error: unknown) => {
      await close();
      throw error;
    });
    return { origin: `http://127.0.0.1:${port}`, close };
  } catch (error) {
    await end(api);
    throw error;
  }
}

/** As `npm run` does it. */
function spawnServer(name: string, options: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  const script = join(ROOT, `scripts/${name}.ts`);
  return spawn(process.execPath, [script, ...options], {
    env: environmentFor(script, process.execPath, env),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** What the first matching line of a server's output names. */
async function told({ stdout }: ChildProcess, pattern: RegExp): Promise<string> {
  if (stdout) {
    for await (const line of createInterface(stdout)) {
      const found = pattern.exec(line)?.[1];
      if (found !== undefined) return found;
    }
  }
  throw new LecternError('BENCH', 'A server ended before it told its address.');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Where the pages of the release stand. */
export const releaseFolder = (state: string) => join(state, BRAND, 'current');
