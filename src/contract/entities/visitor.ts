import * as v from 'valibot';
import { Book, BookReference } from './book.ts';
import { Count, Id, Name, Timestamp } from './scalars.ts';

/** The specification's `userInfo`. */
export const UserInfo = v.object({ id: Id, name: Name, email: v.string(), coins: Count, created_at: Timestamp });
export type UserInfo = v.InferOutput<typeof UserInfo>;

export const Session = v.object({
  token: v.pipe(v.string(), v.minLength(16)),
  expires_at: Timestamp,
  /** Seconds after which to ask `auth.refresh` for the next token; without it the token lasts as the session does. */
  renew_in: v.optional(Count),
  user: UserInfo,
});
export type Session = v.InferOutput<typeof Session>;

/** A place in a chapter: a block of its text, UTF-16 units into it, and the hash of its text (`src/lib/blocks.ts`). */
export const Place = v.object({
  block: Count,
  offset: Count,
  hash: v.pipe(v.string(), v.regex(/^[\da-f]{8}$/)),
});
export type Place = v.InferOutput<typeof Place>;

/** One entry of `readlogList`: the furthest place known of a book. */
export const HistoryEntry = v.object({
  book: BookReference,
  cover: Book.entries.cover,
  /** Null while the book is kept but unread. */
  chapter: v.nullable(v.object({ id: Id, number: Id, title: Name, place: v.optional(v.nullable(Place)) })),
  /** When it was read, by the device's clock. */
  read_at: Timestamp,
});
export type HistoryEntry = v.InferOutput<typeof HistoryEntry>;

/** A session as its visitor sees it; browser and system are names, null where nobody can tell. */
export const SignedInDevice = v.object({
  id: Id,
  browser: v.nullable(Name),
  system: v.nullable(Name),
  created_at: Timestamp,
  seen_at: Timestamp,
  /** The one that asks. */
  current: v.boolean(),
});
export type SignedInDevice = v.InferOutput<typeof SignedInDevice>;

export const Recharge = v.object({
  id: Id,
  coins: Count,
  amount: v.string(),
  state: v.picklist(['paid', 'pending', 'failed']),
  created_at: Timestamp,
});
export const Voucher = v.object({
  id: Id,
  name: Name,
  coins: Count,
  used_on: v.nullable(BookReference),
  expires_at: Timestamp,
  created_at: Timestamp,
});
export const LockedBook = v.object({ book: Book, unlocked_chapters: Count, locked_chapters: Count });

/** A help event: friends' visits unlock a book for the inviter (spec 4: three states shown; `open` before the click). */
export const HelpEvent = v.object({
  id: Id,
  book: Book,
  inviter: Name,
  state: v.picklist(['open', 'clicked', 'success', 'expired']),
  needed: Count,
  helped: Count,
  expires_at: Timestamp,
});
export type HelpEvent = v.InferOutput<typeof HelpEvent>;

export const Suggestion = v.variant('kind', [
  v.object({ kind: v.literal('book'), book: BookReference }),
  v.object({ kind: v.literal('author'), id: Id, name: Name }),
  v.object({ kind: v.literal('tag'), id: Id, name: Name }),
  v.object({ kind: v.literal('keyword'), id: Id, name: Name }),
]);
export type Suggestion = v.InferOutput<typeof Suggestion>;
