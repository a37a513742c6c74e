import * as v from 'valibot';
import { Book, BookReference } from './book.ts';
import { Count, Id, Name, Timestamp } from './scalars.ts';

/** The `userInfo` of product 3. */
export const UserInfo = v.object({
  id: Id,
  name: Name,
  email: v.pipe(v.string(), v.maxLength(254)),
  coins: Count,
  created_at: Timestamp,
});
export type UserInfo = v.InferOutput<typeof UserInfo>;

export const Session = v.object({
  token: v.pipe(v.string(), v.minLength(16), v.maxLength(4096)),
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

/** A place in a book: a chapter and, where it is known, a letter of it. */
export const ChapterPlace = v.object({ id: Id, number: Id, title: Name, place: v.optional(v.nullable(Locator)) });
export type ChapterPlace = v.InferOutput<typeof ChapterPlace>;

/** How far a book was read; an earlier chapter that is opened leaves it as it is. */
export const FurthestRead = v.object({
  /** Null where nothing was read since then. */
  chapter: v.nullable(ChapterPlace),
  /**
   * From when on reading counts, in ms since 1970: the book was begun again or taken out of the history then. 0 from the
   * first time on.
   */
  since: Count,
});
export type FurthestRead = v.InferOutput<typeof FurthestRead>;

/** One entry of `readlogList`: where a book was read last, and how far. */
export const HistoryEntry = v.object({
  book: BookReference,
  cover: Book.entries.cover,
  /** Where it was read last. Null while the book is kept but unread. */
  chapter: v.nullable(ChapterPlace),
  /** Without it the place read last is the furthest. */
  furthest: v.optional(FurthestRead),
  /** When it was read, by the device's clock. */
  read_at: Timestamp,
});
export type HistoryEntry = v.InferOutput<typeof HistoryEntry>;
