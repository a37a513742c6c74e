import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Count, Id, Name } from '../entities/scalars.ts';
import { idParam, wholeNumber } from '../paging.ts';

/** Chapters in one answer. */
export const FIND_PAGE = 20;

const piece = v.pipe(v.string(), v.maxLength(300));

export const FoundChapter = v.object({
  chapter: v.object({ id: Id, number: Id, title: Name }),
  /** Places in the chapter. */
  count: Count,
  /** The first of them, as plain text. */
  snippets: v.pipe(v.array(v.object({ before: piece, match: piece, after: piece })), v.maxLength(3)),
});
export type FoundChapter = v.InferOutput<typeof FoundChapter>;

export const chapterFind = defineCall('chapter.find', {
  method: 'GET',
  purpose:
    'The chapters of a book that hold a word or phrase, a part of the book at a time; of a locked one its free opening is searched.',
  params: v.object({
    book_id: idParam,
    keyword: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
    /** Number of the chapter to begin at: `next` of the answer before. */
    from: v.optional(wholeNumber(1, 1_000_000), 1),
  }),
  data: v.object({
    items: v.pipe(v.array(FoundChapter), v.maxLength(FIND_PAGE)),
    /** Number of the chapter where the search goes on; null at the end of the book. */
    next: v.nullable(Id),
  }),
  empty: { items: [], next: null },
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
});
