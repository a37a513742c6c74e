import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { BookReference } from '../entities/book.ts';
import { Id, Timestamp } from '../entities/scalars.ts';
import { idParam } from '../paging.ts';

/** Token in the address of a shared link; never a sign-in token. */
export const ShareToken = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{16,64}$/));

/** Target of a shared link. */
export const ShareTarget = v.variant('kind', [
  v.object({ kind: v.literal('book'), book: BookReference }),
  v.object({ kind: v.literal('help'), id: Id, book_id: Id }),
]);
export type ShareTarget = v.InferOutput<typeof ShareTarget>;

export const Share = v.object({ token: ShareToken, expires_at: Timestamp });
export type Share = v.InferOutput<typeof Share>;

export const shareCreate = defineCall('share.create', {
  method: 'POST',
  purpose: 'A token that leads to a book or help event; the same one for the same device and target.',
  fallback: 'what is shared is the address of the page',
  pages: ['novel', 'help'],
  idempotent: true,
  params: v.object({ kind: v.picklist(['book', 'help']), id: idParam }),
  data: v.object({ share: v.nullable(Share) }),
  empty: { share: null },
  errors: ['BAD_REQUEST', 'NOT_FOUND', 'RATE_LIMITED'],
});

export const shareResolve = defineCall('share.resolve', {
  method: 'GET',
  purpose: 'What a token of `share.create` leads to, until it expires.',
  fallback: 'shared tokens lead nowhere',
  pages: ['token'],
  params: v.object({ token: ShareToken }),
  data: v.object({ target: v.nullable(ShareTarget) }),
  empty: { target: null },
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
});
