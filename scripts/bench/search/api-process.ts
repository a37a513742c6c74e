import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '#src/commands/run-script.ts';
import { LecternError } from '#src/lib/errors.ts';
import { environmentFor } from '../../bootstrap/environment.mjs';
import { numberIn } from '../rebuild/process-tree.ts';

/** The API in a child process, started as `npm run api` starts it. */
export interface ApiProcess {
  /** Returns the URL of a call. */
  url(call: string): URL;
  /** Returns the peak resident memory of the API so far. */
  peakMiB(): Promise<number>;
  close(): Promise<void>;
}

/** API prefix of the brand whose books are searched. */
const PREFIX = '/public/v1';

/** @param postgres URL of the store's database; default: SQLite files in the state folder */
export async function startApiProcess(state: string, postgres: string | undefined): Promise<ApiProcess> {
  const script = join(ROOT, 'scripts/api.ts');
  const env = { ...process.env, LECTERN_STATE: state, LECTERN_STORE: postgres ?? '' };
  const child = spawn(process.execPath, [script, '--port', '0'], {
    env: environmentFor(script, process.execPath, env),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const origin = await firstLine(child);
  return {
    url: (call) => new URL(`${PREFIX}/${call}`, origin),
    peakMiB: async () => (numberIn(await readFile(`/proc/${child.pid}/status`, 'utf8'), 'VmHWM') ?? 0) / 1024,
    async close() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

async function firstLine(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) return line;
  throw new LecternError('BENCH', 'The API exited before it listened.');
}
