import { type CreateLimiter, createMemoryLimiter } from '#src/api/visitors/rate-limits.ts';

/**
 * A limiter that calls `onReset` before it resets the count of a key. The reset happens after the password has been
 * verified, and before anything that depends on the result of this verification.
 */
export const watchedLimiter =
  (onReset: () => Promise<void>): CreateLimiter =>
  (options) => {
    const limiter = createMemoryLimiter(options);
    return {
      ...limiter,
      async delete(key) {
        await onReset();
        return limiter.delete(key);
      },
    };
  };
