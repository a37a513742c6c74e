import * as v from 'valibot';
import { BookReference } from './book.ts';
import { Id, Timestamp } from './scalars.ts';

/** What stands in the address of a shared link: never a sign-in token. */
export const ShareToken = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{16,64}$/));

/** What a shared link leads to. */
export const ShareTarget = v.variant('kind', [
  v.object({ kind: v.literal('book'), book: BookReference }),
  v.object({ kind: v.literal('help'), id: Id, book_id: Id }),
]);
export type ShareTarget = v.InferOutput<typeof ShareTarget>;

export const Share = v.object({ token: ShareToken, expires_at: Timestamp });
export type Share = v.InferOutput<typeof Share>;
