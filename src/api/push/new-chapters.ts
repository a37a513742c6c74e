import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import type { Store } from '../store/index.ts';
import { bookBriefs, booksByIds, offeredBooks } from '../store/reads/index.ts';
import {
  deleteNotification,
  dropSubscription,
  dueNotifications,
  followedBooks,
  type Outgoing,
  postponeNotification,
  queueNotifications,
} from '../store/visitors/push.ts';
import { serviceOf } from './endpoint.ts';
import { createServiceHealth, type DeliveryOutcome, deliverFairly, type ServiceHealth } from './fair-delivery.ts';
import type { PushKeys, PushResult, PushSender } from './sender.ts';

/** The sender of the notifications of a brand. */
export interface PushBrand {
  readonly keys: PushKeys;
  /** URL at which push services can contact the sender: `mailto:help@example.com`. */
  readonly contact: string;
}

export interface NotificationConfig {
  readonly store: Store;
  readonly brands: ReadonlyMap<string, PushBrand>;
  readonly sender: PushSender;
  readonly log: Log;
  readonly now: () => Date;
  /** Whether push services answered in earlier checks; default: unknown. */
  readonly health?: ServiceHealth;
}

/** Maximum number of deliveries of a brand through a push service in a check. */
const BATCH_SIZE = 1000;
/** Maximum number of attempts, with pauses of one minute, two, four and so on. Then the notification is deleted. */
const MAX_ATTEMPTS = 8;
const FIRST_DELAY_MS = 60_000;

/** Notifies browsers of new chapters of the books they follow: once per chapter, even after a crash or a restart. */
export async function notifyOfNewChapters(config: NotificationConfig): Promise<void> {
  const { store, now } = config;
  for (const { book_id, told } of await followedBooks(store.visitors)) await queueBook(config, book_id, told);
  const due = await dueNotifications(store.visitors, now(), BATCH_SIZE);
  const deliveries = due.map((notification) => ({
    ...notification,
    service: notification.service || serviceOf(notification.endpoint),
  }));
  await deliverFairly(deliveries, config.health ?? createServiceHealth(), {
    deliver: (notification) => deliver(config, notification),
    postpone: (notification) => settle(config, notification, { kind: 'silent' }),
  });
}

/** Queues one notification for all new chapters of a book. It links to the last one. */
async function queueBook({ store, now }: NotificationConfig, id: number, lastNumber: number): Promise<void> {
  const [book] = await booksByIds(store.catalogue, [id]);
  if (!book) return;
  const chapter = (await bookBriefs(store.catalogue, [book]))[0]?.last_chapter;
  if (!chapter || chapter.number <= lastNumber) return;
  const more = chapter.number - lastNumber - 1;
  const body = more > 0 ? `${chapter.title} (+${more})` : chapter.title;
  const notification = {
    book_id: id,
    told: lastNumber,
    chapter_id: chapter.id,
    number: chapter.number,
    title: book.title,
    body,
  };
  await queueNotifications(store.visitors, notification, now());
}

async function deliver(config: NotificationConfig, notification: Outgoing): Promise<DeliveryOutcome> {
  const { store, brands, sender, log } = config;
  const brand = brands.get(notification.brand);
  if (!brand || (await offeredBooks(store.catalogue, notification.brand, [notification.book_id])).length === 0) {
    // The keys of the brand were removed from the configuration, or the brand no longer offers the book.
    await deleteNotification(store.visitors, notification);
    return 'answered';
  }
  const { endpoint, p256dh, auth } = notification;
  try {
    const message = {
      endpoint,
      p256dh,
      auth,
      text: textOf(notification),
      topic: `book-${notification.book_id}`,
      ...brand,
    };
    const result = await sender.send(message);
    await settle(config, notification, result);
    return result.kind === 'silent' ? 'silent' : 'answered';
  } catch (error) {
    log.warn(`a notification cannot be sent: ${messageOf(error)}`);
    await deleteNotification(store.visitors, notification);
    return 'answered';
  }
}

/** Returns the message that the service worker shows as a notification (src/shell/service-worker/notifications.ts). */
const textOf = ({ title, body, reader, book_id, chapter_id }: Outgoing) =>
  JSON.stringify({ title, body, path: `${reader}/${book_id}/${chapter_id}`, tag: `book-${book_id}` });

async function settle(
  { store, log, now }: NotificationConfig,
  notification: Outgoing,
  result: PushResult,
): Promise<void> {
  if (result.kind === 'gone') await dropSubscription(store.visitors, notification.endpoint);
  if (result.kind === 'refused') log.warn('a push service refused a notification', { brand: notification.brand });
  const seconds = result.kind === 'silent' ? 0 : result.kind === 'retry' ? result.seconds : undefined;
  if (seconds !== undefined && notification.tries + 1 < MAX_ATTEMPTS) {
    const delay = Math.max(FIRST_DELAY_MS * 2 ** notification.tries, seconds * 1000);
    await postponeNotification(store.visitors, notification, now().getTime() + delay);
  } else await deleteNotification(store.visitors, notification);
}
