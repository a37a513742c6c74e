import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { EXIT } from '#src/lib/errors.ts';

/** Folder of the project. */
export const ROOT = join(import.meta.dirname, '../..');

export interface ChildOptions {
  /** Ends the command with all that it started. */
  readonly signal: AbortSignal;
  /** Gives way to this process, and says what it has to say in `ChildEnd` alone. */
  readonly background?: boolean;
}

export interface ChildEnd {
  readonly code: number;
  /** The end of what a background command wrote to standard error. */
  readonly said: string;
}

const LONGEST_SAID = 4000;

/** Runs another command of the project, so that its work holds up nothing here; its standard output is dropped. */
export function runScript(name: string, args: readonly string[], options: ChildOptions): Promise<ChildEnd> {
  const { signal, background = false } = options;
  if (signal.aborted) return Promise.resolve({ code: EXIT.failure, said: '' });
  const child = spawn(process.execPath, [join(ROOT, 'scripts', `${name}.ts`), ...args], {
    // A process group of its own: what the command has started itself ends with it.
    detached: true,
    stdio: ['ignore', 'ignore', background ? 'pipe' : 'inherit'],
  });
  if (background && child.pid !== undefined) setPriority(child.pid, 10);
  return ended(child, signal);
}

function ended(child: ChildProcess, signal: AbortSignal): Promise<ChildEnd> {
  const end = () => endGroup(child);
  signal.addEventListener('abort', end);
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk).slice(-LONGEST_SAID);
  });
  return new Promise<ChildEnd>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? EXIT.failure, said }));
  }).finally(() => signal.removeEventListener('abort', end));
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGTERM');
  } catch {
    // It has ended by itself in this very moment.
  }
}
