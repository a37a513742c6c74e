import type { Log } from '#src/lib/log.ts';
import { createMemoryLimiter } from '../visitors/rate-limits.ts';
import type { ApiError } from './error.ts';

/** The logged part of a request: no name, and of a token only whether there is one. */
export interface Asker {
  readonly brand: string;
  /** Network address. */
  readonly address: string;
  readonly user: number | undefined;
  readonly token: string;
  readonly browser: { readonly refresh: string };
}

/** Logs calls rejected for their credentials or their rate: they indicate guessing. */
export interface Refusals {
  /** Resolves when the line is written or skipped. */
  note(call: string, error: ApiError, asker: Asker): Promise<void>;
}

/** Log lines per minute and network address: enough to notice an attack, too few to fill a disk. */
const MAX_LINES_PER_MINUTE = { keyPrefix: 'refusals', points: 20, duration: 60 };
const CODES: ReadonlySet<string> = new Set(['FORBIDDEN', 'WRONG_CREDENTIALS', 'WRONG_PASSWORD', 'RATE_LIMITED']);

export function createRefusals(log: Log): Refusals {
  const limiter = createMemoryLimiter(MAX_LINES_PER_MINUTE);
  return {
    async note(call, { code }, { brand, address, user, token, browser }) {
      // Without token and cookie it is no attempt: a page only checks who is signed in.
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
