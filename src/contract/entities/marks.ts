import * as v from 'valibot';
import { BookReference } from './book.ts';
import { Id, Name, Timestamp } from './scalars.ts';
import { Locator } from './visitor.ts';

export const MARK_COLOURS = ['yellow', 'green', 'blue', 'rose'] as const;
export type MarkColour = (typeof MARK_COLOURS)[number];

/** Maximum number of characters in the text of a mark. `NOTE_LENGTH` is the maximum for the reader's note. */
export const QUOTE_LENGTH = 500;
export const NOTE_LENGTH = 2000;

const MarkId = v.pipe(v.string(), v.regex(/^[\dA-Za-z-]{8,64}$/));

const shared = {
  id: MarkId,
  book: BookReference,
  chapter: v.object({ id: Id, number: Id, title: Name }),
  start: Locator,
  /** The highlighted text, or for a bookmark, the beginning of its line. */
  text: v.pipe(v.string(), v.maxLength(QUOTE_LENGTH)),
  note: v.pipe(v.string(), v.maxLength(NOTE_LENGTH)),
  created_at: Timestamp,
  /** Time of the last change. Of several changes to a mark, including its removal, the latest wins. */
  updated_at: Timestamp,
};

export const Bookmark = v.object({ ...shared, kind: v.literal('bookmark') });
export type Bookmark = v.InferOutput<typeof Bookmark>;

export const Highlight = v.object({
  ...shared,
  kind: v.literal('highlight'),
  /** Position after the last highlighted character, in the same chapter. */
  end: Locator,
  colour: v.picklist(MARK_COLOURS),
});
export type Highlight = v.InferOutput<typeof Highlight>;

/** Tombstone of a removed mark, so that other devices do not restore it. */
const RemovedMark = v.object({ kind: v.literal('removed'), id: MarkId, updated_at: Timestamp });

export const Mark = v.variant('kind', [Bookmark, Highlight]);
export type Mark = v.InferOutput<typeof Mark>;

/** A mark or its tombstone, as stored in the library. */
export const StoredMark = v.variant('kind', [Bookmark, Highlight, RemovedMark]);
export type StoredMark = v.InferOutput<typeof StoredMark>;
