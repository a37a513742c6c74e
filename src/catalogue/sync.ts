import {
  type AnyCall,
  authLogin,
  categoryBooks,
  categoryList,
  genreBooks,
  tagBooks,
  translatorApply,
} from '#src/contract/index.ts';
import { LOCALES, type LocaleCode } from '#src/contract/locales.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import { adoptTags } from './adopt-tags.ts';
import { indexKeywords } from './keyword-index.ts';
import { createPull, type UpstreamCaller } from './pull.ts';
import { pullEditorial } from './pull-editorial.ts';
import { pullFeed } from './pull-feed.ts';
import { pullLists } from './pull-lists.ts';
import { pullNames } from './pull-names.ts';
import { openSnapshot } from './schema.ts';
import { createSectionWriter } from './section-writer.ts';
import { SNAPSHOT_SHAPE } from './shape.ts';
import { type StoredAnswers, storedAnswers } from './stored-answers.ts';

export interface SyncOptions {
  /** The snapshot, such as `var/<brand>/catalogue.db`. */
  readonly file: string;
  readonly locales: readonly LocaleCode[];
  /** What the upstream is known by: another one's snapshot is not built upon. */
  readonly upstream: string;
  /** Makes the client; `answers` keeps what conditional requests need between runs. */
  connect(answers: StoredAnswers): UpstreamCaller;
}

/**
 * Brings the snapshot up to date with the upstream. The snapshot changes in one transaction: a failure, even the end
 * of the process, leaves it as it was.
 * @throws UpstreamError naming the call and the field
 */
export async function syncCatalogue(options: SyncOptions): Promise<void> {
  const sql = openSnapshot(options.file);
  const stop = new AbortController();
  try {
    sql.exec('BEGIN IMMEDIATE');
    await inTransaction(sql, () => syncSections(sql, options, stop));
  } finally {
    stop.abort();
    sql.close();
  }
}

async function inTransaction(sql: Sql, work: () => Promise<void>): Promise<void> {
  try {
    await work();
    sql.exec('COMMIT');
  } catch (error) {
    sql.exec('ROLLBACK');
    // Whatever went wrong, no kept answer can make it go wrong again.
    sql.exec('DELETE FROM answers');
    throw error;
  }
}

async function syncSections(sql: Sql, options: SyncOptions, stop: AbortController): Promise<void> {
  forgetOther(sql, `${options.upstream} ${SNAPSHOT_SHAPE}`);
  const answers = storedAnswers(sql);
  const caller = options.connect(answers);
  for (const code of options.locales) await syncSection(sql, caller, code, stop);
  answers.prune();
}

async function syncSection(sql: Sql, caller: UpstreamCaller, code: LocaleCode, stop: AbortController): Promise<void> {
  const locale = LOCALES[code];
  const pull = createPull(caller, locale, stop);
  const writer = createSectionWriter(sql, locale.section);
  const names = await pullNames(sql, pull, writer);
  await noteAbilities(sql, caller);
  const fed = await pullFeed(sql, pull, writer);
  writer.clearGiven();
  const { genres } = await pullEditorial(pull, writer);
  if (!fed) await pullLists(pull, writer, { genres, ...names() });
  adoptTags(sql, locale.section);
  indexKeywords(sql, locale.section);
}

/** The calls by which an upstream filters a kind of list. */
const FILTERING: Readonly<Record<string, readonly AnyCall[]>> = {
  category: [categoryBooks, categoryList],
  genre: [genreBooks],
  tag: [tagBooks],
};

/** Some pages are there only where visitors can sign in, and filters where the upstream can filter. */
async function noteAbilities(sql: Sql, caller: UpstreamCaller): Promise<void> {
  await caller.probe([authLogin, translatorApply, ...Object.values(FILTERING).flat()]);
  const filtered = Object.keys(FILTERING).filter((kind) => !FILTERING[kind]?.some((call) => caller.lacks(call)));
  sql.run(`INSERT OR REPLACE INTO meta VALUES ('accounts', ?)`, caller.lacks(authLogin) ? 'no' : 'yes');
  sql.run(`INSERT OR REPLACE INTO meta VALUES ('translators', ?)`, caller.lacks(translatorApply) ? 'no' : 'yes');
  sql.run(`INSERT OR REPLACE INTO meta VALUES ('filtered', ?)`, filtered.join(' '));
}

/** Empties a snapshot of another upstream, or of another version of the contract. */
function forgetOther(sql: Sql, upstream: string): void {
  const known = sql.get<{ value: string }>(`SELECT value FROM meta WHERE key = 'upstream'`);
  if (known?.value === upstream) return;
  for (const table of ['meta', 'books', 'names', 'menus', 'keywords', 'lists', 'members', 'answers'])
    sql.exec(`DELETE FROM ${table}`);
  sql.run(`INSERT INTO meta VALUES ('upstream', ?)`, upstream);
}
