import * as v from 'valibot';
import { Book, BookReference } from './book.ts';
import { Mark } from './marks.ts';
import { Count, Name, Timestamp } from './scalars.ts';
import { HistoryEntry } from './visitor.ts';

/** The lists that every visitor has. Pages show translated names. */
export const DEFAULT_LISTS = ['reading', 'later', 'finished'] as const;

/** Maximum number of characters in a list's name. */
export const LIST_NAME_LENGTH = 60;

const NumberId = v.pipe(v.string(), v.regex(/^[1-9]\d{0,15}$/));
const ListId = v.pipe(v.string(), v.regex(/^[\dA-Za-z-]{4,64}$/));

/** Defines a kind of library item. `value` is null after the visitor removed the item. */
const item = <K extends string, I extends v.GenericSchema<string, string>, V extends v.GenericSchema>(
  kind: K,
  id: I,
  value: V,
) =>
  v.object({
    kind: v.literal(kind),
    id,
    value: v.nullable(value),
    /** When the visitor changed the item, in ms since 1970 on the device's clock. */
    at: Count,
  });

const { read_at: _read, ...reading } = HistoryEntry.entries;

/** An item of a visitor's library. Kind and id are its key. */
export const LibraryItem = v.variant('kind', [
  /** The reading position in a book; `id` is the book's. */
  item('read', NumberId, v.object(reading)),
  /** A book that the visitor added to the library; `id` is the id of the book. */
  item('shelf', NumberId, v.object({ book: BookReference, cover: Book.entries.cover, added_at: Timestamp })),
  /** How many chapters of a book are not new to the visitor; `id` is the id of the book. */
  item('seen', NumberId, v.object({ chapters: Count })),
  /** A list that the visitor created. */
  item('list', ListId, v.object({ name: v.pipe(Name, v.maxLength(LIST_NAME_LENGTH)) })),
  /** A book in a list; `id` is `<list>:<book>`. */
  item('listed', v.pipe(v.string(), v.regex(/^[\dA-Za-z-]{4,64}:[1-9]\d{0,15}$/)), v.literal(true)),
  /** A tag whose books are hidden; `id` is the id of the tag. */
  item('hidden', NumberId, v.object({ name: Name })),
  /** A bookmark or highlight. */
  item('mark', v.pipe(v.string(), v.regex(/^[\dA-Za-z-]{8,64}$/)), Mark),
]);
export type LibraryItem = v.InferOutput<typeof LibraryItem>;
export type LibraryKind = LibraryItem['kind'];
