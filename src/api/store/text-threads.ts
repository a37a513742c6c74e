import { Piscina } from 'piscina';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { ApiError } from '../http/error.ts';
import type { TextSearch, TextSearchResult } from './text.worker.ts';

/** Searches whole texts in threads, because searching a long chapter takes over 100 ms and would block other calls. */
export interface TextThreads {
  /** Runs a search. @throws ApiError UNAVAILABLE if too many searches wait or the search takes too long */
  find(search: TextSearch): Promise<TextSearchResult>;
  close(): Promise<void>;
}

const MAX_THREADS = 2;
/** Maximum length of the queue. In a longer one, visitors would leave before they get a result. */
const MAX_WAITING = 64;
/** Time after which the thread of a search is terminated. Browsers give up earlier (src/contract/client/limits.ts). */
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
    // Needs no handling, because the promise of the search is rejected as well.
    pool.on('error', () => {});
    return pool;
  };
  return {
    async find(search) {
      threads ??= start();
      try {
        return await threads.run(search, { signal: AbortSignal.timeout(MAX_SEARCH_MS) });
      } catch (error) {
        log.warn(`a search in chapters was aborted: ${messageOf(error)}`);
        throw new ApiError('UNAVAILABLE', 'Too many searches at the moment. Please try again shortly.', {
          'retry-after': '5',
        });
      }
    },
    close: async () => void (await threads?.destroy()),
  };
}
