import { bookList } from '#src/contract/index.ts';
import type { Locale } from '#src/contract/locales.ts';
import { inspectDatabase } from '#src/lib/inspect-database.ts';
import { openSql } from '#src/lib/sqlite.ts';
import { createCursors } from './pull-changes.ts';
import { VERSION } from './schema.ts';
import type { UpstreamClient } from './upstream-reader.ts';

/** How a snapshot compares with its upstream. */
export type SnapshotComparison =
  /** The snapshot was written by an older version of Lectern: the next sync reads everything again. */
  | { readonly state: 'outdated' }
  | { readonly state: 'damaged'; readonly problem: string }
  /** The two cannot be compared, because the upstream cannot list changes or some of its items broke the contract. */
  | { readonly state: 'unknown' }
  | { readonly state: 'same'; readonly books: number }
  /** The upstream has changes that the next sync will pull. */
  | { readonly state: 'behind'; readonly changes: number }
  /** The numbers of books differ although the upstream reports no changes. */
  | { readonly state: 'different'; readonly books: number; readonly upstream: number };

/**
 * Compares a section of a snapshot with the same section of the upstream, by the number of books and the changes since
 * the last sync.
 */
export async function compareSnapshot(
  file: string,
  locale: Locale,
  client: UpstreamClient,
): Promise<SnapshotComparison> {
  const { version, problem } = inspectDatabase(file);
  if (problem !== undefined) return { state: 'damaged', problem };
  if (version !== VERSION) return { state: 'outdated' };
  const { cursor, books, hasLosses } = read(file, locale.section);
  if (cursor === undefined || hasLosses) return { state: 'unknown' };
  const firstEntry = { page: 1, page_size: 1 };
  const changed = await client.call(bookList, { ...firstEntry, since: cursor }, { locale });
  const all = await client.call(bookList, firstEntry, { locale });
  if (changed.success === 0 || all.success === 0) return { state: 'unknown' };
  const changes = changed.data.total + (changed.data.removed?.length ?? 0);
  if (changes > 0) return { state: 'behind', changes };
  return all.data.total === books ? { state: 'same', books } : { state: 'different', books, upstream: all.data.total };
}

function read(file: string, section: number) {
  const sql = openSql(file, { readOnly: true });
  try {
    const count = 'SELECT count(*) AS total FROM books WHERE section = ? AND feed = 1';
    return {
      cursor: createCursors(sql, section).get(bookList.name),
      books: sql.get<{ total: number }>(count, section)?.total ?? 0,
      hasLosses: sql.get(`SELECT 1 FROM meta WHERE key = 'losses'`) !== undefined,
    };
  } finally {
    sql.close();
  }
}
