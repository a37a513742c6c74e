import type { BookChoice } from '#src/brand/schema.ts';
import { DEFAULT_LOCALE, LOCALES, type LocaleCode } from '#src/contract/locales.ts';
import { silentLog } from '#src/lib/log.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import { CONTRACT_FINGERPRINT } from './contract-fingerprint.ts';
import { UpstreamError } from './errors.ts';
import { type LastGood, openLastGood } from './last-good.ts';
import { createLosses, type Losses } from './losses.ts';
import { storeOrphanTags } from './orphan-tags.ts';
import { pullBookDetails } from './pull-book-details.ts';
import { pullBookList } from './pull-book-list.ts';
import { createCursors } from './pull-changes.ts';
import { pullChapterDates } from './pull-chapter-dates.ts';
import { openPullCheckpoint, type PullCheckpoint } from './pull-checkpoint.ts';
import { pullEditorial } from './pull-editorial.ts';
import { pullLists } from './pull-lists.ts';
import { pullLivingLists } from './pull-living-lists.ts';
import { type CheckSettings, pullSettings } from './pull-settings.ts';
import { pullTagsAndKeywords } from './pull-tags-and-keywords.ts';
import { openSnapshot, PAGE_TABLES } from './schema.ts';
import { createSnapshotWriter } from './snapshot-writer.ts';
import { storeLosses } from './stored-losses.ts';
import { indexKeywords } from './tags-and-keywords.ts';
import { storeCapabilities } from './upstream-capabilities.ts';
import { createUpstreamReader, type UpstreamClient } from './upstream-reader.ts';
import { createResponseCache, type ResponseCache } from './upstream-response-cache.ts';

export interface SyncOptions {
  /** The snapshot's file, such as `var/<brand>/catalogue.db`. */
  readonly file: string;
  readonly locales: readonly LocaleCode[];
  /** Identifies the upstream. A snapshot from a different upstream is emptied first. */
  readonly upstream: string;
  /** The books whose pages are prerendered and whose details are pulled; default: `none`. */
  readonly books?: BookChoice | undefined;
  /** Whether the pages show lists that are computed from readers; default: no. */
  readonly livingLists?: boolean | undefined;
  /** Checks the settings of the brand. Without it, the settings of the last sync stay. */
  readonly checkSettings?: CheckSettings | undefined;
  /** Creates the client. The cache stores responses for conditional requests in later runs. */
  connect(cache: ResponseCache): UpstreamClient;
  /** Receives the items that broke the contract and were left out. */
  readonly losses?: Losses;
}

/**
 * Updates the snapshot from the upstream in one transaction. After an error, or if the process is killed, the snapshot
 * is unchanged.
 * @throws UpstreamError naming the call and the field
 */
export async function syncSnapshot(options: SyncOptions): Promise<void> {
  const sql = openSnapshot(options.file);
  const abort = new AbortController();
  const lastGood = openLastGood(options.file, sourceOf(options));
  try {
    sql.exec('BEGIN IMMEDIATE');
    const checkpoint = openPullCheckpoint(`${options.file}.pull`, sourceOf(options));
    await inTransaction(sql, checkpoint, () => syncSections({ sql, checkpoint, lastGood, abort }, options));
  } finally {
    abort.abort();
    lastGood.close();
    sql.close();
  }
}

async function inTransaction(sql: Sql, checkpoint: PullCheckpoint, work: () => Promise<void>): Promise<void> {
  try {
    await work();
    sql.exec('COMMIT');
    checkpoint.remove();
  } catch (error) {
    // After an upstream error the saved pages are valid. After any other error, the pages may be its cause, so they are
    // deleted.
    if (error instanceof UpstreamError) checkpoint.close();
    else checkpoint.remove();
    if (sql.isInTransaction) sql.exec('ROLLBACK');
    clearResponses(sql);
    throw error;
  }
}

/** Deletes the cached responses after an error, in case one of them caused it. */
function clearResponses(sql: Sql): void {
  try {
    sql.exec('DELETE FROM answers');
  } catch {
    // If the disk is full, this fails too. The caller reports the first error.
  }
}

const sourceOf = ({ upstream }: SyncOptions) => `${upstream} ${CONTRACT_FINGERPRINT}`;

async function syncSections(open: OpenFiles, options: SyncOptions): Promise<void> {
  const { sql } = open;
  clearOtherUpstream(sql, sourceOf(options));
  const cache = createResponseCache(sql);
  const client = options.connect(cache);
  const { losses = createLosses(silentLog) } = options;
  for (const code of options.locales) await syncSection({ ...open, client, losses }, code, options);
  const { locales, checkSettings } = options;
  const reader = createUpstreamReader(client, LOCALES[locales[0] ?? DEFAULT_LOCALE], { abort: open.abort, losses });
  if (checkSettings) await pullSettings(sql, reader, losses, checkSettings);
  cache.prune();
  storeLosses(sql, losses.all());
}

interface OpenFiles {
  readonly sql: Sql;
  readonly checkpoint: PullCheckpoint;
  readonly lastGood: LastGood;
  readonly abort: AbortController;
}

interface Session extends OpenFiles {
  readonly client: UpstreamClient;
  readonly losses: Losses;
}

async function syncSection(
  { sql, checkpoint, client, abort, losses, lastGood }: Session,
  code: LocaleCode,
  { books = 'none', livingLists = false }: SyncOptions,
): Promise<void> {
  const locale = LOCALES[code];
  const reader = createUpstreamReader(client, locale, { abort, losses });
  const writer = createSnapshotWriter(sql, locale.section);
  const state = { cursors: createCursors(sql, locale.section), checkpoint };
  const names = await pullTagsAndKeywords(sql, reader, state, { writer, lastGood });
  await storeCapabilities(sql, client, locale);
  const hasBookList = await pullBookList(reader, state, writer, lastGood);
  const { genres } = await pullEditorial(reader, writer);
  if (!hasBookList) await pullLists(reader, writer, { genres, ...names() });
  writer.updateListVersions();
  storeOrphanTags(sql, locale.section);
  if (writer.keywordsChanged()) indexKeywords(sql, locale.section);
  await pullLivingLists(sql, reader, client, livingLists);
  await pullBookDetails(sql, reader, client, { books, livingLists });
  await pullChapterDates(sql, reader, client);
}

/** Empties the snapshot if it belongs to a different upstream or contract version. */
function clearOtherUpstream(sql: Sql, upstream: string): void {
  const stored = sql.get<{ value: string }>(`SELECT value FROM meta WHERE key = 'upstream'`);
  if (stored?.value === upstream) return;
  for (const table of ['meta', ...PAGE_TABLES, 'answers']) sql.exec(`DELETE FROM ${table}`);
  sql.run(`INSERT INTO meta VALUES ('upstream', ?)`, upstream);
}
