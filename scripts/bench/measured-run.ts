import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ROOT } from '#src/commands/run-script.ts';
import { LecternError } from '#src/lib/errors.ts';
import { environmentFor } from '../bootstrap/environment.mjs';

/** The standard output of a command, and the resources that its process used. */
export interface MeasuredRun {
  readonly stdout: string;
  /** Elapsed time from the start to the end of the process. */
  readonly seconds: number;
  /** Processor time of the process, user and system. */
  readonly processorSeconds: number;
  /** Peak resident memory of the process. */
  readonly mebibytes: number;
}

/**
 * Runs a project command to completion, with the same environment as `npm run`.
 * @throws LecternError if it fails
 */
export async function measuredRun(name: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<MeasuredRun> {
  const script = join(ROOT, `scripts/${name}.ts`);
  const started = performance.now();
  const child = spawn(process.execPath, ['--import', join(import.meta.dirname, 'process-cost.ts'), script, ...args], {
    env: { ...environmentFor(script, process.execPath, env), LECTERN_COST_FD: '3' },
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  });
  const [stdout, cost, [code]] = await Promise.all([
    text(child.stdio[1] as NodeJS.ReadableStream),
    text(child.stdio[3] as NodeJS.ReadableStream),
    once(child, 'close'),
  ]);
  if (code !== 0) throw new LecternError('BENCH', `npm run ${name} ended with exit code ${code}.`);
  return { stdout, seconds: (performance.now() - started) / 1000, ...JSON.parse(cost) };
}
