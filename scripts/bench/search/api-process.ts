import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { LecternError } from '#src/lib/errors.ts';
import { environmentFor } from '../../bootstrap/environment.mjs';
import { ROOT } from '../../programs/run-script.ts';
import { numberIn } from '../rebuild/process-tree.ts';

/** The API in a process of its own, as `npm run api` starts it. */
export interface ApiProcess {
  /** Address of a call. */
  url(call: string): URL;
  /** Most resident memory so far. */
  mostMiB(): Promise<number>;
  close(): Promise<void>;
}

/** Prefix of the brand whose visitors search. */
const PREFIX = '/public/v1';

/** @param postgres address of the store's database; default: files in the state */
export async function startApiProcess(state: string, postgres: string | undefined): Promise<ApiProcess> {
  const script = join(ROOT, 'scripts/api.ts');
  const given = { ...process.env, LECTERN_STATE: state, LECTERN_STORE: postgres ?? '' };
  const child = spawn(process.execPath, [script, '--port', '0'], {
    env: environmentFor(script, process.execPath, given),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const origin = await firstLine(child);
  return {
    url: (call) => new URL(`${PREFIX}/${call}`, origin),
    mostMiB: async () => (numberIn(await readFile(`/proc/${child.pid}/status`, 'utf8'), 'VmHWM') ?? 0) / 1024,
    async close() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

async function firstLine(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) return line;
  throw new LecternError('BENCH', 'The API ended before it listened.');
}
