import { messageOf } from '#src/lib/errors.ts';
import { type PushBrand, type PushJobConfig, tellNews } from './job.ts';
import { createPushSender } from './send.ts';

export type { PushBrand } from './job.ts';
export { readPushKeys } from './keys.ts';

export interface PushConfig {
  /** Brands that have keys. */
  readonly brands: ReadonlyMap<string, PushBrand>;
  /** Milliseconds between two looks for new chapters; default five minutes. */
  readonly everyMs?: number;
  /** Takes subscriptions inside the own network too: for tests and development. */
  readonly inside?: boolean;
}

/** Looks for new chapters from time to time. */
export interface Push {
  readonly brands: ReadonlyMap<string, PushBrand>;
  readonly inside: boolean;
  /** One look; a second one waits for the first. */
  look(): Promise<void>;
  start(): void;
  close(): Promise<void>;
}

const FIVE_MINUTES_MS = 5 * 60_000;

export function createPush(config: PushConfig, job: Omit<PushJobConfig, 'brands' | 'sender'>): Push {
  const { brands, inside = false, everyMs = FIVE_MINUTES_MS } = config;
  const sender = createPushSender({ inside });
  let underWay: Promise<void> = Promise.resolve();
  let timer: ReturnType<typeof setInterval> | undefined;
  const look = () => {
    underWay = underWay
      .then(() => tellNews({ ...job, brands, sender }))
      .catch((error: unknown) => job.log.error(`looking for new chapters failed: ${messageOf(error)}`));
    return underWay;
  };
  return {
    brands,
    inside,
    look,
    start() {
      if (brands.size > 0) timer = setInterval(() => void look(), everyMs).unref();
    },
    async close() {
      clearInterval(timer);
      await sender.close();
      await underWay;
    },
  };
}
