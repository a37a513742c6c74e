import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LecternError } from './errors.ts';
import { LimitError } from './limit-error.ts';
import type { FromProcess, JobFailure, ToProcess } from './limited-job.ts';
import type { JobLimits } from './untrusted-limits.ts';

/** Resources used by a job. */
export interface JobUse {
  readonly processorMs: number;
  /** Peak memory of the process that ran the job. */
  readonly memoryMiB: number;
}

export interface JobHooks {
  /** Handles an event from the job. If it throws or rejects, the job ends. */
  onEvent?(event: unknown): unknown;
  /** Called when the job has ended, even if it failed. */
  onUse?(use: JobUse): void;
}

export interface JobProcess {
  run(job: string, input: unknown, limits: JobLimits, hooks: JobHooks): Promise<unknown>;
  /** Whether the process can take another job. */
  isUsable(): boolean;
  end(): void;
}

const CHECK_EVERY_MS = 50;
const IDLE_MS = 30_000;
/** Maximum elapsed time as a multiple of the processor time limit, for jobs that only wait. */
const MAX_WAIT_FACTOR = 20;
/**
 * A process that still uses more memory than this, in MiB, is not reused, because that memory would count towards the
 * next job.
 */
const MAX_REUSED_MIB = 320;
/** Writable address space that Node reserves at startup, in MiB. */
const NODE_RESERVED_MIB = 1024;
/**
 * Kernel limit on the child's processor time, as a multiple of the longest job's limit. It ends a child whose parent
 * has ended.
 */
const MAX_LIFE_FACTOR = 4;
/** Linux measures processor time in units of 10 ms. */
const TICK_MS = 10;

/**
 * Kernel limits apply even if this process cannot watch the child. When the machine runs out of memory, the kernel
 * kills the child first.
 */
const LAUNCH = 'ulimit -c 0; ulimit -d "$1"; ulimit -t "$2"; echo 1000 > /proc/self/oom_score_adj; shift 2; exec "$@"';
/** Environment variables that the child gets: no settings of Lectern, and no secrets. */
const ENVIRONMENT = /^(?:PATH|HOME|LANG|LC_\w+|TZ|TMPDIR|NODE_COMPILE_CACHE|LD_LIBRARY_PATH|FONTCONFIG_\w+|XDG_\w+)$/;

/**
 * A process that runs jobs with untrusted content, one at a time. A thread would not be enough: it cannot be terminated
 * inside a native library, and its memory limits do not cover native libraries and buffers.
 * @param module a module that calls `serveJobs` (limited-job.ts)
 * @param all the limits of all jobs in the module
 */
export function startProcess(module: URL, all: readonly JobLimits[]): JobProcess {
  const child = launch(module, all);
  const lifeMs = Math.max(...all.map(({ processorMs }) => processorMs));
  let idleTimer: NodeJS.Timeout | undefined;
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
    clearTimeout(idleTimer);
    child.kill('SIGKILL');
  };
  child.on('exit', () => {
    hasEnded = true;
  });
  // The child failed to start, or exited while a message was being written to it. The `exit` event determines the
  // outcome of the job.
  child.on('error', () => {});

  const becomeIdle = () => {
    child.unref();
    child.channel?.unref();
    idleTimer = setTimeout(end, IDLE_MS).unref();
  };

  return {
    end,
    isUsable: () => !hasEnded && child.connected,
    async run(job, input, limits, hooks) {
      clearTimeout(idleTimer);
      child.ref();
      child.channel?.ref();
      const before = usageOf(child) ?? NOTHING;
      let last = before;
      const usage = () => {
        last = usageOf(child) ?? last;
        return { processorMs: last.processorMs - before.processorMs, memoryMiB: last.memoryMiB };
      };
      try {
        return await exchange(child, { job, input }, limits, usage, hooks);
      } catch (error) {
        // If the job itself threw the error, the process can be used again. After any other error, its state is
        // unknown.
        if (!(error instanceof JobError)) end();
        throw error;
      } finally {
        hooks.onUse?.(usage());
        if (last.memoryMiB > MAX_REUSED_MIB || last.processorMs > lifeMs) end();
        else becomeIdle();
      }
    },
  };
}

/** An expected error from the child, with its code and message. */
class JobError extends LecternError {}

