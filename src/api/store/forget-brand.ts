import type { Row } from './database.ts';
import { markWriting } from './foreign-edits.ts';
import type { Store } from './open.ts';

/** Whose rows are meant. */
export interface ForgottenBrand {
  readonly id: string;
  /** Groups of accounts that are this brand's alone. */
  readonly accounts: readonly string[];
}

/** Rows of a brand, by what they are to people. */
export type BrandTraces = Readonly<Record<string, number>>;

interface Trace {
  readonly name: string;
  readonly database: 'catalogue' | 'visitors';
  readonly table: string;
  readonly where: string;
}

/** ?1 is a JSON list. */
const BY_BRAND = 'brand IN (SELECT value FROM json_each(?1))';

/** Rows below these, such as the books of a list, the library of an account, go with them. */
const TRACES: readonly Trace[] = [
  { name: 'rankings', database: 'catalogue', table: 'rankings', where: BY_BRAND },
  { name: 'shelves', database: 'catalogue', table: 'shelves', where: BY_BRAND },
  { name: 'banners', database: 'catalogue', table: 'banners', where: BY_BRAND },
  { name: 'accounts', database: 'visitors', table: 'users', where: 'accounts IN (SELECT value FROM json_each(?1))' },
  { name: 'notifications', database: 'visitors', table: 'push_subscriptions', where: BY_BRAND },
  { name: 'translators', database: 'visitors', table: 'translator_applications', where: BY_BRAND },
  { name: 'reports of readers', database: 'visitors', table: 'reports', where: BY_BRAND },
  { name: 'counted pages', database: 'visitors', table: 'page_views', where: BY_BRAND },
  { name: 'sign-ins under way', database: 'visitors', table: 'oidc_states', where: BY_BRAND },
];

type Count = Row & { count: number };

const named = ({ table }: Trace, { id, accounts }: ForgottenBrand) =>
  JSON.stringify(table === 'users' ? accounts : [id]);

/** Counts what a brand has in the store besides books; kinds without any are left out. */
export async function brandTraces(store: Store, brand: ForgottenBrand): Promise<BrandTraces> {
  const counts = await Array.fromAsync(TRACES, async (trace): Promise<[string, number]> => {
    const sql = `SELECT count(*) AS count FROM ${trace.table} WHERE ${trace.where}`;
    return [trace.name, (await store[trace.database].one<Count>(sql, named(trace, brand))).count];
  });
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** Removes it. Books stay: other brands may offer them, and the catalogue is not a brand's to remove. */
export async function forgetBrand(store: Store, brand: ForgottenBrand): Promise<void> {
  for (const file of ['catalogue', 'visitors'] as const) {
    await store[file].transaction(async (database) => {
      if (file === 'catalogue') await markWriting(database, true);
      for (const trace of TRACES.filter((one) => one.database === file))
        await database.run(`DELETE FROM ${trace.table} WHERE ${trace.where}`, named(trace, brand));
      if (file === 'catalogue') await markWriting(database, false);
    });
  }
}
