import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PublicBrand } from '#src/brand/public-brand.ts';
import { openSql, type Sql } from '#src/lib/sqlite.ts';
import { aliasKey, type RecordedListing, type Release, type UnchangedPages } from '#src/publish/release/index.ts';
import type { LocalizedSite } from '#src/publish/snapshot/index.ts';
import { foldedAlias } from '#src/routes/aliases.ts';
import type { PageRef } from '#src/shell/page/view.ts';
import { keepUnselectedPages, type PageSelection } from './page-selection.ts';
import type { PageAddress, PlannedListing, PlannedPage, PreviousPage, RenderJob } from './plan.ts';
import {
  explainPage,
  namePages,
  type PageChanges,
  type PageFate,
  type PlanSummary,
  REMOVED,
  summarize,
} from './plan-summary.ts';
import type { Reason } from './render-decision.ts';

export interface PlanCounts {
  /** Number of pages to render, including undecided pages, which may turn out to be unchanged. */
  readonly rendered: number;
  readonly kept: number;
  readonly removed: number;
}

/** A plan in its own SQLite file, so that the list of all pages is not held in memory. */
export interface Plan extends PlanCounts, UnchangedPages {
  /** Whether any page's aliases differ from those in the previous release. */
  readonly changesAliases: boolean;
  /** True if no page is rendered or removed and no alias changes. */
  readonly isUnchanged: boolean;
  /** Counts what happens to the pages of each kind, and why. */
  summary(): PlanSummary;
  /**
   * Returns what happens to one page, and why.
   * @param path canonical, percent-encoded
   */
  explain(path: string): PageFate;
  /** Lists the pages that the plan adds, renders again or removes. */
  pageChanges(): PageChanges;
  jobs(): Iterable<RenderJob>;
  aliases(): Iterable<{ identity: string; path: string }>;
  /** Yields listings with the version shared by all their pages. */
  listings(): Iterable<RecordedListing>;
  /** Closes the plan and moves its file to `file`, so that `openKeptPlan` can open it. */
  keepAs(file: string): void;
  close(): void;
}

/** A plan in which some pages are still undecided. */
export interface PlanDraft {
  readonly undecidedCount: number;
  /**
   * Yields the pages that cannot be decided by their version, in reverse rendering order, so that a change is found
   * early. Pages without books, such as the list of all keywords, rarely change and come last.
   */
  undecided(): Iterable<UndecidedPage>;
  /** Records the reason for rendering each of these pages. A page with the reason undefined is kept. */
  decide(pages: readonly UndecidedPage[], reasons: readonly (Reason | undefined)[]): void;
  finish(): Plan;
  discard(): void;
}

export interface UndecidedPage extends PageAddress {
  readonly seq: number;
  readonly renderOrder: number;
  /** The page as recorded by the previous release. */
  readonly previous: PreviousPage;
}

/** The tables of a plan. */
export const PLAN_SCHEMA = `
PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
CREATE TABLE planned (
  seq INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, reason TEXT, version TEXT NOT NULL,
  site INTEGER NOT NULL, view INTEGER NOT NULL, kind TEXT NOT NULL, ref TEXT, render_order INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX undecided ON planned (render_order, seq) WHERE reason = 'undecided';
CREATE TABLE listings (
  path TEXT PRIMARY KEY, version TEXT NOT NULL, kind TEXT NOT NULL, pages INTEGER NOT NULL, unchanged INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE aliases (identity TEXT PRIMARY KEY, path TEXT NOT NULL) WITHOUT ROWID;
`;

/** Selects the pages of the previous release with their listings. In an outdated manifest, pages have no listings. */
export const previousPages = ({ isOutdated }: Pick<Release, 'isOutdated'>): string =>
  `CREATE TEMP VIEW previous_pages AS SELECT path, ${isOutdated ? `''` : ''} listing FROM previous.pages`;

interface PlanInput {
  readonly pages: Iterable<PlannedPage | PlannedListing>;
  readonly sites: readonly LocalizedSite[];
  readonly previous: Release | undefined;
  /** The pages to publish; undefined for all pages. */
  readonly selection?: PageSelection | undefined;
}