function launch(module: URL, all: readonly JobLimits[]): ChildProcess {
  const memoryMiB = Math.max(...all.map((limits) => limits.memoryMiB));
  const lifeSeconds = Math.ceil((Math.max(...all.map((limits) => limits.processorMs)) * MAX_LIFE_FACTOR) / 1000);
  const kernelLimits = [(memoryMiB + NODE_RESERVED_MIB) * 1024, lifeSeconds].map(String);
  const node = [process.execPath, `--max-old-space-size=${memoryMiB}`, '--max-semi-space-size=8'];
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => ENVIRONMENT.test(name)));
  return spawn('/bin/sh', ['-c', LAUNCH, 'sh', ...kernelLimits, ...node, fileURLToPath(module)], {
    // Limits the number of malloc arenas, and returns large blocks, such as images, to the system.
    env: { ...env, MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
}

/**
 * Sends a job to the child, waits until the job ends, replies to its events, and kills the child when a limit is
 * reached.
 */
function exchange(
  child: ChildProcess,
  request: ToProcess,
  limits: JobLimits,
  usage: () => JobUse,
  { onEvent }: JobHooks,
): Promise<unknown> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    let handled: Promise<void> = Promise.resolve();
    const settle = (act: () => void) => {
      clearInterval(watch);
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
      // The job must not end before its events are handled.
      void handled.then(act);
    };
    const fail = (error: Error) => settle(() => reject(error));
    const onExit = (code: number | null, signal: NodeJS.Signals | null) => fail(endError(code, signal, limits));
    const handle = async (event: unknown, number: number) => {
      try {
        await onEvent?.(event);
        if (child.connected) child.send({ acknowledged: number } satisfies ToProcess);
      } catch (error) {
        fail(error as Error);
      }
    };
    const onMessage = (message: FromProcess) => {
      if ('result' in message) settle(() => resolve(message.result));
      else if ('failure' in message) fail(errorOf(message.failure, limits));
      else handled = handled.then(() => handle(message.event, message.number));
    };
    const watch = setInterval(() => {
      const { processorMs, memoryMiB } = usage();
      const isLate =
        processorMs > limits.processorMs ||
        performance.now() - began > (limits.waitMs ?? limits.processorMs * MAX_WAIT_FACTOR);
      if (memoryMiB <= limits.memoryMiB && !isLate) return;
      child.kill('SIGKILL');
      fail(isLate ? timeError(limits) : memoryError(limits));
    }, CHECK_EVERY_MS);
    const onError = (cause: Error) => fail(new LecternError('PROCESS', 'A process could not be started.', { cause }));
    child.on('message', onMessage).on('exit', onExit).on('error', onError);
    child.send(request, (cause) => {
      // If the child has exited in the meantime, its `exit` event has the reason.
      if (cause && child.pid === undefined) onError(cause);
    });
  });
}

const NOTHING: JobUse = { processorMs: 0, memoryMiB: 0 };

/** Processor time and peak resident memory of a process; undefined if it has ended. */
function usageOf({ pid }: ChildProcess): JobUse | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number);
    const peakKiB = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return peakKiB === undefined
      ? undefined
      : { processorMs: (user + system) * TICK_MS, memoryMiB: Math.ceil(Number(peakKiB) / 1024) };
  } catch {
    return undefined;
  }
}

const memoryError = ({ what, done, memoryMiB, advice }: JobLimits) =>
  new LimitError('memory', `${what} needs more than ${memoryMiB} MiB of memory to be ${done}. ${advice}`);

const timeError = ({ what, done, processorMs, advice }: JobLimits) =>
  new LimitError('time', `${what} takes more than ${Math.round(processorMs) / 1000} s to be ${done}. ${advice}`);

/** Exit codes and signals of a process that ran out of memory. */
const OUT_OF_MEMORY: readonly unknown[] = [
  'SIGABRT',
  'SIGKILL',
  'SIGSEGV',
  'SIGBUS',
  'SIGTRAP',
  'SIGILL',
  133,
  134,
  139,
];

function endError(code: number | null, signal: NodeJS.Signals | null, limits: JobLimits): LecternError {
  if (signal === 'SIGXCPU') return timeError(limits);
  if (OUT_OF_MEMORY.includes(signal ?? code)) return memoryError(limits);
  return unreadable(limits, `its process ended with ${signal ?? code}`);
}

const errorOf = ({ code, message }: JobFailure, limits: JobLimits): LecternError =>
  code === null ? unreadable(limits, message) : new JobError(code, message);

/** The library's own message is kept as the cause, for developers. */
function unreadable({ what, done, advice }: JobLimits, reason: string): LecternError {
  const message = `${what} cannot be ${done}: it is damaged, or made in a way that is not supported. ${advice}`;
  return new LecternError('UNREADABLE', message, { cause: new Error(reason) });
}
