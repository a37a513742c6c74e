import { type JobHooks, type JobProcess, startProcess } from './job-process.ts';
import { LimitError } from './limit-error.ts';
import type { JobLimits } from './untrusted-limits.ts';

export interface LimitedPool<Job extends string> {
  /**
   * @throws LimitError
   * @throws LecternError with the code of the error that the job threw
   */
  run<T>(job: Job, input: unknown, hooks?: JobHooks): Promise<T>;
  /** Ends the processes together with their jobs. */
  close(): void;
}

export interface LimitedPoolOptions<Job extends string> {
  /** A module that calls `serveJobs` (limited-job.ts). */
  readonly module: URL;
  readonly limits: Readonly<Record<Job, JobLimits>>;
  readonly maxProcesses?: number;
  /** Maximum number of waiting jobs. Above it, jobs are refused. */
  readonly maxWaiting?: number;
}

/** Runs jobs with untrusted content in separate processes, which are started when needed and end when idle. */
export function createLimitedPool<Job extends string>(options: LimitedPoolOptions<Job>): LimitedPool<Job> {
  const { module, limits, maxProcesses = 1, maxWaiting = 100 } = options;
  const all: JobLimits[] = Object.values(limits);
  const idle = new Set<JobProcess>();
  const busy = new Set<JobProcess>();
  const waiting: (() => void)[] = [];
  let running = 0;

  const takeTurn = async (): Promise<void> => {
    if (running < maxProcesses) {
      running += 1;
      return;
    }
    if (waiting.length >= maxWaiting)
      throw new LimitError('waiting', `${maxWaiting} other jobs are already waiting. Try again in a moment.`);
    await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const passTurn = () => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
  const takeProcess = (): JobProcess => {
    for (const jobProcess of idle) {
      idle.delete(jobProcess);
      if (jobProcess.isUsable()) return jobProcess;
    }
    return startProcess(module, all);
  };

  return {
    async run<T>(job: Job, input: unknown, hooks: JobHooks = {}): Promise<T> {
      await takeTurn();
      try {
        const jobProcess = takeProcess();
        busy.add(jobProcess);
        try {
          return (await jobProcess.run(job, input, limits[job], hooks)) as T;
        } finally {
          busy.delete(jobProcess);
          if (jobProcess.isUsable()) idle.add(jobProcess);
        }
      } finally {
        passTurn();
      }
    },
    close() {
      for (const jobProcess of [...idle, ...busy]) jobProcess.end();
      idle.clear();
    },
  };
}
