import type { Log } from '#src/lib/log.ts';
import { createMemoryLimiter } from '../visitors/rate-limits.ts';
import type { ApiError } from './error.ts';

/** The fields of a request that determine whether it is logged. Tokens and cookies are never logged. */
export interface Caller {
  readonly brand: string;
  /** IP address. */
  readonly address: string;
  readonly user: number | undefined;
  readonly token: string;
  readonly browser: { readonly refresh: string };
}

/** Logs calls that are rejected because of credentials or rate limits, which may be attempts to guess passwords. */
export interface Refusals {
  /** Logs a rejected call, unless it is irrelevant or the limit of log lines is reached. */
  note(call: string, error: ApiError, caller: Caller): Promise<void>;
}

/** Maximum number of log lines per minute and IP address: enough to notice an attack, and too few to fill a disk. */
const MAX_LINES_PER_MINUTE = { keyPrefix: 'refusals', points: 20, duration: 60 };
const CODES: ReadonlySet<string> = new Set(['FORBIDDEN', 'WRONG_CREDENTIALS', 'WRONG_PASSWORD', 'RATE_LIMITED']);

export function createRefusals(log: Log): Refusals {
  const limiter = createMemoryLimiter(MAX_LINES_PER_MINUTE);
  return {
    async note(call, { code }, { brand, address, user, token, browser }) {
      // Calls without a token or cookie are not attempts: pages send them to check whether a visitor is signed in.
      const hasInvalidToken = code === 'UNAUTHORIZED' && (token !== '' || browser.refresh !== '');
      if (!hasInvalidToken && !CODES.has(code)) return;
      const isBelowLimit = await limiter.consume(address).then(
        () => true,
        () => false,
      );
      if (isBelowLimit)
        log.warn('a call was refused', { call, code, brand, address, ...(user !== undefined && { user }) });
    },
  };
}
