import * as v from 'valibot';
import { Count, Id } from '#src/contract/entities/scalars.ts';

/** Another edition of a book's work, or a book that seems to be one. */
export const EditionRecord = v.strictObject({
  id: Id,
  section: Count,
  language: v.string(),
  title: v.string(),
  author: v.string(),
  state: v.picklist(['draft', 'scheduled', 'published']),
  /** The work to which the book belongs; null if it belongs to none. */
  work: v.nullable(v.string()),
});
export type EditionRecord = v.InferOutput<typeof EditionRecord>;
