import * as v from 'valibot';
import { Book, BookReference } from './book.ts';
import { Mark } from './marks.ts';
import { Count, Name, Timestamp } from './scalars.ts';
import { HistoryEntry } from './visitor.ts';

/** Lists that every shelf has; their names are the page's words. */
export const DEFAULT_LISTS = ['reading', 'later', 'finished'] as const;

/** Characters of a list's name. */
export const LIST_NAME_LENGTH = 60;

const NumberId = v.pipe(v.string(), v.regex(/^[1-9]\d{0,15}$/));
const ListId = v.pipe(v.string(), v.regex(/^[\dA-Za-z-]{4,64}$/));

/** `value` is null where the visitor took it away. */
const item = <K extends string, I extends v.GenericSchema<string, string>, V extends v.GenericSchema>(
  kind: K,
  id: I,
  value: V,
) =>
  v.object({
    kind: v.literal(kind),
    id,
    value: v.nullable(value),
    /** When the visitor changed it, in ms since 1970 by the device's clock. */
    at: Count,
  });

const { read_at: _read, ...reading } = HistoryEntry.entries;

/** One thing a visitor keeps, under a key made of kind and id. */
export const LibraryItem = v.variant('kind', [
  /** Where the visitor is in a book; by its id. */
  item('read', NumberId, v.object(reading)),
  /** A book on the shelf; by its id. */
  item('shelf', NumberId, v.object({ book: BookReference, cover: Book.entries.cover, added_at: Timestamp })),
  /** How many chapters of a book the visitor knows of; by the book's id. */
  item('seen', NumberId, v.object({ chapters: Count })),
  /** A list of the visitor's own. */
  item('list', ListId, v.object({ name: v.pipe(Name, v.maxLength(LIST_NAME_LENGTH)) })),
  /** A book in a list: the list's id and the book's, with a colon between. */
  item('listed', v.pipe(v.string(), v.regex(/^[\dA-Za-z-]{4,64}:[1-9]\d{0,15}$/)), v.literal(true)),
  /** A tag whose books are never shown; by its id. */
  item('hidden', NumberId, v.object({ name: Name })),
  /** A bookmark or highlight. */
  item('mark', v.pipe(v.string(), v.regex(/^[\dA-Za-z-]{8,64}$/)), Mark),
]);
export type LibraryItem = v.InferOutput<typeof LibraryItem>;
export type LibraryKind = LibraryItem['kind'];
