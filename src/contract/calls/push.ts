import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Count, Id } from '../entities/scalars.ts';

const base64url = (bytes: number) => {
  const length = Math.ceil((bytes * 4) / 3);
  return v.pipe(v.string(), v.length(length), v.regex(/^[\w-]+$/, 'must be base64url without padding'));
};

/** A public key: an uncompressed point on the curve P-256. */
export const PushKey = base64url(65);
/** The authentication secret that a browser shares with the sender of its notifications. */
export const PushSecret = base64url(16);
/** A subscribed browser's URL at its push service. Anyone with this URL and the keys can notify the browser. */
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

/** Maximum number of books whose new chapters a browser is notified of. */
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
    /** Path of the reader without the book and chapter. A notification links to `<reader>/<book>/<chapter>`. */
    reader: v.pipe(v.string(), v.maxLength(60), v.regex(/^(\/[a-z-]+){1,2}$/)),
  }),
  /** How many of the requested books exist. */
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
