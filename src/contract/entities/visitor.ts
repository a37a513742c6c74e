import * as v from 'valibot';
import { Book, BookReference } from './book.ts';
import { Count, Id, Name, Timestamp } from './scalars.ts';

/** A visitor's account: `userInfo` in docs/product.md. */
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
  /**
   * Seconds after which to call `auth.refresh` for a new token. If omitted, the token is valid as long as the session.
   */
  renew_in: v.optional(Count),
  user: UserInfo,
});
export type Session = v.InferOutput<typeof Session>;

/**
 * A position in a chapter: block, offset in UTF-16 code units, and hash of the block's text
 * (`src/features/reader/position/blocks.ts`).
 */
export const Locator = v.object({
  block: Count,
  offset: Count,
  hash: v.pipe(v.string(), v.regex(/^[\da-f]{8}$/)),
});
export type Locator = v.InferOutput<typeof Locator>;

/** A position in a book: a chapter and, if known, the position in the chapter's text. */
export const ChapterPlace = v.object({ id: Id, number: Id, title: Name, place: v.optional(v.nullable(Locator)) });
export type ChapterPlace = v.InferOutput<typeof ChapterPlace>;

/** The furthest position that was read in a book. Opening an earlier chapter does not change it. */
export const FurthestRead = v.object({
  /** The position; null if nothing was read after `since`. */
  chapter: v.nullable(ChapterPlace),
  /**
   * When the visitor last restarted the book or removed it from the history, in ms since 1970. Only what was read after
   * that counts. 0 if neither happened.
   */
  since: Count,
});
export type FurthestRead = v.InferOutput<typeof FurthestRead>;

/** An entry of `readlogList`: the position that was read last in a book, and the furthest position. */
export const HistoryEntry = v.object({
  book: BookReference,
  cover: Book.entries.cover,
  /** The position that was read last; null if the book has not been read. */
  chapter: v.nullable(ChapterPlace),
  /** The furthest position; omitted if it is the position that was read last. */
  furthest: v.optional(FurthestRead),
  /** When the book was last read, on the device's clock. */
  read_at: Timestamp,
});
export type HistoryEntry = v.InferOutput<typeof HistoryEntry>;
