import * as v from 'valibot';
import { Count, Id, MediaUrl, Name, Text, Timestamp } from './scalars.ts';

export const Reference = v.object({ id: Id, name: Name });
export type Reference = v.InferOutput<typeof Reference>;

/** `widths`: the widths in px that `?w=` of `url` answers, none for a picture that scales. */
export const Cover = v.object({
  url: MediaUrl,
  widths: v.pipe(v.array(Count), v.maxLength(50)),
  /** The cover's main colour as one of 36 hues of 10 degrees, to paint its place before it loads. */
  tone: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(35)),
});
export type Cover = v.InferOutput<typeof Cover>;

/** A book's one main category and, where it has one, the part of it. */
export const Category = v.object({ name: Name, sub_name: v.nullable(Name) });
export type Category = v.InferOutput<typeof Category>;

/** As much of a book as its address needs. */
export const BookReference = v.object({ id: Id, title: Name, category: Category });
export type BookReference = v.InferOutput<typeof BookReference>;

/** Most genres, tags or keywords of one book: a listing shows many books with all of them. */
const MOST_TERMS = 500;

/** Most brands of one book. */
const MOST_BRANDS = 500;
const BrandId = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{1,30}$/));

/** A book as a listing shows it (product 3). */
export const Book = v.object({
  id: Id,
  title: Name,
  author: Reference,
  cover: v.nullable(Cover),
  status: v.picklist(['finished', 'updating']),
  /** Plain text. */
  introduction: Text,
  category: Category,
  genres: v.pipe(v.array(Id), v.maxLength(MOST_TERMS)),
  tags: v.pipe(v.array(Reference), v.maxLength(MOST_TERMS)),
  keywords: v.pipe(v.array(Id), v.maxLength(MOST_TERMS)),
  words: Count,
  /** Entries of its chapter list; those of kind `section` may be left out. */
  chapters: Count,
  /** 0 to 5, null before the first rating. */
  rating: v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(5))),
  /** How many readers rated it, 0 before the first. Left out where the upstream does not count them. */
  rating_count: v.optional(Count),
  /** Editorial weight that orders listings: higher first, then lower id first. */
  hot: Count,
  /** BCP 47. */
  language: v.pipe(v.string(), v.minLength(2), v.maxLength(35)),
  /** When it was first published. Upstreams may omit it in lists; feeds then use `updated_at`. */
  published_at: v.optional(Timestamp),
  updated_at: Timestamp,
  /**
   * Ids of the brands that offer it, the one that had it first first: of pages that several brands have in one language one
   * is the canonical one. Left out where every brand offers it, or the upstream does not tell.
   */
  brands: v.optional(v.pipe(v.array(BrandId), v.minLength(1), v.maxLength(MOST_BRANDS))),
});
export type Book = v.InferOutput<typeof Book>;

/** A book as its own page shows it. */
export const BookDetail = v.object({
  ...Book.entries,
  published_at: Timestamp,
  first_chapter_id: v.nullable(Id),
  last_chapter: v.nullable(v.object({ id: Id, number: Id, title: Name, updated_at: Timestamp })),
  /** Source of a public-domain text or licence, plain text. */
  source: v.nullable(Text),
  /** The series it belongs to: the keyword that lists its books, and the book's place in it, such as 2 or 1.5. */
  series: v.optional(
    v.nullable(v.object({ keyword: Reference, number: v.nullable(v.pipe(v.number(), v.minValue(0))) })),
  ),
  /** What sets paragraphs apart until the reader chooses: a space between them (the default), or an indent, as in print. */
  paragraphs: v.optional(v.picklist(['spaced', 'indented'])),
});
export type BookDetail = v.InferOutput<typeof BookDetail>;
