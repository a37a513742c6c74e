import * as v from 'valibot';
import { BIN_KINDS } from '#src/api/store/audit-kinds.ts';
import { Count, Id, Timestamp } from '#src/contract/entities/scalars.ts';

/** A deleted record that can be restored. */
export const BinRecord = v.strictObject({
  id: Id,
  kind: v.picklist(BIN_KINDS),
  /** The id that the record had, and gets back. */
  record: Id,
  name: v.string(),
  section: Count,
  brand: v.nullable(v.string()),
  /** Title of the book that the record belongs to; null for others, and if the book no longer exists. */
  book: v.nullable(v.string()),
  /** Number of chapters of a book; null for other records. */
  chapters: v.nullable(Count),
  deleted_at: Timestamp,
  /** Email address of the account, or operating system user for commands. */
  deleted_by: v.string(),
  deleted_how: v.string(),
  /** When the record is deleted permanently. */
  expires_at: Timestamp,
});
export type BinRecord = v.InferOutput<typeof BinRecord>;
