import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { EXIT } from '#src/lib/errors.ts';
import { environmentForChild } from '../bootstrap/environment.mjs';

/** Folder of the project. */
export const ROOT = join(import.meta.dirname, '../..');

export interface ChildOptions {
  /** Ends the command and all that it started. */
  readonly signal: AbortSignal;
  /** Runs with lower priority. */
  readonly background?: boolean;
  /** `kept`: standard error goes to `ChildEnd` only. `shown`: standard output is not dropped. */
  readonly output?: 'kept' | 'shown';
}

export interface ChildEnd {
  readonly code: number;
  /** The end of what the command wrote to standard error, where it was to be kept. */
  readonly stderr: string;
}

const MAX_STDERR_LENGTH = 4000;

/** Runs another command of the project in a process of its own; by default its standard output is dropped. */
export function runScript(name: string, args: readonly string[], options: ChildOptions): Promise<ChildEnd> {
  const { signal, background = false, output } = options;
  if (signal.aborted) return Promise.resolve({ code: EXIT.failure, stderr: '' });
  const script = join(ROOT, 'scripts', `${name}.ts`);
  const child = spawn(process.execPath, [script, ...args], {
    env: environmentForChild(script, process.argv[1] ?? '', process.execPath, process.env),
    // In a process group of its own, so that what the command starts ends with it.
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
    // It has just ended by itself.
  }
}
