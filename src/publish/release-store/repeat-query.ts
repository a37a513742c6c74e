import { Worker } from 'node:worker_threads';

/** A statement that runs repeatedly, such as a heartbeat. */
export interface RepeatedQuery {
  /** URL of the database, as in `LECTERN_POSTGRES`. */
  readonly postgres: string;
  readonly sql: string;
  readonly values: readonly (string | number)[];
  readonly everyMs: number;
  /** Called when the statement matches no row. */
  onNone?(): void;
}

/** A message to the thread. If it has no query, the thread stops repeating the query with this id. */
export interface RepeatRequest {
  readonly id: number;
  readonly query?: Omit<RepeatedQuery, 'onNone'>;
}

let thread: Worker | undefined;
const listeners = new Map<number, () => void>();
let next = 0;

/**
 * Runs a statement repeatedly in a separate thread, so that the repetition continues while this thread is busy for
 * minutes, for example planning a large site. The repetition stops if the process hangs or is killed.
 * If the database is unavailable, the statement is retried.
 * @returns a function that stops the repetition
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
  // Call `unref` after `on('message')`: adding that listener makes the worker keep the process alive again.
  started.unref();
  return started;
}
