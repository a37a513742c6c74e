import type { PublicBrand } from '#src/brand/public.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import { parsePath } from '#src/routes/parse.ts';
import type { Reason } from './render-decision.ts';

/** Pages of one kind: rendered ones that the live release lacks or has, and those that go or stay. */
export interface KindCounts {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly kept: number;
}

/** What a plan would do, and why. */
export interface PlanSummary {
  readonly byKind: Readonly<Record<string, KindCounts>>;
  /** Pages rendered for each reason that holds for some. */
  readonly byReason: Readonly<Partial<Record<Reason, number>>>;
}

const NONE: KindCounts = { added: 0, changed: 0, removed: 0, kept: 0 };

/** Counts a planned table; the previous manifest, where there is one, is read as `before`. */
export function summarize(sql: Sql, hasPrevious: boolean, locales: PublicBrand['locales']): PlanSummary {
  const byKind: Record<string, KindCounts> = {};
  const add = (kind: string, column: keyof KindCounts, pages: number) => {
    const counts = byKind[kind] ?? NONE;
    byKind[kind] = { ...counts, [column]: counts[column] + pages };
  };
  const rows = sql.all<{ kind: string; fate: keyof KindCounts; pages: number }>(hasPrevious ? FATES : FIRST_FATES);
  for (const { kind, fate, pages } of rows) add(kind, fate, pages);
  // Their views no longer name them, so that their addresses have to tell.
  for (const { path } of hasPrevious ? sql.each<{ path: string }>(REMOVED) : [])
    add(parsePath(path, locales)?.kind ?? 'other', 'removed', 1);
  return { byKind, byReason: Object.fromEntries(sql.all<ReasonRow>(BY_REASON).map((row) => [row.reason, row.pages])) };
}

type ReasonRow = { reason: Reason; pages: number };

/** Paths of the release before that the plan has not. */
export const REMOVED = `SELECT path FROM before WHERE listing NOT IN (SELECT path FROM listings WHERE kept)
  AND path NOT IN (SELECT path FROM planned)`;

const FATES = `SELECT kind, fate, sum(pages) AS pages FROM (
  SELECT kind, CASE WHEN reason IS NULL THEN 'kept' WHEN q.path IS NULL THEN 'added' ELSE 'changed' END AS fate,
    1 AS pages FROM planned p LEFT JOIN before q ON q.path = p.path
  UNION ALL SELECT kind, 'kept', pages FROM listings WHERE kept) GROUP BY kind, fate ORDER BY kind`;

const FIRST_FATES = `SELECT kind, 'added' AS fate, count(*) AS pages FROM planned GROUP BY kind ORDER BY kind`;

const BY_REASON = 'SELECT reason, count(*) AS pages FROM planned WHERE reason IS NOT NULL GROUP BY reason';
