import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** A limit of `points` uses of a key in `duration` seconds, counted from the first use. */
export interface LimitOptions {
  readonly keyPrefix: string;
  readonly points: number;
  readonly duration: number;
}

/** The part of `rate-limiter-flexible` used here, which all of its stores have. */
export type Limiter = Pick<RateLimiterAbstract, 'consume' | 'get' | 'delete' | 'reward'>;

/**
 * Creates the limiter of a rule. The class of the limiter decides where uses are counted. Classes with a database that
 * several machines share, such as `RateLimiterRedis` and `RateLimiterPostgres`, accept the same options.
 */
export type CreateLimiter = (options: LimitOptions) => Limiter;

const MAX_KEYS = 50_000;

/** Creates a limiter that counts in this process. Beyond 50,000 keys, it forgets the oldest, to limit memory. */
export const createMemoryLimiter: CreateLimiter = (options) => {
  const limiter = new RateLimiterMemory(options);
  const keysByAge = new Set<string | number>();
  const remember = (key: string | number) => {
    keysByAge.delete(key);
    keysByAge.add(key);
    const [oldest] = keysByAge.size > MAX_KEYS ? keysByAge : [];
    if (oldest === undefined) return;
    keysByAge.delete(oldest);
    void limiter.delete(oldest);
  };
  return {
    async consume(key) {
      const result = await limiter.consume(key);
      if (result.isFirstInDuration) remember(key);
      return result;
    },
    get: (key) => limiter.get(key),
    reward: (key) => limiter.reward(key),
    delete(key) {
      keysByAge.delete(key);
      return limiter.delete(key);
    },
  };
};

export interface RateLimit {
  /** Counts a use. @returns 0 if it is allowed, otherwise the number of seconds to wait */
  consume(key: string): Promise<number>;
  /** Counts nothing. @returns 0 if a use is allowed now, otherwise the number of seconds to wait */
  wait(key: string): Promise<number>;
  /** Undoes the last use of a key, which turned out to be legitimate. */
  restore(key: string): Promise<void>;
  /** Resets the uses of a key. */
  reset(key: string): Promise<void>;
}

const RULES = {
  signInByEmail: [10, 900],
  // For a device that has signed in to the account before, so that guesses from other devices do not lock it out.
  signInByKnownDevice: [10, 900],
  signInByAddress: [60, 900],
  registerByAddress: [30, 3600],
  // Number of existing accounts that a client may discover; afterwards its registrations are rejected.
  takenByAddress: [5, 3600],
  takenMailByEmail: [1, 86_400],
  resetByEmail: [3, 3600],
  resetByAddress: [20, 3600],
  secretByUser: [10, 900],
  // An export reads all data of an account.
  exportsByUser: [10, 3600],
  // Many readers may share an IP address.
  viewsByAddress: [600, 60],
  searchesByAddress: [600, 3600],
  // Searching a long book takes a few dozen calls.
  findsByAddress: [240, 60],
  sharesByDevice: [60, 3600],
  sharesByAddress: [600, 3600],
  applicationsByDevice: [5, 3600],
  applicationsByAddress: [30, 3600],
  reportsByDevice: [10, 3600],
  reportsByAddress: [60, 3600],
  pushByAddress: [300, 3600],
  devicesByAddress: [300, 3600],
  // The limit per help event is enough for a household, but too low for faked devices.
  helpByAddress: [5, 86_400],
} as const satisfies Record<string, readonly [points: number, duration: number]>;

/** Limits of the calls, by email, IP address, device or account. */
export type CallLimits = Readonly<Record<keyof typeof RULES, RateLimit>>;

export const createCallLimits = (createLimiter?: CreateLimiter): CallLimits => createLimits(RULES, createLimiter);

/** Creates the limit of each rule. */
export function createLimits<N extends string>(
  rules: Readonly<Record<N, readonly [points: number, duration: number]>>,
  createLimiter: CreateLimiter = createMemoryLimiter,
): Readonly<Record<N, RateLimit>> {
  const entries = Object.entries<readonly [number, number]>(rules).map(([keyPrefix, [points, duration]]) => [
    keyPrefix,
    toRateLimit(createLimiter({ keyPrefix, points, duration }), points),
  ]);
  return Object.fromEntries(entries);
}

const toRateLimit = (limiter: Limiter, points: number): RateLimit => ({
  async consume(key) {
    try {
      await limiter.consume(key);
      return 0;
    } catch (rejection) {
      // The library rejects with its result if a limit is reached, and with an error if the store fails.
      if (!(rejection instanceof RateLimiterRes)) throw rejection;
      return Math.ceil(rejection.msBeforeNext / 1000);
    }
  },
  async wait(key) {
    const uses = await limiter.get(key);
    // A database may still contain expired entries.
    return uses && uses.consumedPoints >= points ? Math.max(0, Math.ceil(uses.msBeforeNext / 1000)) : 0;
  },
  async restore(key) {
    await limiter.reward(key);
  },
  async reset(key) {
    await limiter.delete(key);
  },
});
