import type { BookChoice } from '#src/brand/schema.ts';
import { LOCALES, type LocaleCode } from '#src/contract/locales.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import { noteAbilities } from './abilities.ts';
import { adoptTags } from './adopt-tags.ts';
import { createCursors } from './cursors.ts';
import { UpstreamError } from './errors.ts';
import { indexKeywords } from './keyword-index.ts';
import { createPull, type UpstreamCaller } from './pull.ts';
import { pullBooks } from './pull-books.ts';
import { pullEditorial } from './pull-editorial.ts';
import { pullFeed } from './pull-feed.ts';
import { pullLists } from './pull-lists.ts';
import { pullNames } from './pull-names.ts';
import { openSnapshot } from './schema.ts';
import { createSectionWriter } from './section-writer.ts';
import { SNAPSHOT_SHAPE } from './shape.ts';
import { openStash, type Stash } from './stash.ts';
import { type StoredAnswers, storedAnswers } from './stored-answers.ts';

export interface SyncOptions {
  /** The snapshot, such as `var/<brand>/catalogue.db`. */
  readonly file: string;
  readonly locales: readonly LocaleCode[];
  /** What the upstream is known by: another one's snapshot is not built upon. */
  readonly upstream: string;
  /** Books to pull whole, for pages of their own; default `none`. */
  readonly books?: BookChoice | undefined;
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
    const stash = openStash(`${options.file}.pull`, sourceOf(options));
    await inTransaction(sql, stash, () => syncSections(sql, stash, options, stop));
  } finally {
    stop.abort();
    sql.close();
  }
}

async function inTransaction(sql: Sql, stash: Stash, work: () => Promise<void>): Promise<void> {
  try {
    await work();
    sql.exec('COMMIT');
    stash.remove();
  } catch (error) {
    // The pages of an upstream that failed are good; what is wrong with them otherwise nobody knows.
    if (error instanceof UpstreamError) stash.close();
    else stash.remove();
    if (sql.isInTransaction) sql.exec('ROLLBACK');
    forgetAnswers(sql);
    throw error;
  }
}

/** Whatever went wrong, no kept answer can make it go wrong again. */
function forgetAnswers(sql: Sql): void {
  try {
    sql.exec('DELETE FROM answers');
  } catch {
    // A disk that is full fails here too; what it failed at first is what to tell.
  }
}

const sourceOf = ({ upstream }: SyncOptions) => `${upstream} ${SNAPSHOT_SHAPE}`;

async function syncSections(sql: Sql, stash: Stash, options: SyncOptions, stop: AbortController): Promise<void> {
  forgetOther(sql, sourceOf(options));
  const answers = storedAnswers(sql);
  const caller = options.connect(answers);
  for (const code of options.locales) await syncSection({ sql, stash, caller, stop }, code, options.books);
  answers.prune();
}

interface Session {
  readonly sql: Sql;
  readonly stash: Stash;
  readonly caller: UpstreamCaller;
  readonly stop: AbortController;
}

async function syncSection(
  { sql, stash, caller, stop }: Session,
  code: LocaleCode,
  books: BookChoice = 'none',
): Promise<void> {
  const locale = LOCALES[code];
  const pull = createPull(caller, locale, stop);
  const writer = createSectionWriter(sql, locale.section);
  const memory = { cursors: createCursors(sql, locale.section), stash };
  const names = await pullNames(sql, pull, memory, writer);
  await noteAbilities(sql, caller, locale);
  const fed = await pullFeed(pull, memory, writer);
  const { genres } = await pullEditorial(pull, writer);
  if (!fed) await pullLists(pull, writer, { genres, ...names() });
  writer.stamp();
  adoptTags(sql, locale.section);
  if (writer.hasNewKeywords()) indexKeywords(sql, locale.section);
  await pullBooks(sql, pull, caller, books);
}

/** Empties a snapshot of another upstream, or of another version of the contract. */
function forgetOther(sql: Sql, upstream: string): void {
  const known = sql.get<{ value: string }>(`SELECT value FROM meta WHERE key = 'upstream'`);
  if (known?.value === upstream) return;
  for (const table of [
    'meta',
    'books',
    'names',
    'menus',
    'keywords',
    'lists',
    'members',
    'details',
    'beside',
    'answers',
  ])
    sql.exec(`DELETE FROM ${table}`);
  sql.run(`INSERT INTO meta VALUES ('upstream', ?)`, upstream);
}
