import type { Row } from '../database.ts';
import type { Publication } from '../records.ts';
import { toTimestamp } from '../timestamp.ts';
import type { Transaction } from './transaction.ts';

/** The columns of a book or chapter that hold its publication; their meaning is told in the schema. */
export type PublicationRow = Row & { state: 'published' | 'draft' | 'scheduled'; publish_at: string | null };

/** Of a row that is not there yet undefined gives `published`. */
export function publicationOf(row: Pick<PublicationRow, 'state' | 'publish_at'> | undefined): Publication {
  if (!row || row.state === 'published') return 'published';
  return row.publish_at === null ? 'draft' : { from: row.publish_at };
}

/** As it is stored: to the second, and published where its moment has come. */
export function settled(transaction: Transaction, publication: Publication): Publication {
  if (typeof publication === 'string') return publication;
  const from = toTimestamp(new Date(publication.from));
  return from <= transaction.now() ? 'published' : { from };
}

export const isShown = (publication: Publication): boolean => publication === 'published';

/** The column `publish_at`. */
export const momentOf = (publication: Publication): string | null =>
  typeof publication === 'string' ? null : publication.from;

/** The set of brands of a book that is not shown: no brand is in it. */
export const NO_BRAND = -1;

/** Books that are not shown lie in the section of the same number below zero. */
export const sectionOf = (section: number, publication: Publication): number =>
  isShown(publication) ? Math.abs(section) : -Math.abs(section);
