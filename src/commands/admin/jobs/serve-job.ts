import { EXIT, LecternError, messageOf } from '#src/lib/errors.ts';
import { printError } from '#src/lib/print.ts';
import { storageErrorOf } from '#src/lib/storage-error.ts';
import type { Job, JobMessage, JobName, JobRequest, Jobs } from './protocol.ts';

/** Runs the job that the parent process sends, then exits. */
export function serveJob(jobs: Jobs): void {
  process.once('message', async ({ job, input }: JobRequest) => {
    // The empty callback ignores errors, because the parent may have exited.
    const send = (message: JobMessage) => process.send?.(message, undefined, undefined, () => {});
    const run = jobs[job] as Job<JobName>;
    const message = await run(input, (progress) => send({ type: 'progress', progress })).then(
      (result): JobMessage => ({ type: 'result', result }),
      failureOf,
    );
    // After the last message is sent, closes the channel, which lets this process exit.
    if (process.connected) process.send?.(message, undefined, undefined, () => process.disconnect());
  });
}

function failureOf(thrown: unknown): JobMessage {
  const error = storageErrorOf(thrown) ?? thrown;
  if (error instanceof LecternError) {
    const { code, message, exitCode } = error;
    return { type: 'failure', failure: { code, message, exitCode } };
  }
  printError(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  return { type: 'failure', failure: { code: 'FAULT', message: messageOf(error), exitCode: EXIT.failure } };
}
