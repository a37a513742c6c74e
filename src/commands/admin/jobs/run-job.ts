import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { PublishProgress } from '#src/admin/contract/publish.ts';
import { LecternError } from '#src/lib/errors.ts';
import { environmentForChild } from '../../../../scripts/bootstrap/environment.mjs';
import { ROOT } from '../../run-script.ts';
import type { JobInput, JobMessage, JobName, JobRequest, JobResult } from './protocol.ts';

export interface JobOptions {
  /** Aborting it ends the job and the processes that the job started. */
  readonly stop?: AbortSignal;
  onProgress?(progress: PublishProgress): void;
  /** The module that the process runs; only set in tests. */
  readonly module?: URL;
}

const MODULE = new URL('./job.process.ts', import.meta.url);
/** The script whose environment (such as memory limits) jobs use: most jobs run a rebuild, and the others need less. */
const REBUILD = join(ROOT, 'scripts/rebuild.ts');

/**
 * Runs a job in a separate process with lower priority, so that it does not block requests and the admin survives its
 * crash.
 * @throws LecternError from the job, or with code JOB if its process ends without a result
 */
export async function runJob<N extends JobName>(
  job: N,
  input: JobInput<N>,
  { stop, onProgress, module = MODULE }: JobOptions = {},
): Promise<JobResult<N>> {
  if (stop?.aborted) throw new LecternError('JOB', 'The admin is stopping.');
  const child = fork(module, {
    env: environmentForChild(REBUILD, process.argv[1] ?? '', process.execPath, process.env),
    execArgv: [],
    // Starts a process group, so that processes that the job started can be ended together with it.
    detached: true,
    // The result is sent as a message, so both output streams go to the log on standard error.
    stdio: ['ignore', 2, 2, 'ipc'],
    serialization: 'advanced',
  });
  const end = () => endGroup(child);
  stop?.addEventListener('abort', end);
  try {
    if (child.pid !== undefined) setPriority(child.pid, 10);
    child.send({ job, input } satisfies JobRequest<N>, () => {
      // A failure to send is not handled here, because an `error` or `close` event follows.
    });
    return await endOf<N>(child, onProgress);
  } finally {
    stop?.removeEventListener('abort', end);
  }
}

function endOf<N extends JobName>(child: ChildProcess, onProgress: JobOptions['onProgress']): Promise<JobResult<N>> {
  return new Promise((resolve, reject) => {
    child.on('message', (message: JobMessage<N>) => {
      if (message.type === 'progress') onProgress?.(message.progress);
      else if (message.type === 'result') resolve(message.result);
      else {
        const { code, message: text, exitCode } = message.failure;
        reject(new LecternError(code, text, { exitCode }));
      }
    });
    child.once('error', reject);
    // `close` is emitted after the last message. The rejection has no effect if the result has been received.
    child.once('close', (code, signal) => {
      reject(new LecternError('JOB', `The process of the job ended with ${signal ?? code}. Its log has the reason.`));
    });
  });
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGTERM');
  } catch {
    // The process has already ended.
  }
}
