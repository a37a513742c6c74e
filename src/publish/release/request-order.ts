import { join } from 'node:path';
import { openFinishedSql, type Sql } from '#src/lib/sqlite.ts';
import type { PageRow } from './manifest.ts';
import { withOwnFile } from './page-records.ts';
import type { Release } from './release.ts';

/** A page of a release, with the name of its file and the hash of its HTML. */
export type OrderedPage = Pick<PageRow, 'path' | 'file' | 'hash' | 'bytes'>;

export interface RequestOrder {
  /** Paths of pages that come first, such as those with the most views. Unknown paths are ignored. */
  readonly first?: readonly string[];
  /** Whether to leave out pages that the release has in common with the previous one. */
  readonly isChangedOnly?: boolean;
}

const COLUMNS = 'SELECT path, file, hash, bytes FROM pages';

/** Conditions for a page of a listing: its first page, or one that visitors reach from there. */
const FIRST_OF_LISTING = `(listing = '' OR listing = path)`;
const LATER_IN_LISTING = `NOT ${FIRST_OF_LISTING}`;

/** Kinds of pages in the order in which visitors request them, each with a condition. */
const RANKS: readonly { readonly isOf: (kind: string) => boolean; readonly condition?: string }[] = [
  { isOf: (kind) => kind === 'home' },
  { isOf: (kind) => !LATER_KINDS.includes(kind) && kind !== 'home', condition: FIRST_OF_LISTING },
  { isOf: (kind) => kind === 'novel' },
  { isOf: (kind) => !LATER_KINDS.includes(kind) && kind !== 'home', condition: LATER_IN_LISTING },
  { isOf: (kind) => kind === 'reader' },
];
const LATER_KINDS = ['novel', 'reader'];

/**
 * Yields all pages of a release once, or twice if they are in `first`: home pages, first pages of lists, books, further
 * pages of lists, chapters. The rows are read one by one, because a release may have a million pages.
 */
export function* pagesInRequestOrder(release: Release, order: RequestOrder = {}): Generator<OrderedPage> {
  const { first = [], isChangedOnly = false } = order;
  const sql = openFinishedSql(join(release.folder, 'manifest.db'));
  try {
    const changed = isChangedOnly ? 'modified = ?' : '? IS NOT NULL';
    const { created } = release.info;
    for (const path of first) {
      const row = sql.get<OrderedPage>(`${COLUMNS} WHERE path = ? AND ${changed}`, path, created);
      if (row) yield withOwnFile(row);
    }
    const sections = sectionsOf(sql);
    for (const { isOf, condition = 'TRUE' } of RANKS) {
      const chosen = JSON.stringify(sections.filter((section) => isOf(section.replace(/^.*:/, ''))));
      const statement = `${COLUMNS} WHERE section IN (SELECT value FROM json_each(?)) AND ${changed} AND ${condition}`;
      yield* Iterator.from(sql.each<OrderedPage>(statement, chosen, created)).map(withOwnFile);
    }
  } finally {
    sql.close();
  }
}

const sectionsOf = (sql: Sql): readonly string[] =>
  sql.all<{ section: string }>('SELECT DISTINCT section FROM pages').map(({ section }) => section);
