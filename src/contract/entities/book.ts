import * as v from 'valibot';
import { Count, Id, MediaUrl, Name, Text, Timestamp } from './scalars.ts';

export const Reference = v.object({ id: Id, name: Name });
export type Reference = v.InferOutput<typeof Reference>;

/** A book's cover. `widths` are the widths in px that `url` accepts as `?w=`; empty for a vector picture. */
export const Cover = v.object({
  url: MediaUrl,
  widths: v.pipe(v.array(Count), v.maxLength(50)),
  /** The cover's main colour, shown until the cover has loaded: one of 36 hues, in steps of 10 degrees. */
  tone: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(35)),
});
export type Cover = v.InferOutput<typeof Cover>;

/** A book's main category and optional subcategory. */
export const Category = v.object({ name: Name, sub_name: v.nullable(Name) });
export type Category = v.InferOutput<typeof Category>;

/** BCP 47 tag. */
const Language = v.pipe(v.string(), v.minLength(2), v.maxLength(35));

/** The fields of a book that its address needs, and the language of its title. */
export const BookReference = v.object({
  id: Id,
  title: Name,
  category: Category,
  /** BCP 47 tag of the title. Without it, pages guess the language from the letters of the title. */
  language: v.optional(Language),
});
export type BookReference = v.InferOutput<typeof BookReference>;

/** Returns the fields of a `BookReference` from an object that may have more fields. */
export const referenceOf = ({ id, title, category, language }: BookReference): BookReference => ({
  id,
  title,
  category,
  language,
});

/**
 * Maximum number of each of a book's genres, tags and keywords. Limited because lists repeat all of them for every
 * book.
 */
const MAX_TERMS = 500;

/** Maximum number of brands of a book. */
const MAX_BRANDS = 500;
const BrandId = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{1,30}$/));

/** A book as it appears in lists. */
export const Book = v.object({
  id: Id,
  title: Name,
  author: Reference,
  cover: v.nullable(Cover),
  status: v.picklist(['finished', 'updating']),
  /** Plain text. */
  introduction: Text,
  category: Category,
  genres: v.pipe(v.array(Id), v.maxLength(MAX_TERMS)),
  tags: v.pipe(v.array(Reference), v.maxLength(MAX_TERMS)),
  keywords: v.pipe(v.array(Id), v.maxLength(MAX_TERMS)),
  words: Count,
  /** Number of entries in the chapter list. Upstreams may leave out those of kind `section`. */
  chapters: Count,
  /** 0 to 5; null before the first rating. */
  rating: v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(5))),
  /** Number of ratings, 0 before the first. Omitted if the upstream does not count them. */
  rating_count: v.optional(Count),
  /** Editorial weight. Lists begin with the highest weight, and with the lowest id among equal weights. */
  hot: Count,
  /** BCP 47 tag. */
  language: Language,
  /** Time of the first publication. Upstreams may omit it in lists. Feeds then use `updated_at`. */
  published_at: v.optional(Timestamp),
  updated_at: Timestamp,
  /**
   * Ids of the brands that offer the book, beginning with the original publisher. If several brands have a page in the
   * same language, the page of the first of these brands is canonical. Omitted if every brand offers the book, or if
   * unknown.
   */
  brands: v.optional(v.pipe(v.array(BrandId), v.minLength(1), v.maxLength(MAX_BRANDS))),
});
export type Book = v.InferOutput<typeof Book>;

/** Identifies a work. All editions of a work, such as its translations, have the same value. */
const Work = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

/** Maximum number of alternative titles of a book. */
export const MAX_ALTERNATIVE_TITLES = 50;

/** What a translated book was before its translation. Unknown fields are null. */
const Original = v.object({
  title: v.nullable(Name),
  author: v.nullable(Name),
  language: v.nullable(Language),
});

/** A book with the details that its page shows. */
export const BookDetail = v.object({
  ...Book.entries,
  published_at: Timestamp,
  first_chapter_id: v.nullable(Id),
  last_chapter: v.nullable(v.object({ id: Id, number: Id, title: Name, updated_at: Timestamp })),
  /** Source or licence of a public-domain text, plain text. */
  source: v.nullable(Text),
  /** The book's series: the keyword that lists its books, and the number of this book, such as 2 or 1.5. */
  series: v.optional(
    v.nullable(v.object({ keyword: Reference, number: v.nullable(v.pipe(v.number(), v.minValue(0))) })),
  ),
  /**
   * How paragraphs are separated unless the reader chooses otherwise: by space (the default), or by indents as in
   * print.
   */
  paragraphs: v.optional(v.picklist(['spaced', 'indented'])),
  /** The work that the book belongs to. `book.editions` is only called for books that have one. */
  work: v.optional(v.nullable(Work)),
  /** Other titles by which readers know the book. */
  alternative_titles: v.optional(v.pipe(v.array(Name), v.maxLength(MAX_ALTERNATIVE_TITLES))),
  original: v.optional(v.nullable(Original)),
});
export type BookDetail = v.InferOutput<typeof BookDetail>;

/** Another edition of a work, usually in another language. */
export const Edition = v.object({
  ...BookReference.entries,
  /** The section with the edition. */
  section: Id,
  brands: Book.entries.brands,
  /** The chapter that corresponds to the requested one; null if there is none, or no chapter was requested. */
  chapter_id: v.nullable(Id),
});
export type Edition = v.InferOutput<typeof Edition>;