/** Writes the pages to `file`. If two pages have the same path or alias, the first one wins. */
export function draftPlan(file: string, { pages, sites, previous, selection }: PlanInput): PlanDraft {
  const locales = sites.map(({ site }) => site.locale.code);
  rmSync(file, { force: true });
  const sql = openSql(file);
  const close = closerOf(sql, file);
  try {
    sql.exec(PLAN_SCHEMA);
    attachPrevious(sql, previous);
    insertAll(sql, pages, sites);
    if (previous && selection) keepUnselectedPages(sql, previous, selection, locales);
    sql.exec('BEGIN');
  } catch (error) {
    close();
    throw error;
  }
  return {
    undecidedCount: count(sql, `SELECT count(*) AS total FROM planned WHERE reason = 'undecided'`),
    undecided: () => (previous ? undecidedPages(sql) : []),
    decide: (decided, reasons) => recordReasons(sql, decided, reasons),
    finish() {
      sql.exec('COMMIT');
      return finishPlan(sql, { previous, close, locales });
    },
    discard: () => close(),
  };
}

/** Opens a stored plan together with the release that it was based on. `close` deletes its file. */
export function openKeptPlan(file: string, { previous, sites }: Pick<PlanInput, 'previous' | 'sites'>): Plan {
  const sql = openSql(file);
  attachPrevious(sql, previous);
  return finishPlan(sql, { previous, locales: sites.map(({ site }) => site.locale.code), close: closerOf(sql, file) });
}

/** @returns a function that closes the file and then deletes or renames it; further calls do nothing */
function closerOf(sql: Sql, file: string) {
  let isOpen = true;
  return (target?: string) => {
    if (isOpen) sql.close();
    if (isOpen && target !== undefined) renameSync(file, target);
    else if (isOpen) rmSync(file, { force: true });
    isOpen = false;
  };
}

function attachPrevious(sql: Sql, previous: Release | undefined): void {
  if (!previous) return;
  sql.run('ATTACH ? AS previous', join(previous.folder, 'manifest.db'));
  sql.exec(previousPages(previous));
}

const READ_AT_ONCE = 4096;

function* undecidedPages(sql: Sql): Iterable<UndecidedPage> {
  let last: Pick<UndecidedPage, 'renderOrder' | 'seq'> | undefined = { renderOrder: Number.MAX_SAFE_INTEGER, seq: 0 };
  while (last) {
    const rows: UndecidedRow[] = sql.all<UndecidedRow>(UNDECIDED, last.renderOrder, last.seq, READ_AT_ONCE);
    for (const { seq, renderOrder, inputs, version, ...address } of rows)
      yield { seq, renderOrder, ...addressOf(address), previous: { inputs, version } };
    last = rows.at(-1);
  }
}

type UndecidedRow = { seq: number; renderOrder: number; inputs: string; version: string } & AddressRow;
const UNDECIDED = `SELECT p.seq, p.render_order AS renderOrder, p.site, p.view, p.ref, q.inputs, q.version
  FROM planned p CROSS JOIN previous.pages q ON q.path = p.path
  WHERE p.reason = 'undecided' AND (p.render_order, p.seq) < (?, ?)
  ORDER BY p.render_order DESC, p.seq DESC LIMIT ?`;

function recordReasons(sql: Sql, pages: readonly UndecidedPage[], reasons: readonly (Reason | undefined)[]): void {
  for (const [index, { seq }] of pages.entries())
    if (reasons[index]) sql.run('UPDATE planned SET reason = ? WHERE seq = ?', reasons[index], seq);
  const last = pages.at(-1);
  if (last) sql.run(KEEP_DOWN_TO, last.renderOrder, last.seq);
}

const KEEP_DOWN_TO = `UPDATE planned SET reason = NULL WHERE reason = 'undecided' AND (render_order, seq) >= (?, ?)`;

interface FinishOptions {
  readonly previous: Release | undefined;
  readonly locales: PublicBrand['locales'];
  close(target?: string): void;
}

function finishPlan(sql: Sql, { previous, locales, close }: FinishOptions): Plan {
  const rendered = count(sql, 'SELECT count(*) AS total FROM planned WHERE reason IS NOT NULL');
  const keptCount = count(sql, KEPT);
  const removed = previous ? previous.info.pages - keptCount - count(sql, RENDERED_AGAIN) : 0;
  const changesAliases = previous !== undefined && count(sql, CHANGED_ALIASES) > 0;
  return {
    rendered,
    kept: keptCount,
    removed,
    changesAliases,
    close: () => close(),
    keepAs: close,
    isUnchanged: previous !== undefined && rendered + removed === 0 && !changesAliases,
    summary: () => summarize(sql, previous !== undefined, locales),
    explain: (path) => explainPage(sql, previous !== undefined, path),
    pageChanges: () => namePages(sql, previous !== undefined),
    jobs: () => jobsOf(sql),
    *droppedPaths() {
      for (const { path } of sql.each<{ path: string }>(RENDERED)) yield path;
      if (removed > 0) for (const { path } of sql.each<{ path: string }>(REMOVED)) yield path;
    },
    listings: () => sql.each<RecordedListing>('SELECT path, version FROM listings ORDER BY path'),
    newVersions: () => sql.each<{ path: string; version: string }>(NEW_VERSIONS),
    aliases: () => sql.each<{ identity: string; path: string }>('SELECT identity, path FROM aliases ORDER BY identity'),
  };
}

