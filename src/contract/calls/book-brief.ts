import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Count, Id, Name, Timestamp } from '../entities/scalars.ts';

/** Books of one call. */
export const BRIEFS_MOST = 50;

const Brief = v.object({
  id: Id,
  /** As in `book.show`. */
  chapters: Count,
  last_chapter: v.nullable(v.object({ id: Id, number: Id, title: Name })),
  updated_at: Timestamp,
});
export type Brief = v.InferOutput<typeof Brief>;

export const bookBrief = defineCall('book.brief', {
  method: 'GET',
  purpose: 'How far books are that a visitor keeps, to tell of new chapters. Books that are gone are left out.',
  params: v.object({
    /** Ids with commas between, at most 50. */
    ids: v.pipe(v.string(), v.regex(/^[1-9]\d{0,15}(,[1-9]\d{0,15}){0,49}$/)),
  }),
  data: v.object({ items: v.pipe(v.array(Brief), v.maxLength(BRIEFS_MOST)) }),
  empty: { items: [] },
  errors: ['BAD_REQUEST'],
});
