import { type CreateLimiter, createMemoryLimiter } from '#src/api/visitors/rate-limits.ts';

/**
 * A limiter that calls `onReset` before the uses of a key are forgotten: once a password was found right, and before anything
 * follows from that.
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
