import { messageOf } from '#src/lib/errors.ts';
import { createServiceHealth } from './fair-delivery.ts';
import { type NotificationConfig, notifyOfNewChapters, type PushBrand } from './new-chapters.ts';
import { createPushSender } from './sender.ts';

export type { PushBrand } from './new-chapters.ts';
export { readPushKeys } from './sender.ts';

export interface PushConfig {
  /** Brands that have keys. */
  readonly brands: ReadonlyMap<string, PushBrand>;
  /** Milliseconds between two checks for new chapters; default: five minutes. */
  readonly intervalMs?: number;
  /** Also accepts subscriptions to push services in the local network, for tests and development. */
  readonly allowPrivateAddresses?: boolean;
}

/** Checks for new chapters periodically, and notifies the browsers that follow their books. */
export interface Push {
  readonly brands: ReadonlyMap<string, PushBrand>;
  readonly allowPrivateAddresses: boolean;
  /** Runs a check. If a check is already running, waits for it first. */
  checkNow(): Promise<void>;
  start(): void;
  close(): Promise<void>;
}

const FIVE_MINUTES_MS = 5 * 60_000;

export function createPush(
  config: PushConfig,
  context: Omit<NotificationConfig, 'brands' | 'sender' | 'health'>,
): Push {
  const { brands, allowPrivateAddresses = false, intervalMs = FIVE_MINUTES_MS } = config;
  const sender = createPushSender({ allowPrivateAddresses });
  const health = createServiceHealth();
  let running: Promise<void> = Promise.resolve();
  let timer: ReturnType<typeof setInterval> | undefined;
  const checkNow = () => {
    running = running
      .then(() =>
        context.store.visitors.runExclusively('notifications', () =>
          notifyOfNewChapters({ ...context, brands, sender, health }),
        ),
      )
      .catch((error: unknown) => context.log.error(`checking for new chapters failed: ${messageOf(error)}`));
    return running;
  };
  return {
    brands,
    allowPrivateAddresses,
    checkNow,
    start() {
      if (brands.size > 0) timer = setInterval(() => void checkNow(), intervalMs).unref();
    },
    async close() {
      clearInterval(timer);
      await sender.close();
      await running;
    },
  };
}
