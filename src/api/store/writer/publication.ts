import type { Row } from '../database.ts';
import type { Publication } from '../records.ts';
import { toTimestamp } from '../timestamp.ts';
import type { Transaction } from './transaction.ts';

/** The publication columns of a book or chapter; the schema explains them. */
export type PublicationRow = Row & { state: 'published' | 'draft' | 'scheduled'; publish_at: string | null };

/** Returns the publication of a row; `published` for one that does not exist yet. */
export function publicationOf(row: Pick<PublicationRow, 'state' | 'publish_at'> | undefined): Publication {
  if (!row || row.state === 'published') return 'published';
  return row.publish_at === null ? 'draft' : { from: row.publish_at };
}

/** Returns a publication with its time in whole seconds, or `published` if its time has come. */
export function normalised(transaction: Transaction, publication: Publication): Publication {
  if (typeof publication === 'string') return publication;
  const from = toTimestamp(new Date(publication.from));
  return from <= transaction.now() ? 'published' : { from };
}

export const isShown = (publication: Publication): boolean => publication === 'published';

/** Returns the value of the column `publish_at`. */
export const publishAtOf = (publication: Publication): string | null =>
  typeof publication === 'string' ? null : publication.from;

/** Number of the empty brand set, which hidden books have. */
export const NO_BRAND = -1;

/** Returns the stored section: for hidden books, the negated number. */
export const sectionOf = (section: number, publication: Publication): number =>
  isShown(publication) ? Math.abs(section) : -Math.abs(section);
