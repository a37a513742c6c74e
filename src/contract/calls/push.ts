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
/** Address of a browser's push service. Anyone who has it and the keys can notify the browser. */
export const PushEndpoint = v.pipe(v.string(), v.maxLength(1000), v.regex(/^https?:\/\/[!-~]+$/, 'must be an address'));

export const pushKey = defineCall('push.key', {
  method: 'GET',
  purpose: 'Returns the key for subscribing to notifications; null if the brand sends none.',
  fallback: 'no notifications are offered',
  pages: ['novel', 'history'],
  onFailure: 'log',
  params: v.object({}),
  data: v.object({ key: v.nullable(PushKey) }),
  empty: { key: null },
});

/** Maximum number of books that one browser is notified about. */
export const MAX_PUSH_BOOKS = 1000;

export const pushSubscribe = defineCall('push.subscribe', {
  method: 'POST',
  purpose: 'Subscribes a browser to new chapters of the given books. This replaces its earlier subscription.',
  fallback: 'no notifications are offered',
  pages: ['novel', 'history'],
  idempotent: true,
  onFailure: 'in-place',
  params: v.object({
    endpoint: PushEndpoint,
    p256dh: PushKey,
    auth: PushSecret,
    books: v.pipe(v.array(Id), v.maxLength(MAX_PUSH_BOOKS)),
    /** Path of the reader without a book; a notification links to `<reader>/<book>/<chapter>`. */
    reader: v.pipe(v.string(), v.maxLength(60), v.regex(/^(\/[a-z-]+){1,2}$/)),
  }),
  /** Number of the given books that exist. */
  data: v.object({ books: Count }),
  empty: { books: 0 },
  errors: ['BAD_REQUEST', 'NOT_FOUND', 'RATE_LIMITED'],
});

export const pushUnsubscribe = defineCall('push.unsubscribe', {
  method: 'POST',
  purpose: 'Ends the notifications of a browser; does nothing if it has no subscription.',
  fallback: 'only the browser ends its subscription; the upstream keeps it',
  pages: ['novel', 'history'],
  idempotent: true,
  onFailure: 'log',
  params: v.object({ endpoint: PushEndpoint }),
  data: v.object({ removed: v.boolean() }),
  empty: { removed: false },
  errors: ['BAD_REQUEST', 'RATE_LIMITED'],
});
