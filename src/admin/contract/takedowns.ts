import * as v from 'valibot';
import { Count, Id, Timestamp } from '#src/contract/entities/scalars.ts';

/** A book that was taken down permanently. */
export const TakedownRecord = v.strictObject({
  /** Id of the book. */
  id: Id,
  key: v.string(),
  title: v.string(),
  section: Count,
  /** The law or demand that visitors see; null if there is none. */
  reason: v.nullable(v.string()),
  /** HTTP status of the book's addresses. */
  status: v.picklist([410, 451]),
  at: Timestamp,
  /** Progress of removing the book from sites, older releases and media. Null after a restart of the admin. */
  removal: v.nullable(v.picklist(['running', 'done', 'failed'])),
  /** Why the removal failed, or what it removed. */
  message: v.string(),
});
export type TakedownRecord = v.InferOutput<typeof TakedownRecord>;

/** The result of removing a book from the live sites, older releases and media. */
export interface TakedownEnd {
  /** Brands whose rebuild failed. */
  readonly failed: readonly { readonly brand: string; readonly reason: string }[];
  /** Number of brands that were published. */
  readonly published: number;
  /** Number of older releases that were deleted. */
  readonly releases: number;
  /** Number of covers and pictures that were deleted. */
  readonly media: number;
}
