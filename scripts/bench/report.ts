import { availableParallelism, cpus } from 'node:os';

/** One figure of ours beside the peer's; null where there is no peer. */
export interface BenchRow {
  readonly what: string;
  readonly ours: number;
  readonly peer: number | null;
  readonly ratio: number | null;
  readonly unit: string;
  /** The most that ours may be. */
  readonly limit?: number;
  /** The most that the ratio may be. */
  readonly most?: number;
  /** The least that the ratio may be; of a row without a peer, the least that ours may be. */
  readonly least?: number;
}

export interface Bench {
  readonly name: string;
  readonly machine: string;
  readonly rows: readonly BenchRow[];
}

/** Options of `npm run bench`. */
export interface BenchOptions {
  readonly quick: boolean;
  readonly json: boolean;
  /** Of the rebuild: one part alone, pages of its catalogue, Next.js as a peer. */
  readonly only?: string;
  readonly pages?: string;
  readonly next: boolean;
  /** Of the search: books of its catalogue, and which store has them. */
  readonly books?: string;
  readonly store?: string;
  /** Of Lighthouse: how many runs of each page. */
  readonly runs?: string;
}

export const machine = () => `${availableParallelism()} x ${cpus()[0]?.model.trim() ?? process.arch}`;

export function row(what: string, ours: number, peer: number, unit: string, limit?: number): BenchRow {
  const known = { what, ours: round(ours), peer: round(peer), ratio: round(ours / Math.max(peer, 0.01)), unit };
  return limit === undefined ? known : { ...known, limit };
}

/** A figure that stands alone. */
export function lone(what: string, ours: number, unit: string, limit?: number): BenchRow {
  const known = { what, ours: round(ours), peer: null, ratio: null, unit };
  return limit === undefined ? known : { ...known, limit };
}

/** A figure that stands alone, of which more is better. */
export const atLeast = (what: string, ours: number, unit: string, least: number): BenchRow => ({
  ...lone(what, ours, unit),
  least,
});

/** A figure of which more is better: the ratio says how many times better ours is. */
export const moreIsBetter = (what: string, ours: number, peer: number, unit: string, least?: number): BenchRow =>
  compared({ what, ours, peer, unit, times: ours / Math.max(peer, 1e-9), least });

/** A figure of which less is better: the ratio says how many times better ours is. */
export const lessIsBetter = (what: string, ours: number, peer: number, unit: string, least?: number): BenchRow =>
  compared({ what, ours, peer, unit, times: peer / Math.max(ours, 1e-9), least });

interface Compared {
  readonly what: string;
  readonly ours: number;
  readonly peer: number;
  readonly unit: string;
  readonly times: number;
  readonly least: number | undefined;
}

function compared({ what, ours, peer, unit, times, least }: Compared): BenchRow {
  const known = { what, ours: round(ours), peer: round(peer), ratio: round(times), unit };
  return least === undefined ? known : { ...known, least };
}

const round = (value: number) => Math.round(value * 100) / 100;

export const isKept = ({ ours, limit, ratio, least, most }: BenchRow) =>
  (limit === undefined || ours <= limit) &&
  (least === undefined || (ratio ?? ours) >= least) &&
  (most === undefined || (ratio ?? ours) <= most);

function limitOf(one: BenchRow): string {
  if (one.limit !== undefined) return `${isKept(one) ? 'within' : 'OVER'} ${one.limit} ${one.unit}`;
  if (one.most !== undefined) return `${isKept(one) ? 'at most' : 'OVER'} ${one.most}`;
  return one.least === undefined ? '' : `${isKept(one) ? 'at least' : 'UNDER'} ${one.least}`;
}

/** The figures as a table for people. */
export function tableOf({ name, machine: where, rows }: Bench): string {
  const cells = rows.map((one) => [
    one.what,
    `${one.ours} ${one.unit}`,
    one.peer === null ? '' : `${one.peer} ${one.unit}`,
    one.ratio === null ? '' : `${one.ratio}`,
    limitOf(one),
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
