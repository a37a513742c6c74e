import * as v from 'valibot';
import { htmlDepth } from '#html-depth';
import { MAX_CHAPTER_BYTES, MAX_CHAPTER_DEPTH, utf8Bytes } from '#src/lib/html-limits.ts';
import { Count, Id, Name, Timestamp } from './scalars.ts';

/** Separates the levels of `part`, such as a volume and a part in it. */
export const PART_SEPARATOR = ' › ';

const isShort = (html: string) => utf8Bytes(html) <= MAX_CHAPTER_BYTES;
const isFlat = (html: string) => htmlDepth(html, MAX_CHAPTER_DEPTH) <= MAX_CHAPTER_DEPTH;

/** The text of a chapter. Its length and depth are limited, because the time to process it grows with both. */
export const ChapterHtml = v.pipe(
  v.string(),
  v.maxLength(MAX_CHAPTER_BYTES, `has more than ${MAX_CHAPTER_BYTES} bytes`),
  v.check(isShort, `has more than ${MAX_CHAPTER_BYTES} bytes`),
  v.check(isFlat, `has more than ${MAX_CHAPTER_DEPTH} nested elements`),
);

export const Chapter = v.object({
  id: Id,
  /** Position in the list of all chapters, from 1: `curChapter` in docs/product.md. */
  number: Id,
  title: Name,
  /**
   * Title of the chapter's part, such as "Part 2". If parts are nested, the outermost is first: "Volume 1 › Book 3".
   */
  part: v.nullable(Name),
  /** `section`: text outside the chapter numbering, such as a preface or an epilogue. */
  kind: v.picklist(['chapter', 'section']),
  words: Count,
  locked: v.boolean(),
  /** Price in coins; null if it is free. */
  price: v.nullable(Count),
  /** When a locked chapter becomes free for everyone; null if it is already free or no time is set. */
  free_from: v.nullable(Timestamp),
  updated_at: Timestamp,
});
export type Chapter = v.InferOutput<typeof Chapter>;

export const ChapterContent = v.object({
  ...Chapter.entries,
  book_id: Id,
  /**
   * The text as sanitised HTML; of a locked chapter, only the free preview. Clients must sanitise it again. A link to
   * another chapter of the book is `chapter:<id>` or `chapter:<id>#<anchor>`. Only the classes in `ALLOWED_CLASSES`
   * (src/contract/chapter/chapter-markup.ts) are kept. A text above the limits must be divided into several chapters.
   */
  html: ChapterHtml,
  previous_id: v.nullable(Id),
  next_id: v.nullable(Id),
});
export type ChapterContent = v.InferOutput<typeof ChapterContent>;
