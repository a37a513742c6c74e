import type { Row } from './database.ts';
import { isOneOfTexts } from './dialects.ts';
import { markWriting } from './foreign-edits.ts';
import type { Store } from './open.ts';
import { raw, type Sql, sql } from './sql.ts';

/** The brand whose rows are counted or deleted. */
export interface ForgottenBrand {
  readonly id: string;
  /** Account groups that only this brand belongs to. */
  readonly accounts: readonly string[];
}

/** Number of rows of a brand, by kind. */
export type BrandTraces = Readonly<Record<string, number>>;

interface Trace {
  readonly name: string;
  readonly database: 'catalogue' | 'visitors';
  readonly table: string;
  /** Column with the brand or, for accounts, their group. */
  readonly column: 'brand' | 'accounts';
}

/** The rows of a brand. Rows that depend on them, such as the library of an account, are deleted with them. */
const TRACES: readonly Trace[] = [
  { name: 'rankings', database: 'catalogue', table: 'rankings', column: 'brand' },
  { name: 'shelves', database: 'catalogue', table: 'shelves', column: 'brand' },
  { name: 'banners', database: 'catalogue', table: 'banners', column: 'brand' },
  { name: 'brand settings', database: 'catalogue', table: 'brand_settings', column: 'brand' },
  { name: 'recently deleted lists', database: 'catalogue', table: 'bin', column: 'brand' },
  { name: 'accounts', database: 'visitors', table: 'users', column: 'accounts' },
  { name: 'notifications', database: 'visitors', table: 'push_subscriptions', column: 'brand' },
  { name: 'translators', database: 'visitors', table: 'translator_applications', column: 'brand' },
  { name: 'reports of readers', database: 'visitors', table: 'reports', column: 'brand' },
  { name: 'counted pages', database: 'visitors', table: 'page_views', column: 'brand' },
  { name: 'statistics of days', database: 'visitors', table: 'statistics_sites', column: 'brand' },
  { name: 'statistics of books', database: 'visitors', table: 'statistics_books', column: 'brand' },
  { name: 'statistics of chapters', database: 'visitors', table: 'statistics_chapters', column: 'brand' },
  { name: 'statistics of referrers', database: 'visitors', table: 'statistics_origins', column: 'brand' },
  { name: 'statistics of searches', database: 'visitors', table: 'statistics_words', column: 'brand' },
  { name: 'devices counted today', database: 'visitors', table: 'statistics_devices', column: 'brand' },
  { name: 'searches counted today', database: 'visitors', table: 'statistics_searchers', column: 'brand' },
  { name: 'readers of books by day', database: 'visitors', table: 'living_books', column: 'brand' },
  { name: 'books with the same readers', database: 'visitors', table: 'living_pairs', column: 'brand' },
  { name: 'living lists', database: 'visitors', table: 'living_lists', column: 'brand' },
  { name: 'days of living lists', database: 'visitors', table: 'living_days', column: 'brand' },
  { name: 'sign-ins under way', database: 'visitors', table: 'oidc_states', column: 'brand' },
];

type Count = Row & { count: number };

const rowsOf = ({ table, column }: Trace, { id, accounts }: ForgottenBrand): Sql =>
  sql`FROM ${raw(table)} WHERE ${isOneOfTexts(raw(column), column === 'accounts' ? accounts : [id])}`;

/** Counts the rows of a brand, but not its books. Omits kinds without rows. */
export async function brandTraces(store: Store, brand: ForgottenBrand): Promise<BrandTraces> {
  const counts = await Array.fromAsync(TRACES, async (trace): Promise<[string, number]> => {
    const query = sql`SELECT count(*) AS count ${rowsOf(trace, brand)}`;
    return [trace.name, (await store[trace.database].one<Count>(query)).count];
  });
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** Deletes the rows of a brand, but not its books, because other brands may offer them. */
export async function forgetBrand(store: Store, brand: ForgottenBrand): Promise<void> {
  for (const file of ['catalogue', 'visitors'] as const) {
    await store[file].transaction(async (database) => {
      if (file === 'catalogue') await markWriting(database, true);
      for (const trace of TRACES.filter((candidate) => candidate.database === file))
        await database.run(sql`DELETE ${rowsOf(trace, brand)}`);
      if (file === 'catalogue') await markWriting(database, false);
    });
  }
}
