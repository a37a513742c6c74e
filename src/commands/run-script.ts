import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { EXIT } from '#src/lib/errors.ts';
import { environmentForChild } from '../../scripts/bootstrap/environment.mjs';

/** The project folder. */
export const ROOT = join(import.meta.dirname, '../..');

export interface ChildOptions {
  /** The command and its child processes are killed when the signal aborts. */
  readonly signal: AbortSignal;
  /** Whether to run with lower priority. */
  readonly background?: boolean;
  /** `kept`: standard error is returned in `ChildEnd` and not shown. `shown`: both output streams are shown. */
  readonly output?: 'kept' | 'shown';
}

export interface ChildEnd {
  readonly code: number;
  /** The last part of the command's standard error; only with `output: 'kept'`. */
  readonly stderr: string;
}

const MAX_STDERR_LENGTH = 4000;

/** Runs another npm script of the project in a child process. By default, only its standard error is shown. */
export function runScript(name: string, args: readonly string[], options: ChildOptions): Promise<ChildEnd> {
  const { signal, background = false, output } = options;
  if (signal.aborted) return Promise.resolve({ code: EXIT.failure, stderr: '' });
  const script = join(ROOT, 'scripts', `${name}.ts`);
  const child = spawn(process.execPath, [script, ...args], {
    env: environmentForChild(script, process.argv[1] ?? '', process.execPath, process.env),
    // `detached` gives the command its own process group, so that its child processes can be killed with it.
    detached: true,
    stdio: ['ignore', output === 'shown' ? 'inherit' : 'ignore', output === 'kept' ? 'pipe' : 'inherit'],
  });
  if (background && child.pid !== undefined) setPriority(child.pid, 10);
  return ended(child, signal);
}

function ended(child: ChildProcess, signal: AbortSignal): Promise<ChildEnd> {
  const end = () => endGroup(child);
  signal.addEventListener('abort', end);
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk).slice(-MAX_STDERR_LENGTH);
  });
  return new Promise<ChildEnd>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? EXIT.failure, stderr }));
  }).finally(() => signal.removeEventListener('abort', end));
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGTERM');
  } catch {
    // The process has already exited.
  }
}
