import { LecternError, messageOf } from './errors.ts';

/** Sent by the parent: a job, or the reply to an event. */
export type ToProcess = { readonly job: string; readonly input: unknown } | { readonly acknowledged: number };

/** Sent to the parent: an event that waits for a reply, or the end of the job. */
export type FromProcess =
  | { readonly event: unknown; readonly number: number }
  | { readonly result: unknown }
  | { readonly failure: JobFailure };

export interface JobFailure {
  /** Code of a `LecternError`; null for any other error, whose message is only logged. */
  readonly code: string | null;
  readonly message: string;
}

/** Sends an event to the parent. Resolves when the parent has handled it. */
export type Emit = (event: unknown) => Promise<void>;

/**
 * Runs the jobs that the parent process sends, one at a time.
 * @param jobs jobs by name
 */
export function serveJobs(jobs: Readonly<Record<string, (input: never, emit: Emit) => unknown>>): void {
  const unanswered = new Map<number, () => void>();
  let number = 0;
  const send = (message: FromProcess) => void process.send?.(message);
  const emit: Emit = (event) =>
    new Promise((resolve) => {
      number += 1;
      unanswered.set(number, resolve);
      send({ event, number });
    });
  process.on('message', async (message: ToProcess) => {
    if ('acknowledged' in message) {
      unanswered.get(message.acknowledged)?.();
      unanswered.delete(message.acknowledged);
      return;
    }
    try {
      send({ result: await jobs[message.job]?.(message.input as never, emit) });
    } catch (error) {
      send({ failure: { code: error instanceof LecternError ? error.code : null, message: messageOf(error) } });
    }
  });
  process.on('disconnect', () => process.exit());
  // A terminal sends signals to all its processes, but only the parent decides whether a job ends.
  process.on('SIGINT', () => {}).on('SIGTERM', () => {});
}
