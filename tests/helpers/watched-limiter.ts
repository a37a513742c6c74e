import { type CreateLimiter, createMemoryLimiter } from '#src/api/visitors/rate-limits.ts';

/**
 * A limiter that calls `onReset` before it resets the uses of a key: after a correct password, and before anything that
 * depends on the password.
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
