import { counted } from '#src/lib/text.ts';
import type { Night } from './types.ts';

const HEAD = ['started', 'brand', 'mode', 'outcome', 'code', 'seconds', 'rendered', 'kept', 'removed', 'MiB', 'calls'];
/** Number of columns with text, on the left. The other columns contain numbers. */
const WORDS = 4;

/** Formats runs as a table, with the reasons below each run. */
export function nightsText(nights: readonly Night[]): string {
  if (nights.length === 0) return 'No run is recorded yet. Start one with: npm run rebuild -- --brand ID';
  const rows = [HEAD, ...nights.map(cellsOf)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => padded(cell, column, widths))
      .join('  ')
      .trimEnd(),
  );
  return [lines[0], ...nights.flatMap((night, index) => [lines[index + 1], ...notesOf(night)])].join('\n');
}

const padded = (cell: string, column: number, widths: readonly number[]) =>
  column < WORDS ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);

const MIB = 2 ** 20;

function cellsOf({ started, brand, mode, outcome, exitCode, seconds, pages, bytes, upstream }: Night): string[] {
  return [
    `${started.slice(0, 16).replace('T', ' ')}Z`,
    brand,
    mode,
    outcome,
    exitCode === null ? '' : String(exitCode),
    seconds['total']?.toFixed(1) ?? '',
    ...(['rendered', 'kept', 'removed'] as const).map((kind) => (pages ? String(pages[kind]) : '')),
    bytes === null ? '' : (bytes / MIB).toFixed(1),
    String(upstream.calls),
  ];
}

function notesOf({ outcome, upstream, reasons }: Night): string[] {
  const troubles = upstream.retries + upstream.errors;
  return [
    ...(outcome === 'lost' ? ['it recorded no result: it was killed, or the machine went down'] : []),
    ...reasons,
    ...(troubles === 0
      ? []
      : [`upstream: ${counted(upstream.retries, 'request')} retried, ${counted(upstream.errors, 'call')} failed`]),
  ].map((note) => `    ${note.replaceAll('\n', '\n    ')}`);
}
