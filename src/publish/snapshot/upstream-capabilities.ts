import {
  type AnyCall,
  authLogin,
  categoryBooks,
  categoryList,
  genreBooks,
  reportAdd,
  tagBooks,
  translatorApply,
} from '#src/contract/index.ts';
import type { Locale } from '#src/contract/locales.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import { isBusy } from './retry.ts';
import type { UpstreamClient } from './upstream-reader.ts';

/** Calls that some pages need, by the key in `meta` that records whether the upstream has them. */
const PAGE_CALLS: Readonly<Record<string, readonly AnyCall[]>> = {
  accounts: [authLogin],
  translators: [translatorApply],
  reports: [reportAdd],
};

/** Calls that an upstream must have so that visitors can filter each kind of list. */
const FILTER_CALLS: Readonly<Record<string, readonly AnyCall[]>> = {
  category: [categoryBooks, categoryList],
  genre: [genreBooks],
  tag: [tagBooks],
};

/**
 * Detects which optional calls the upstream has and stores the result in `meta`. Sign-in pages exist only if visitors
 * can sign in, and filters only for lists that the upstream can filter.
 */
export async function storeCapabilities(sql: Sql, client: UpstreamClient, locale: Locale): Promise<void> {
  await client.probe([PAGE_CALLS, FILTER_CALLS].flatMap((calls) => Object.values(calls).flat()));
  const target = { client, locale };
  for (const [key, calls] of Object.entries(PAGE_CALLS)) {
    const before = storedValue(sql, key);
    sql.run(STORE, key, (await hasAll(target, calls, before === 'no')) ? 'yes' : 'no');
  }
  const before = storedValue(sql, 'filtered')?.split(' ');
  const filtered: string[] = [];
  for (const [kind, calls] of Object.entries(FILTER_CALLS))
    if (await hasAll(target, calls, before?.includes(kind) === false)) filtered.push(kind);
  sql.run(STORE, 'filtered', filtered.join(' '));
}

interface ProbeTarget {
  readonly client: UpstreamClient;
  readonly locale: Locale;
}

/**
 * Whether the upstream has all of the calls. A call whose probe gets no response counts as present. But if the upstream
 * lacked one of the calls in the last run (`wasLacking`), it must respond to all of them before they count as present.
 */
async function hasAll({ client, locale }: ProbeTarget, calls: readonly AnyCall[], wasLacking: boolean) {
  const isLacking = () => calls.some((call) => client.lacks(call));
  if (isLacking() || !wasLacking) return !isLacking();
  const results = await Promise.all(calls.map((call) => client.call(call, PROBE_PARAMS, { locale })));
  return !isLacking() && results.every((result) => result.status > 0 && !isBusy(result));
}

/**
 * Parameters for probes: incomplete for a call that writes, which therefore rejects them, and a short page for a call
 * that returns a list.
 */
const PROBE_PARAMS = { page_size: 1 };

const storedValue = (sql: Sql, key: string) =>
  sql.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', key)?.value;

const STORE = `INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value WHERE value <> excluded.value`;
