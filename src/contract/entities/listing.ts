import * as v from 'valibot';
import { Book, BookReference, Reference } from './book.ts';
import { Count, Id, MediaUrl, Name, Text, Timestamp } from './scalars.ts';

/** Former ids and names of a renamed or merged entry. URLs with them redirect to the entry. */
const Former = v.optional(v.array(v.object({ id: Id, name: Name })));

export const Tag = v.object({ id: Id, name: Name, genre_id: v.nullable(Id), updated_at: Timestamp, former: Former });
export type Tag = v.InferOutput<typeof Tag>;

export const Keyword = v.object({ id: Id, name: Name, updated_at: Timestamp, former: Former });
export type Keyword = v.InferOutput<typeof Keyword>;

/** A genre is a group of tags (`recommend.tag_group_list`). */
export const Genre = v.object({
  id: Id,
  name: Name,
  introduction: Text,
  tags: v.array(Reference),
  updated_at: Timestamp,
  former: Former,
});
export type Genre = v.InferOutput<typeof Genre>;

export const CategoryEntry = v.object({ name: Name, subs: v.array(Name) });
export type CategoryEntry = v.InferOutput<typeof CategoryEntry>;

export const Author = v.object({
  id: Id,
  name: Name,
  introduction: Text,
  avatar: v.nullable(MediaUrl),
  /** Number of books. */
  books: Count,
  updated_at: Timestamp,
});
export type Author = v.InferOutput<typeof Author>;

/** A shelf of the home page. `style` suggests how to show it. */
export const Shelf = v.object({
  id: Id,
  name: Name,
  style: v.picklist(['row', 'ranked', 'pair', 'feature']),
  /** The first books; `recommend.section_books` has the complete list. */
  books: v.pipe(v.array(Book), v.maxLength(200)),
});
export type Shelf = v.InferOutput<typeof Shelf>;

export const Target = v.variant('kind', [
  v.object({ kind: v.literal('book'), book: BookReference }),
  v.object({ kind: v.literal('genre'), genre: Reference }),
  v.object({ kind: v.literal('tag'), tag: Reference }),
  v.object({ kind: v.literal('ranking'), type: Name, id: Id }),
  v.object({ kind: v.literal('section'), section: Reference }),
  v.object({ kind: v.literal('url'), url: MediaUrl }),
]);
export type Target = v.InferOutput<typeof Target>;

export const Banner = v.object({
  id: Id,
  title: Name,
  subtitle: v.pipe(v.string(), v.maxLength(300)),
  image: v.nullable(MediaUrl),
  target: Target,
  updated_at: Timestamp,
});
export type Banner = v.InferOutput<typeof Banner>;

/** A type of rankings in the menu. The first ranking of the first type is the default. */
export const RankingType = v.object({
  /** The type in URLs: lower-case letters, digits and hyphens. */
  type: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,60}$/)),
  name: Name,
  items: v.pipe(v.array(Reference), v.minLength(1)),
});
export type RankingType = v.InferOutput<typeof RankingType>;
