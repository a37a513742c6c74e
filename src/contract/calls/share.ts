import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { BookReference } from '../entities/book.ts';
import { Id, Timestamp } from '../entities/scalars.ts';
import { idParam } from '../paging.ts';

/** The token in the URL of a shared link, which gives no access to an account. */
export const ShareToken = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{16,64}$/));

/** What a shared link points to: a book or a help event. */
export const ShareTarget = v.variant('kind', [
  v.object({ kind: v.literal('book'), book: BookReference }),
  v.object({ kind: v.literal('help'), id: Id, book_id: Id }),
]);
export type ShareTarget = v.InferOutput<typeof ShareTarget>;

export const Share = v.object({ token: ShareToken, expires_at: Timestamp });
export type Share = v.InferOutput<typeof Share>;

export const shareCreate = defineCall('share.create', {
  method: 'POST',
  purpose: 'Returns a token that redirects to a book or help event. A device gets the same token for the same target.',
  fallback: "visitors share the page's own address",
  pages: ['novel', 'help'],
  idempotent: true,
  params: v.object({ kind: v.picklist(['book', 'help']), id: idParam }),
  data: v.object({ share: v.nullable(Share) }),
  empty: { share: null },
  errors: ['BAD_REQUEST', 'NOT_FOUND', 'RATE_LIMITED'],
});

export const shareResolve = defineCall('share.resolve', {
  method: 'GET',
  purpose: 'Returns the target of a token from `share.create`, until it expires.',
  fallback: 'shared tokens do not work',
  pages: ['token'],
  params: v.object({ token: ShareToken }),
  data: v.object({ target: v.nullable(ShareTarget) }),
  empty: { target: null },
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
});
