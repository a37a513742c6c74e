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
export const Locator = v.object({
  block: Count,
  offset: Count,
  hash: v.pipe(v.string(), v.regex(/^[\da-f]{8}$/)),
});
export type Locator = v.InferOutput<typeof Locator>;

/** One entry of `readlogList`: the furthest place known of a book. */
export const HistoryEntry = v.object({
  book: BookReference,
  cover: Book.entries.cover,
  /** Null while the book is kept but unread. */
  chapter: v.nullable(v.object({ id: Id, number: Id, title: Name, place: v.optional(v.nullable(Locator)) })),
  /** When it was read, by the device's clock. */
  read_at: Timestamp,
});
export type HistoryEntry = v.InferOutput<typeof HistoryEntry>;