/** Yields the pages that a plan renders, in rendering order. */
export function* jobsOf(sql: Sql): Iterable<RenderJob> {
  for (const { version, undecided, ...address } of sql.each<JobRow>(JOBS))
    yield { ...addressOf(address), version, isUndecided: undecided === 1 };
}

function insertAll(sql: Sql, pages: PlanInput['pages'], sites: readonly LocalizedSite[]): void {
  sql.exec('BEGIN');
  for (const entry of pages) {
    if ('listing' in entry) insertListing(sql, entry, sites[entry.siteIndex]);
    else insertPage(sql, entry, sites[entry.siteIndex]);
  }
  sql.exec('COMMIT');
}

function insertListing(sql: Sql, planned: PlannedListing, site: LocalizedSite | undefined): void {
  const { listing, version, isUnchanged } = planned;
  const { first, pages } = listing;
  const isNew = sql.run(INSERT_LISTING, first.path, version, first.kind, pages, isUnchanged ? 1 : 0) === 1;
  if (isUnchanged && isNew) insertAliases(sql, first, site);
}

const INSERT_LISTING = 'INSERT OR IGNORE INTO listings VALUES (?, ?, ?, ?, ?)';

type AddressRow = { site: number; view: number; ref: string };
type JobRow = AddressRow & { version: string; undecided: number };

const addressOf = ({ site, view, ref }: AddressRow): PageAddress => ({
  siteIndex: site,
  viewIndex: view,
  ref: JSON.parse(ref),
});

function insertPage(sql: Sql, planned: PlannedPage, site: LocalizedSite | undefined): void {
  const { siteIndex, viewIndex, ref, reason, version, renderOrder } = planned;
  const json = reason ? JSON.stringify(ref) : null;
  const isNew =
    sql.run(INSERT_PAGE, ref.path, reason ?? null, version, siteIndex, viewIndex, ref.kind, json, renderOrder) === 1;
  if (isNew) insertAliases(sql, ref, site);
}

const INSERT_PAGE = `INSERT OR IGNORE INTO planned (path, reason, version, site, view, kind, ref, render_order)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;

function insertAliases(sql: Sql, { aliases, path }: PageRef, localized: LocalizedSite | undefined): void {
  const folded = aliases.map(foldedAlias).filter((identity) => identity !== undefined);
  for (const identity of [...aliases, ...folded]) {
    const alias = localized ? aliasKey(localized.site.locale.code, identity) : identity;
    sql.run('INSERT OR IGNORE INTO aliases VALUES (?, ?)', alias, path);
  }
}

const JOBS = `SELECT site, view, ref, version, reason = 'undecided' AS undecided
  FROM planned WHERE reason IS NOT NULL ORDER BY render_order, seq`;

const KEPT = `SELECT (SELECT count(*) FROM planned WHERE reason IS NULL)
  + (SELECT coalesce(sum(pages), 0) FROM listings WHERE unchanged) AS total`;

const RENDERED = 'SELECT path FROM planned WHERE reason IS NOT NULL';

const RENDERED_AGAIN = `SELECT count(*) AS total FROM planned p JOIN previous.pages q ON q.path = p.path
  WHERE p.reason IS NOT NULL`;

const NEW_VERSIONS = `SELECT p.path, p.version FROM planned p JOIN previous.pages q ON q.path = p.path
  WHERE p.reason IS NULL AND p.version <> q.version`;

const CHANGED_ALIASES = `SELECT count(*) AS total FROM (
  SELECT * FROM (SELECT identity, path FROM aliases EXCEPT SELECT identity, path FROM previous.aliases)
  UNION ALL SELECT * FROM (SELECT identity, path FROM previous.aliases EXCEPT SELECT identity, path FROM aliases))`;

const count = (sql: Sql, query: string) => sql.get<{ total: number }>(query)?.total ?? 0;
