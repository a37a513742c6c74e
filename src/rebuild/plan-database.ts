import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PublicBrand } from '#src/brand/public.ts';
import { openSql, type Sql } from '#src/lib/sqlite.ts';
import { aliasKey, type Kept, type RecordedListing, type Release } from '#src/release/index.ts';
import type { LocalizedSite } from '#src/snapshot/index.ts';
import type { PageRef } from '#src/view-models/view.ts';
import type { Job, PageAddress, PlannedListing, PlannedPage } from './plan.ts';
import { keepOthers } from './plan-others.ts';
import { type PlanSummary, REMOVED, summarize } from './plan-summary.ts';
import type { Reason } from './render-decision.ts';
import type { Selection } from './page-selection.ts';

export interface PlanCounts {
  /** Those that stay after all where their model is the same among them. */
  readonly rendered: number;
  readonly kept: number;
  readonly removed: number;
}

/** A plan in a file of its own, so that memory holds no list of all pages. */
export interface Plan extends PlanCounts, Kept {
  /** Some page goes by other names than before. */
  readonly changesNames: boolean;
  /** Nothing is rendered or removed, and no name changes. */
  readonly isUnchanged: boolean;
  /** What it would do for each kind of page, and why. */
  summary(): PlanSummary;
  jobs(): Iterable<Job>;
  aliases(): Iterable<{ identity: string; path: string }>;
  /** Listings with the versions of which their pages are. */
  listings(): Iterable<RecordedListing>;
  close(): void;
}

/** A plan of which some pages are not decided yet. */
export interface PlanDraft {
  readonly unsure: number;
  /**
   * Pages that their versions do not decide, from the last one to be rendered to the first: those that show no books of
   * their own, such as a list of all keywords, come last, and differ seldom.
   */
  undecided(): Iterable<Undecided>;
  /** Notes why the next undecided pages are rendered, or that they stay. */
  decide(pages: readonly Undecided[], reasons: readonly (Reason | undefined)[]): void;
  finish(): Plan;
  discard(): void;
}

export interface Undecided extends PageAddress {
  readonly seq: number;
  readonly nearness: number;
  /** Hash of the model that the release before was rendered from. */
  readonly recorded: string;
}

const SCHEMA = `
PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
CREATE TABLE planned (
  seq INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, reason TEXT, version TEXT NOT NULL,
  edition INTEGER NOT NULL, view INTEGER NOT NULL, kind TEXT NOT NULL, ref TEXT, nearness INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX undecided ON planned (nearness, seq) WHERE reason = 'unsure';
CREATE TABLE listings (
  path TEXT PRIMARY KEY, version TEXT NOT NULL, kind TEXT NOT NULL, pages INTEGER NOT NULL, kept INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE aliases (identity TEXT PRIMARY KEY, path TEXT NOT NULL) WITHOUT ROWID;
`;

/** Pages of the previous release by their listings, which an outdated one does not tell. */
const before = ({ isOutdated }: Release) =>
  `CREATE TEMP VIEW before AS SELECT path, ${isOutdated ? `''` : ''} listing FROM previous.pages`;

interface Planned {
  readonly pages: Iterable<PlannedPage | PlannedListing>;
  readonly editions: readonly LocalizedSite[];
  readonly previous: Release | undefined;
  /** Where only these pages are published. */
  readonly selection?: Selection | undefined;
}

/** Writes the pages down. Of two pages with one path, or one name, the first is kept. */
export function draftPlan(file: string, { pages, editions, previous, selection }: Planned): PlanDraft {
  const locales = editions.map(({ site }) => site.locale.code);
  rmSync(file, { force: true });
  const sql = openSql(file);
  const close = () => {
    sql.close();
    rmSync(file, { force: true });
  };
  try {
    sql.exec(SCHEMA);
    if (previous) {
      sql.run('ATTACH ? AS previous', join(previous.folder, 'manifest.db'));
      sql.exec(before(previous));
    }
    fill(sql, pages, editions);
    if (previous && selection) keepOthers(sql, previous, selection, locales);
    sql.exec('BEGIN');
  } catch (error) {
    close();
    throw error;
  }
  return {
    unsure: count(sql, `SELECT count(*) AS total FROM planned WHERE reason = 'unsure'`),
    undecided: () => (previous ? undecided(sql) : []),
    decide: (pages, reasons) => decide(sql, pages, reasons),
    finish() {
      sql.exec('COMMIT');
      return finish(sql, { previous, close, locales });
    },
    discard: close,
  };
}

const READ_AT_ONCE = 4096;

function* undecided(sql: Sql): Iterable<Undecided> {
  let after: Pick<Undecided, 'nearness' | 'seq'> | undefined = { nearness: Number.MAX_SAFE_INTEGER, seq: 0 };
  while (after) {
    const rows: UnsureRow[] = sql.all<UnsureRow>(UNSURE, after.nearness, after.seq, READ_AT_ONCE);
    for (const { ref, ...row } of rows) yield { ...row, ref: JSON.parse(ref) };
    after = rows.at(-1);
  }
}

type UnsureRow = { seq: number; nearness: number; recorded: string } & JobRow;
const UNSURE = `SELECT p.seq, p.nearness, p.edition, p.view, p.ref, q.inputs AS recorded
  FROM planned p CROSS JOIN previous.pages q ON q.path = p.path
  WHERE p.reason = 'unsure' AND (p.nearness, p.seq) < (?, ?) ORDER BY p.nearness DESC, p.seq DESC LIMIT ?`;

