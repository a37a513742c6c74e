import type { Database, Row } from '../database.ts';
import { raw, sql } from '../sql.ts';

interface ExportedTable {
  readonly columns: string;
  /** A column with JSON, which is exported as its value. */
  readonly json?: string;
  readonly by: 'id' | 'user_id';
}

/** The tables with data of a visitor, by name in the export. Columns with secrets are left out. */
const EXPORTED: Readonly<Record<string, ExportedTable & { readonly table?: string }>> = {
  account: {
    table: 'users',
    columns: 'id, accounts, email, name, coins, created_at, proven, locked_at, lang',
    by: 'id',
  },
  library: { columns: 'kind, id, at, value', json: 'value', by: 'user_id' },
  unlocks: { columns: 'book_id, chapter_id, unlocked_at', by: 'user_id' },
  payments: { columns: 'book_id, chapter_id, coins, voucher_id, paid_at', by: 'user_id' },
  recharges: { columns: 'id, coins, amount, state, created_at', by: 'user_id' },
  vouchers: { columns: 'id, name, coins, used_on, expires_at, created_at', json: 'used_on', by: 'user_id' },
  sessions: { columns: 'browser, system, created_at, seen_at, expires_at', by: 'user_id' },
  known_devices: { columns: 'seen_at', by: 'user_id' },
  identities: { columns: 'issuer, subject', by: 'user_id' },
  reports: { columns: 'brand, book_id, chapter_id, kind, passage, text, created_at, settled_at', by: 'user_id' },
  staff: { columns: 'role, granted_at, confirmed_at', by: 'user_id' },
};

/** The visitors' tables that are not exported, with the reason. A test checks that every table is in one of the lists. */
export const NOT_EXPORTED: Readonly<Record<string, string>> = {
  access_tokens: 'hashes of secrets; `sessions` lists the sessions',
  refresh_tokens: 'hashes of secrets; `sessions` lists the sessions',
  reset_tokens: 'hashes of secrets, which expire within an hour',
  staff_sessions: 'hashes of secrets',
  recovery_codes: 'hashes of secrets',
  staff_invitations: 'belong to no account',
  oidc_states: 'sign-ins in progress, which belong to no account yet',
  devices: 'belong to a browser, and are not linked to an account',
  help_clicks: 'belong to a browser, and are not linked to an account',
  shares: 'belong to a browser, and are not linked to an account',
  push_subscriptions: 'belong to a browser, and are not linked to an account',
  push_books: 'belong to a browser, and are not linked to an account',
  push_outbox: 'belong to a browser, and are not linked to an account',
  searches: 'contain no visitor: a hash of word and device, so that the words of one visitor cannot be linked',
  page_views: 'contain no visitor: counts of a page and day',
  statistics_sites: 'contain no visitor: counts of a day',
  statistics_books: 'contain no visitor: counts of a book and day',
  statistics_chapters: 'contain no visitor: counts of a chapter and day',
  statistics_origins: 'contain no visitor: counts of an origin and day',
  statistics_words: 'contain no visitor: counts of a word and day',
  statistics_salts: 'contain no visitor: a random value of the current day',
  statistics_devices: 'contain no visitor: hashes with a salt that is deleted after a day, not linked to an account',
  statistics_searchers: 'contain no visitor: hashes with a salt that is deleted after a day, not linked to an account',
  statistics_batches: 'contain no visitor: numbers of stored batches',
  living_books: 'contain no visitor: counts of a book and day',
  living_pairs: 'contain no visitor: counts of two books and a month',
  living_lists: 'contain no visitor: lists of books',
  living_days: 'contain no visitor: days',
  translator_applications: 'sent without an account; support answers by email',
};

/** Names of the exported tables. */
export const EXPORTED_TABLES: readonly string[] = Object.entries(EXPORTED).map(([name, { table = name }]) => table);

/** Returns all data stored about a visitor, for their export, except passwords and tokens. */
export async function exportOf(database: Database, user: number): Promise<Readonly<Record<string, unknown>>> {
  const tables = await Array.fromAsync(
    Object.entries(EXPORTED),
    async ([name, { table = name, columns, json, by }]) => {
      const rows = await database.all<Row>(sql`SELECT ${raw(columns)} FROM ${raw(table)} WHERE ${raw(by)} = ${user}`);
      const records = json === undefined ? rows : rows.map((row) => ({ ...row, [json]: parsed(row[json]) }));
      return [name, by === 'id' ? records[0] : records] as const;
    },
  );
  return Object.fromEntries(tables);
}

const parsed = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : null);
