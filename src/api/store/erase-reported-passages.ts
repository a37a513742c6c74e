import type { Store } from './open.ts';
import { booksWithKey } from './reads/books-with-key.ts';
import { erasePassages } from './visitors/reports.ts';

/** Erases the passages of a book that was taken down from readers' reports, also of earlier books with its key. */
export const eraseReportedPassages = async ({ catalogue, visitors }: Store, key: string): Promise<void> =>
  erasePassages(visitors, await booksWithKey(catalogue, key));
