import * as v from 'valibot';
import { htmlDepth } from '#html-depth';
import { MOST_CHAPTER_BYTES, MOST_CHAPTER_DEPTH, utf8Bytes } from '#src/lib/html-limits.ts';
import { Count, Id, Name, Timestamp } from './scalars.ts';

/** Stands in `part` between a volume and what is within it. */
export const PART_SEPARATOR = ' › ';

const isShort = (html: string) => utf8Bytes(html) <= MOST_CHAPTER_BYTES;
const isFlat = (html: string) => htmlDepth(html, MOST_CHAPTER_DEPTH) <= MOST_CHAPTER_DEPTH;

/** Measured before anything works on it, because the time of the work grows with both. */
export const ChapterHtml = v.pipe(
  v.string(),
  v.maxLength(MOST_CHAPTER_BYTES, `has more than ${MOST_CHAPTER_BYTES} bytes`),
  v.check(isShort, `has more than ${MOST_CHAPTER_BYTES} bytes`),
  v.check(isFlat, `has more than ${MOST_CHAPTER_DEPTH} elements in one another`),
);

export const Chapter = v.object({
  id: Id,
  /** 1-based place in the list of all chapters: `curChapter` of product 3. */
  number: Id,
  title: Name,
  /** Title of the part or volume the chapter stands in: "Part 2", or from the outermost on "Volume 1 › Book 3". */
  part: v.nullable(Name),
  /** `section`: readable matter outside the numbering, such as a preface or an epilogue. */
  kind: v.picklist(['chapter', 'section']),
  words: Count,
  locked: v.boolean(),
  /** Coins that unlock it; null where it is free. */
  price: v.nullable(Count),
  /** When a locked chapter becomes free for everybody; null where it is free or no such time is set. */
  free_from: v.nullable(Timestamp),
  updated_at: Timestamp,
});
export type Chapter = v.InferOutput<typeof Chapter>;

export const ChapterContent = v.object({
  ...Chapter.entries,
  book_id: Id,
  /**
   * Sanitised HTML; of a locked chapter its free opening. Never trusted by a reader of it: sanitise again. A link to
   * another chapter of the book is `chapter:<id>` or `chapter:<id>#<anchor>`; of classes only those of
   * `ALLOWED_CLASSES` (src/lib/chapter-markup.ts) count. Longer text has to be several chapters.
   */
  html: ChapterHtml,
  previous_id: v.nullable(Id),
  next_id: v.nullable(Id),
});
export type ChapterContent = v.InferOutput<typeof ChapterContent>;
