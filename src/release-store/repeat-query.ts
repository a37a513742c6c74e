import { Worker } from 'node:worker_threads';

/** A statement that is run again and again, such as a sign of life. */
export interface RepeatedQuery {
  /** Address of the database, as in `LECTERN_POSTGRES`. */
  readonly postgres: string;
  readonly sql: string;
  readonly values: readonly (string | number)[];
  readonly everyMs: number;
  /** Called where it found no row. */
  onNone?(): void;
}

/** A message to the thread; without a query it ends the one of that number. */
export interface RepeatRequest {
  readonly id: number;
  readonly query?: Omit<RepeatedQuery, 'onNone'>;
}

let thread: Worker | undefined;
const listeners = new Map<number, () => void>();
let next = 0;

/**
 * Runs a statement in a thread of its own, so that it goes on while this one is busy for minutes, as with the plan of a large
 * site. Where the process stands still, or is killed, it ends. A database that is away is asked again.
 * @returns what ends it
 */
export function repeatQuery({ onNone = () => {}, ...query }: RepeatedQuery): () => void {
  next += 1;
  const id = next;
  thread ??= startThread();
  listeners.set(id, onNone);
  thread.postMessage({ id, query } satisfies RepeatRequest);
  return () => {
    listeners.delete(id);
    thread?.postMessage({ id } satisfies RepeatRequest);
  };
}

function startThread(): Worker {
  const started = new Worker(new URL('./repeat-query.worker.ts', import.meta.url));
  started.on('message', (id: number) => listeners.get(id)?.());
  // After the listener, which would hold the process again.
  started.unref();
  return started;
}
