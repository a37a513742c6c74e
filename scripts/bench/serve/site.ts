import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '#src/commands/run-script.ts';
import { LecternError } from '#src/lib/errors.ts';
import { environmentFor } from '../../bootstrap/environment.mjs';
import { run } from '../live-site.ts';

/** The site's server in a child process, as in production, and the API in another child process. */
export interface RunningSite {
  readonly origin: string;
  close(): Promise<void>;
}

const BRAND = 'local';

/** @param state an empty state folder */
export async function startSite(state: string, books: number): Promise<RunningSite> {
  const env = { ...process.env, LECTERN_STATE: state, NODE_ENV: 'production' };
  await run('seed', ['--books', `${books}`], env);
  await run('rebuild', ['--brand', BRAND], env);
  const api = spawnServer('api', ['--port', '0'], env);
  try {
    const upstream = await matchInOutput(api, /^(http:\S+)$/);
    const site = spawnServer('site', ['--port', '0', '--upstream', upstream], env);
    const close = async () => void (await Promise.all([site, api].map(end)));
    const port = await matchInOutput(site, /^Lectern is at http:\/\/localhost:(\d+)\//).catch(
      async (error: unknown) => {
        await close();
        throw error;
      },
    );
    return { origin: `http://127.0.0.1:${port}`, close };
  } catch (error) {
    await end(api);
    throw error;
  }
}

/** Starts a command as `npm run` does. */
function spawnServer(name: string, options: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  const script = join(ROOT, `scripts/${name}.ts`);
  return spawn(process.execPath, [script, ...options], {
    env: environmentFor(script, process.execPath, env),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Returns the value that `pattern` matches in a server's output, waiting until there is one. */
async function matchInOutput({ stdout }: ChildProcess, pattern: RegExp): Promise<string> {
  if (stdout) {
    for await (const line of createInterface(stdout)) {
      const found = pattern.exec(line)?.[1];
      if (found !== undefined) return found;
    }
  }
  throw new LecternError('BENCH', 'A server exited before it printed its address.');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Folder of the live release. */
export const releaseFolder = (state: string) => join(state, BRAND, 'current');
