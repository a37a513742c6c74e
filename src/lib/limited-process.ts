import { startProcess } from './job-process.ts';
import type { JobLimits } from './untrusted-limits.ts';

export interface LimitedProgram<Input> {
  /** A `*.process.ts` that calls `serveJobs` (limited-job.ts) with a job named `run`. */
  readonly program: URL;
  readonly input: Input;
  readonly limitMs: number;
  /** Subject and last sentence of the error message if the file exceeds a limit or cannot be read. */
  readonly what: string;
  readonly advice: string;
}

const MAX_MEMORY_MIB = 1024;

/**
 * Runs one of our programs once on an untrusted file, in a separate process with limits. A thread would not be enough:
 * an SQLite query cannot be interrupted from another thread, and its memory is outside the heap.
 * @throws LimitError
 * @throws LecternError with the code of the error that the program threw
 */
export async function runLimited<Input, Output>(options: LimitedProgram<Input>): Promise<Output> {
  const { program, input, limitMs, what, advice } = options;
  const limits: JobLimits = {
    processorMs: limitMs,
    waitMs: limitMs,
    memoryMiB: MAX_MEMORY_MIB,
    what,
    done: 'read',
    advice,
  };
  const child = startProcess(program, [limits]);
  try {
    return (await child.run('run', input, limits, {})) as Output;
  } finally {
    child.end();
  }
}
