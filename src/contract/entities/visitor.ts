import * as v from 'valibot';
import { Book, BookReference } from './book.ts';
import { Count, Id, Name, Timestamp } from './scalars.ts';

/** The `userInfo` in docs/product.md. */
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
  /** Seconds after which to call `auth.refresh` for a new token; without it the token lasts as long as the session. */
  renew_in: v.optional(Count),
  user: UserInfo,
});
export type Session = v.InferOutput<typeof Session>;

/** A place in a chapter: block, offset in UTF-16 units, and hash of the block's text (`src/features/reader/position/blocks.ts`). */
export const Locator = v.object({
  block: Count,
  offset: Count,
  hash: v.pipe(v.string(), v.regex(/^[\da-f]{8}$/)),
});
export type Locator = v.InferOutput<typeof Locator>;

/** A place in a book: a chapter and, if known, the position in its text. */
export const ChapterPlace = v.object({ id: Id, number: Id, title: Name, place: v.optional(v.nullable(Locator)) });
export type ChapterPlace = v.InferOutput<typeof ChapterPlace>;

/** The furthest place read in a book. Opening an earlier chapter does not change it. */
export const FurthestRead = v.object({
  /** Null if nothing was read since then. */
  chapter: v.nullable(ChapterPlace),
  /**
   * When this reading of the book started, in ms since 1970: the time it was restarted or removed from the history. 0 for the
   * first reading.
   */
  since: Count,
});
export type FurthestRead = v.InferOutput<typeof FurthestRead>;

/** An entry of `readlogList`: the place read last in a book, and the furthest one. */
export const HistoryEntry = v.object({
  book: BookReference,
  cover: Book.entries.cover,
  /** The place read last; null for a book that has not been read. */
  chapter: v.nullable(ChapterPlace),
  /** Omitted if the place read last is the furthest. */
  furthest: v.optional(FurthestRead),
  /** When the book was last read, by the device's clock. */
  read_at: Timestamp,
});
export type HistoryEntry = v.InferOutput<typeof HistoryEntry>;
