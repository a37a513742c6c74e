import type { KindCounts, PlanSummary } from './plan-summary.ts';
import { REASON_TEXT, REASONS } from './render-decision.ts';

const COLUMNS = ['added', 'changed', 'removed', 'kept'] as const;

/** A plan as an aligned table, a line for each kind of page, and below it why pages are rendered. */
export function summaryText({ byKind, byReason }: PlanSummary): string {
  const kinds = Object.entries(byKind).sort(([one], [other]) => (one < other ? -1 : 1));
  const all = Object.fromEntries(COLUMNS.map((column) => [column, sum(kinds, column)]));
  const rows = [
    ['kind of page', ...COLUMNS],
    ...kinds.map(([kind, counts]) => [kind, ...COLUMNS.map((column) => String(counts[column]))]),
    ['all', ...COLUMNS.map((column) => String(all[column]))],
  ];
  return [...aligned(rows), ...why(byReason)].map((line) => `  ${line}`).join('\n');
}

const sum = (kinds: readonly [string, KindCounts][], column: keyof KindCounts) =>
  kinds.reduce((total, [, counts]) => total + counts[column], 0);

/** The first column to the left, numbers to the right. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(width(column)) : cell.padStart(width(column)))).join('  '),
  );
}

function why(byReason: PlanSummary['byReason']): string[] {
  const given = REASONS.flatMap((reason, place) => {
    const pages = byReason[reason];
    return pages === undefined ? [] : [[String(pages), `${place + 1}. ${REASON_TEXT[reason]}`]];
  });
  const width = Math.max(0, ...given.map(([pages = '']) => pages.length));
  return given.map(
    ([pages = '', text], place) => `${place === 0 ? 'why ' : '    '}  ${pages.padStart(width)}  ${text}`,
  );
}
