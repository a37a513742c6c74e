import { Piscina } from 'piscina';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { ApiError } from '../http/error.ts';
import type { TextSearch, TextSearchResult } from './text.worker.ts';

/** Searches whole texts in threads: a long chapter takes 100 ms and more, and no other call waits for that. */
export interface TextThreads {
  /** @throws ApiError UNAVAILABLE where too many searches wait, or one takes too long */
  find(search: TextSearch): Promise<TextSearchResult>;
  close(): Promise<void>;
}

const MAX_THREADS = 2;
/** More searches than this would be answered after their visitors have left. */
const MAX_WAITING = 64;
/** Longer than any browser waits. A thread that is still busy then is ended. */
const MAX_SEARCH_MS = 10_000;

export function createTextThreads(log: Log): TextThreads {
  let threads: Piscina | undefined;
  const start = () => {
    const pool = new Piscina({
      filename: new URL('./text.worker.ts', import.meta.url).href,
      name: 'find',
      minThreads: 0,
      maxThreads: MAX_THREADS,
      maxQueue: MAX_WAITING,
      idleTimeout: 60_000,
    });
    // The promise of each search is rejected, too.
    pool.on('error', () => {});
    return pool;
  };
  return {
    async find(search) {
      threads ??= start();
      try {
        return await threads.run(search, { signal: AbortSignal.timeout(MAX_SEARCH_MS) });
      } catch (error) {
        log.warn(`a search in chapters was given up: ${messageOf(error)}`);
        throw new ApiError('UNAVAILABLE', 'Too many searches at the moment. Please try again shortly.', {
          'retry-after': '5',
        });
      }
    },
    close: async () => void (await threads?.destroy()),
  };
}
