import { availableParallelism, cpus } from 'node:os';

/** One figure of ours beside the peer's. */
export interface BenchRow {
  readonly what: string;
  readonly ours: number;
  readonly peer: number;
  readonly ratio: number;
  readonly unit: string;
  /** The most that ours may be. */
  readonly limit?: number;
}

export interface Bench {
  readonly name: string;
  readonly machine: string;
  readonly rows: readonly BenchRow[];
}

export const machine = () => `${availableParallelism()} x ${cpus()[0]?.model.trim() ?? process.arch}`;

export function row(what: string, ours: number, peer: number, unit: string, limit?: number): BenchRow {
  const known = { what, ours: round(ours), peer: round(peer), ratio: round(ours / Math.max(peer, 0.01)), unit };
  return limit === undefined ? known : { ...known, limit };
}

const round = (value: number) => Math.round(value * 100) / 100;

export const isKept = ({ ours, limit }: BenchRow) => limit === undefined || ours <= limit;

/** The figures as a table for people. */
export function tableOf({ name, machine: where, rows }: Bench): string {
  const cells = rows.map((one) => [
    one.what,
    `${one.ours} ${one.unit}`,
    `${one.peer} ${one.unit}`,
    `${one.ratio}`,
    one.limit === undefined ? '' : `${isKept(one) ? 'within' : 'OVER'} ${one.limit} ${one.unit}`,
  ]);
  const all = [['', 'ours', 'peer', 'ratio', 'limit'], ...cells];
  const widths = all[0]?.map((_none, column) => Math.max(...all.map((line) => line[column]?.length ?? 0))) ?? [];
  const lines = all.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `${name} on ${where}\n${lines.join('\n')}\n`;
}
