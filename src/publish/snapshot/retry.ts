import type { Result } from '#src/contract/index.ts';
import type { AdaptiveLimiter } from './adaptive-limiter.ts';

/** Maximum attempts per call while the upstream is busy, including the first attempt. */
const MAX_ATTEMPTS = 3;
const FIRST_PAUSE_MS = 1000;
/**
 * Maximum pause before a retry, in ms. If `Retry-After` is longer, the upstream counts as down: this run fails, and the
 * next one resumes.
 */
const MAX_PAUSE_MS = 30_000;

/**
 * Makes a call through the limiter. While the upstream is busy, backs off and retries after `Retry-After` or, without
 * that header, after one and then two seconds.
 * @returns the last result
 */
export async function callWithRetry<R extends Result<unknown>>(
  limiter: AdaptiveLimiter,
  call: () => Promise<R>,
): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await limiter.run(call);
    if (!isBusy(result)) {
      if (result.success === 1) limiter.noteSuccess();
      return result;
    }
    const pause = result.retryAfterMs ?? FIRST_PAUSE_MS * 2 ** (attempt - 1);
    if (attempt === MAX_ATTEMPTS || pause > MAX_PAUSE_MS) return result;
    await limiter.backOff(pause);
  }
}

const BUSY_STATUS = new Set([429, 503]);

/** Whether a retry may succeed: status 429 or 503, or a timeout. */
export const isBusy = ({ status, errors }: Result<unknown>) =>
  BUSY_STATUS.has(status) || errors.some(({ code }) => code === 'CLIENT_TIMEOUT');
