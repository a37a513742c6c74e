import type { Log } from '#src/lib/log.ts';
import { createMemoryLimiter } from '../visitors/rate-limits.ts';
import type { ApiError } from './error.ts';

/** What of a request is told: no name, and no more of a token than whether there is one. */
export interface Asker {
  readonly brand: string;
  /** Network address. */
  readonly address: string;
  readonly user: number | undefined;
  readonly token: string;
  readonly browser: { readonly refresh: string };
}

/** Logs calls that were refused for who asked, or for how often: they tell of guessing. */
export interface Refusals {
  /** Resolves when the line is written, or left out. */
  note(call: string, error: ApiError, asker: Asker): Promise<void>;
}

/** Lines a minute of one network address: enough to learn of it, too few to fill a disk. */
const MOST_LINES = { keyPrefix: 'refusals', points: 20, duration: 60 };
const CODES: ReadonlySet<string> = new Set(['FORBIDDEN', 'WRONG_CREDENTIALS', 'WRONG_PASSWORD', 'RATE_LIMITED']);

export function createRefusals(log: Log): Refusals {
  const limiter = createMemoryLimiter(MOST_LINES);
  return {
    async note(call, { code }, { brand, address, user, token, browser }) {
      // Without token and cookie nobody tried anything: a page asks who is signed in.
      const isTried = code === 'UNAUTHORIZED' && (token !== '' || browser.refresh !== '');
      if (!isTried && !CODES.has(code)) return;
      const isHeard = await limiter.consume(address).then(
        () => true,
        () => false,
      );
      if (isHeard) log.warn('a call was refused', { call, code, brand, address, ...(user !== undefined && { user }) });
    },
  };
}
