import {
  type AnyCall,
  authLogin,
  categoryBooks,
  categoryList,
  genreBooks,
  tagBooks,
  translatorApply,
} from '#src/contract/index.ts';
import type { Locale } from '#src/contract/locales.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import { isBusy } from './patience.ts';
import type { UpstreamCaller } from './pull.ts';

/** The calls without which pages are left out, by the word of `meta` that says so. */
const NEEDED: Readonly<Record<string, readonly AnyCall[]>> = {
  accounts: [authLogin],
  translators: [translatorApply],
};

/** The calls by which an upstream filters a kind of list. */
const FILTERING: Readonly<Record<string, readonly AnyCall[]>> = {
  category: [categoryBooks, categoryList],
  genre: [genreBooks],
  tag: [tagBooks],
};

/** Some pages are there only where visitors can sign in, and filters where the upstream can filter. */
export async function noteAbilities(sql: Sql, caller: UpstreamCaller, locale: Locale): Promise<void> {
  await caller.probe([NEEDED, FILTERING].flatMap((calls) => Object.values(calls).flat()));
  const asked = { caller, locale };
  for (const [word, calls] of Object.entries(NEEDED)) {
    const before = noted(sql, word);
    sql.run(NOTE, word, (await hasAll(asked, calls, before === 'no')) ? 'yes' : 'no');
  }
  const before = noted(sql, 'filtered')?.split(' ');
  const filtered: string[] = [];
  for (const [kind, calls] of Object.entries(FILTERING))
    if (await hasAll(asked, calls, before?.includes(kind) === false)) filtered.push(kind);
  sql.run(NOTE, 'filtered', filtered.join(' '));
}

interface Asked {
  readonly caller: UpstreamCaller;
  readonly locale: Locale;
}

/**
 * Whether the upstream has the calls. Probes that nobody answered count as calls that are there, which is no reason to
 * think better of an upstream than before: where it lacked them, it has to answer.
 */
async function hasAll({ caller, locale }: Asked, calls: readonly AnyCall[], hadNot: boolean): Promise<boolean> {
  const isLacking = () => calls.some((call) => caller.lacks(call));
  if (isLacking() || !hadNot) return !isLacking();
  const results = await Promise.all(calls.map((call) => caller.call(call, PROBE_PARAMS, { locale })));
  return !isLacking() && results.every((result) => result.status > 0 && !isBusy(result));
}

/** So little that a call which writes refuses it, and a list is short. */
const PROBE_PARAMS = { page_size: 1 };

const noted = (sql: Sql, word: string) =>
  sql.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', word)?.value;

const NOTE = `INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value WHERE value <> excluded.value`;
