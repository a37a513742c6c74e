import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Count, Id } from '../entities/scalars.ts';

const base64url = (bytes: number) => {
  const length = Math.ceil((bytes * 4) / 3);
  return v.pipe(v.string(), v.length(length), v.regex(/^[\w-]+$/, 'must be base64url without padding'));
};

/** A point on P-256, uncompressed. */
export const PushKey = base64url(65);
/** The secret shared by a browser and the sender of its notifications. */
export const PushSecret = base64url(16);
/** Address of a browser's push service for its messages. With the keys it lets anyone notify the browser. */
export const PushEndpoint = v.pipe(v.string(), v.maxLength(1000), v.regex(/^https?:\/\/[!-~]+$/, 'must be an address'));

export const pushKey = defineCall('push.key', {
  method: 'GET',
  purpose: 'The key that browsers subscribe to notifications with; null where the brand sends none.',
  fallback: 'no notifications are offered',
  pages: ['novel', 'history'],
  onFailure: 'log',
  params: v.object({}),
  data: v.object({ key: v.nullable(PushKey) }),
  empty: { key: null },
});

/** Books one browser is notified of. */
export const MOST_PUSH_BOOKS = 1000;

export const pushSubscribe = defineCall('push.subscribe', {
  method: 'POST',
  purpose: 'Notifies a browser of new chapters of these books from now on; asked again, of these instead.',
  fallback: 'no notifications are offered',
  pages: ['novel', 'history'],
  idempotent: true,
  onFailure: 'in-place',
  params: v.object({
    endpoint: PushEndpoint,
    p256dh: PushKey,
    auth: PushSecret,
    books: v.pipe(v.array(Id), v.maxLength(MOST_PUSH_BOOKS)),
    /** Path of the reader without a book; a notification leads to `<reader>/<book>/<chapter>`. */
    reader: v.pipe(v.string(), v.maxLength(60), v.regex(/^(\/[a-z-]+){1,2}$/)),
  }),
  /** How many of the books there are. */
  data: v.object({ books: Count }),
  empty: { books: 0 },
  errors: ['BAD_REQUEST', 'NOT_FOUND', 'RATE_LIMITED'],
});

export const pushUnsubscribe = defineCall('push.unsubscribe', {
  method: 'POST',
  purpose: 'Ends the notifications of a browser; nothing happens where there were none.',
  fallback: 'the browser alone ends its notifications',
  pages: ['novel', 'history'],
  idempotent: true,
  onFailure: 'log',
  params: v.object({ endpoint: PushEndpoint }),
  data: v.object({ removed: v.boolean() }),
  empty: { removed: false },
  errors: ['BAD_REQUEST', 'RATE_LIMITED'],
});