function decide(sql: Sql, pages: readonly Undecided[], reasons: readonly (Reason | undefined)[]): void {
  for (const [at, { seq }] of pages.entries())
    if (reasons[at]) sql.run('UPDATE planned SET reason = ? WHERE seq = ?', reasons[at], seq);
  const last = pages.at(-1);
  if (last) sql.run(KEPT_DOWN_TO, last.nearness, last.seq);
}

const KEPT_DOWN_TO = `UPDATE planned SET reason = NULL WHERE reason = 'unsure' AND (nearness, seq) >= (?, ?)`;

interface Finished {
  readonly previous: Release | undefined;
  readonly locales: PublicBrand['locales'];
  close(): void;
}

function finish(sql: Sql, { previous, locales, close }: Finished): Plan {
  const rendered = count(sql, 'SELECT count(*) AS total FROM planned WHERE reason IS NOT NULL');
  const kept = count(sql, KEPT);
  const removed = previous ? previous.info.pages - kept - count(sql, RENDERED_AGAIN) : 0;
  const changesNames = previous !== undefined && count(sql, RENAMED) > 0;
  return {
    rendered,
    kept,
    removed,
    changesNames,
    close,
    isUnchanged: previous !== undefined && rendered + removed === 0 && !changesNames,
    summary: () => summarize(sql, previous !== undefined, locales),
    *jobs() {
      for (const { ref, unsure, ...job } of sql.each<JobRow & { unsure: number; version: string }>(JOBS))
        yield { ...job, ref: JSON.parse(ref), unsure: unsure === 1 };
    },
    *dropped() {
      for (const { path } of sql.each<{ path: string }>(RENDERED)) yield path;
      if (removed > 0) for (const { path } of sql.each<{ path: string }>(REMOVED)) yield path;
    },
    listings: () => sql.each<RecordedListing>('SELECT path, version FROM listings ORDER BY path'),
    versions: () => sql.each<{ path: string; version: string }>(VERSIONS),
    aliases: () => sql.each<{ identity: string; path: string }>('SELECT identity, path FROM aliases ORDER BY identity'),
  };
}

function fill(sql: Sql, planned: Planned['pages'], editions: readonly LocalizedSite[]): void {
  sql.exec('BEGIN');
  for (const one of planned) {
    if ('listing' in one) insertListing(sql, one, editions[one.edition]);
    else insert(sql, one, editions[one.edition]);
  }
  sql.exec('COMMIT');
}

function insertListing(sql: Sql, { listing, version, isKept }: PlannedListing, of: LocalizedSite | undefined): void {
  const { first, pages } = listing;
  const isNew = sql.run(INSERT_LISTING, first.path, version, first.kind, pages, isKept ? 1 : 0) === 1;
  if (isKept && isNew) insertNames(sql, first, of);
}

const INSERT_LISTING = 'INSERT OR IGNORE INTO listings VALUES (?, ?, ?, ?, ?)';

type JobRow = { edition: number; view: number; ref: string };

function insert(
  sql: Sql,
  { edition, view, ref, reason, version, nearness }: PlannedPage,
  of: LocalizedSite | undefined,
): void {
  const row = [
    ref.path,
    reason ?? null,
    version,
    edition,
    view,
    ref.kind,
    reason ? JSON.stringify(ref) : null,
    nearness,
  ];
  if (sql.run(INSERT, ...row) === 1) insertNames(sql, ref, of);
}

function insertNames(sql: Sql, { identities, path }: PageRef, of: LocalizedSite | undefined): void {
  for (const identity of identities) {
    const name = of ? aliasKey(of.site.locale.code, identity) : identity;
    sql.run('INSERT OR IGNORE INTO aliases VALUES (?, ?)', name, path);
  }
}

const INSERT =
  'INSERT OR IGNORE INTO planned (path, reason, version, edition, view, kind, ref, nearness) VALUES (?, ?, ?, ?, ?, ?, ?, ?)';

const JOBS = `SELECT edition, view, ref, version, reason = 'unsure' AS unsure FROM planned WHERE reason IS NOT NULL ORDER BY nearness, seq`;

const KEPT = `SELECT (SELECT count(*) FROM planned WHERE reason IS NULL)
  + (SELECT coalesce(sum(pages), 0) FROM listings WHERE kept) AS total`;

const RENDERED = 'SELECT path FROM planned WHERE reason IS NOT NULL';

const RENDERED_AGAIN = `SELECT count(*) AS total FROM planned p JOIN previous.pages q ON q.path = p.path
  WHERE p.reason IS NOT NULL`;

const VERSIONS = `SELECT p.path, p.version FROM planned p JOIN previous.pages q ON q.path = p.path
  WHERE p.reason IS NULL AND p.version <> q.version`;

const RENAMED = `SELECT count(*) AS total FROM (
  SELECT * FROM (SELECT identity, path FROM aliases EXCEPT SELECT identity, path FROM previous.aliases)
  UNION ALL SELECT * FROM (SELECT identity, path FROM previous.aliases EXCEPT SELECT identity, path FROM aliases))`;

const count = (sql: Sql, query: string) => sql.get<{ total: number }>(query)?.total ?? 0;
