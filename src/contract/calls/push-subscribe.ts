import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { PushEndpoint, PushKey, PushSecret } from '../entities/push.ts';
import { Count, Id } from '../entities/scalars.ts';

/** Books one browser is notified of. */
export const MOST_PUSH_BOOKS = 1000;

export const pushSubscribe = defineCall('push.subscribe', {
  method: 'POST',
  purpose: 'Notifies a browser of new chapters of these books from now on; asked again, of these instead.',
  idempotent: true,
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
