import type { TakedownEnd, TakedownRecord } from '#src/admin/contract/takedowns.ts';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { counted } from '#src/lib/text.ts';
import { AdminError } from '../http/error.ts';
import type { AdminJobs } from '../jobs.ts';

export type Removal = Pick<TakedownRecord, 'removal' | 'message'>;

/** The removals of books that were taken down, from sites, older releases and media. */
export interface Removals {
  /** Starts a removal, or repeats one that failed. @throws AdminError conflict if it is running */
  start(book: number): void;
  stateOf(book: number): Removal;
  /** Aborts running removals, which can be repeated. */
  close(): Promise<void>;
}

const UNKNOWN: Removal = { removal: null, message: '' };

export function createRemovals(jobs: Pick<AdminJobs, 'takeDown'>, log: Log): Removals {
  const states = new Map<number, Removal>();
  const unfinished = new Set<Promise<void>>();
  const stop = new AbortController();
  const run = async (book: number) => {
    try {
      const end = await jobs.takeDown(book, stop.signal);
      const removal = end.failed.length === 0 ? 'done' : 'failed';
      states.set(book, { removal, message: messageFor(end) });
      log[removal === 'done' ? 'info' : 'error']('a takedown ended', { book, ...end });
    } catch (error) {
      states.set(book, { removal: 'failed', message: messageOf(error) });
      log.error(`a takedown failed: ${messageOf(error)}`, { book });
    }
  };
  return {
    start(book) {
      if (states.get(book)?.removal === 'running') throw new AdminError('conflict', 'The removal is still running.');
      states.set(book, { removal: 'running', message: '' });
      const running = run(book).finally(() => unfinished.delete(running));
      unfinished.add(running);
    },
    stateOf: (book) => states.get(book) ?? UNKNOWN,
    async close() {
      stop.abort();
      await Promise.all(unfinished);
    },
  };
}

function messageFor({ failed, published, releases, media }: TakedownEnd): string {
  const failures = failed.map(({ brand, reason }) => `${brand} was not published: ${reason}`);
  const removed = `${counted(published, 'brand')} published, ${counted(releases, 'older release')} and ${counted(media, 'picture')} deleted`;
  return [...failures, removed].join('; ');
}
