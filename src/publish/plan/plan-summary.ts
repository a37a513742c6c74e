import type { PublicBrand } from '#src/brand/public-brand.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import { parsePath } from '#src/routes/parse.ts';
import { REASON_TEXT, REASONS, type Reason } from './render-decision.ts';

/** Page counts for one kind of page. Added and changed pages are rendered. */
export interface KindCounts {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly kept: number;
}

/** What a plan does, and why. */
export interface PlanSummary {
  readonly byKind: Readonly<Record<string, KindCounts>>;
  /** Number of pages rendered for each reason that occurs. */
  readonly byReason: Readonly<Partial<Record<Reason, number>>>;
}

/** What a plan does with one page, and why. */
export interface PageFate {
  /** Canonical path, percent-encoded. */
  readonly path: string;
  /** `none`: neither the plan nor the previous release has the page. */
  readonly outcome: keyof KindCounts | 'none';
  /** Why the page is rendered; undefined if it is not. */
  readonly reason?: Reason;
}

/** Canonical, percent-encoded paths of pages, sorted. */
export interface PageChanges {
  readonly added: readonly string[];
  /** Pages of the live release that will be rendered again. */
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** Lists the pages that the plan adds, renders again or removes (reads the table `planned`). */
export function namePages(sql: Sql, hasPrevious: boolean): PageChanges {
  const paths = (query: string) => sql.all<{ path: string }>(`${query} ORDER BY path`).map(({ path }) => path);
  const rendered = 'SELECT path FROM planned WHERE reason IS NOT NULL';
  if (!hasPrevious) return { added: paths(rendered), changed: [], removed: [] };
  return {
    added: paths(`${rendered} AND path NOT IN (SELECT path FROM previous_pages)`),
    changed: paths(`${rendered} AND path IN (SELECT path FROM previous_pages)`),
    removed: paths(REMOVED),
  };
}

/**
 * Returns what the plan does with one page, and why (reads the table `planned`).
 * @param path canonical, percent-encoded
 */
export function explainPage(sql: Sql, hasPrevious: boolean, path: string): PageFate {
  const planned = sql.get<{ reason: Reason | null }>('SELECT reason FROM planned WHERE path = ?', path);
  const previous = hasPrevious ? sql.get<{ isKept: number }>(PREVIOUS_PAGE, path) : undefined;
  if (planned?.reason) return { path, outcome: previous ? 'changed' : 'added', reason: planned.reason };
  if (planned || previous?.isKept) return { path, outcome: 'kept' };
  return { path, outcome: previous ? 'removed' : 'none' };
}

const PREVIOUS_PAGE = `SELECT listing IN (SELECT path FROM listings WHERE unchanged) AS isKept
  FROM previous_pages WHERE path = ?`;

const FATE_TEXT: Readonly<Record<Exclude<PageFate['outcome'], 'added' | 'changed'>, string>> = {
  kept: 'kept: neither what it shows nor its code changed since it was rendered',
  removed: 'removed: the content no longer contains it',
  none: 'not prerendered: it is rendered on request, redirected, or does not exist',
};

/** Formats the outcome as one line. */
export function fateText({ path, outcome, reason }: PageFate): string {
  if (outcome === 'added' || outcome === 'changed')
    return `${path} is rendered${reason ? `: ${REASON_TEXT[reason]}` : ''}`;
  return `${path} is ${FATE_TEXT[outcome]}`;
}

const NONE: KindCounts = { added: 0, changed: 0, removed: 0, kept: 0 };

/**
 * Counts the pages of a plan (reads the table `planned`; see plan-database.ts). If there is a previous release, its
 * pages are in the view `previous_pages`.
 */
export function summarize(sql: Sql, hasPrevious: boolean, locales: PublicBrand['locales']): PlanSummary {
  const byKind: Record<string, KindCounts> = {};
  const add = (kind: string, column: keyof KindCounts, pages: number) => {
    const counts = byKind[kind] ?? NONE;
    byKind[kind] = { ...counts, [column]: counts[column] + pages };
  };
  const rows = sql.all<{ kind: string; outcome: keyof KindCounts; pages: number }>(
    hasPrevious ? OUTCOMES : FIRST_OUTCOMES,
  );
  for (const { kind, outcome, pages } of rows) add(kind, outcome, pages);
  // The kind of a removed page is derived from its path, because no view lists the page any more.
  for (const { path } of hasPrevious ? sql.each<{ path: string }>(REMOVED) : [])
    add(parsePath(path, locales)?.kind ?? 'other', 'removed', 1);
  return { byKind, byReason: Object.fromEntries(sql.all<ReasonRow>(BY_REASON).map((row) => [row.reason, row.pages])) };
}

/** The page counts of each kind. */
export const plannedKinds = ({ byKind }: PlanSummary) =>
  Object.fromEntries(
    Object.entries(byKind).map(([kind, { added, changed, kept, removed }]) => [
      kind,
      { rendered: added + changed, kept, removed },
    ]),
  );

type ReasonRow = { reason: Reason; pages: number };

/** Query for the paths that are in the previous release but not in the plan. */
export const REMOVED = `SELECT path FROM previous_pages WHERE listing NOT IN (SELECT path FROM listings WHERE unchanged)
  AND path NOT IN (SELECT path FROM planned)`;

const OUTCOMES = `SELECT kind, outcome, sum(pages) AS pages FROM (
  SELECT kind, CASE WHEN reason IS NULL THEN 'kept' WHEN q.path IS NULL THEN 'added' ELSE 'changed' END AS outcome,
    1 AS pages FROM planned p LEFT JOIN previous_pages q ON q.path = p.path
  UNION ALL SELECT kind, 'kept', pages FROM listings WHERE unchanged) GROUP BY kind, outcome ORDER BY kind`;

const FIRST_OUTCOMES = `SELECT kind, 'added' AS outcome, count(*) AS pages FROM planned GROUP BY kind ORDER BY kind`;

const BY_REASON = 'SELECT reason, count(*) AS pages FROM planned WHERE reason IS NOT NULL GROUP BY reason';

const COLUMNS = ['added', 'changed', 'removed', 'kept'] as const;

/** Formats the plan as a table with a row per kind of page, followed by the reasons for rendering. */
export function summaryText({ byKind, byReason }: PlanSummary): string {
  const kinds = Object.entries(byKind).sort(([a], [b]) => (a < b ? -1 : 1));
  const all = Object.fromEntries(COLUMNS.map((column) => [column, sum(kinds, column)]));
  const rows = [
    ['kind of page', ...COLUMNS],
    ...kinds.map(([kind, counts]) => [kind, ...COLUMNS.map((column) => String(counts[column]))]),
    ['all', ...COLUMNS.map((column) => String(all[column]))],
  ];
  return [...aligned(rows), ...reasonLines(byReason)].map((line) => `  ${line}`).join('\n');
}

const sum = (kinds: readonly [string, KindCounts][], column: keyof KindCounts) =>
  kinds.reduce((total, [, counts]) => total + counts[column], 0);

/** Pads cells to columns: the first is left-aligned, numbers are right-aligned. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(width(column)) : cell.padStart(width(column)))).join('  '),
  );
}

function reasonLines(byReason: PlanSummary['byReason']): string[] {
  const rows = REASONS.flatMap((reason, index) => {
    const pages = byReason[reason];
    return pages === undefined ? [] : [{ pages: String(pages), text: `${index + 1}. ${REASON_TEXT[reason]}` }];
  });
  const width = Math.max(0, ...rows.map(({ pages }) => pages.length));
  return rows.map(({ pages, text }, index) => `${index === 0 ? 'why ' : '    '}  ${pages.padStart(width)}  ${text}`);
}
