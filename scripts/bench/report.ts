import { availableParallelism, cpus } from 'node:os';

/** One of our figures, and the peer's figure, which is null if there is no peer. */
export interface BenchRow {
  readonly what: string;
  readonly ours: number;
  readonly peer: number | null;
  readonly ratio: number | null;
  readonly unit: string;
  /** Upper limit for our figure. */
  readonly limit?: number;
  /** Upper limit for the ratio of the two figures. */
  readonly most?: number;
  /** Lower limit for the ratio of the two figures or, without a peer, for our figure. */
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
  /** The single part to run; only for the rebuild bench. */
  readonly only?: string;
  /** Size of the catalogue; only for the rebuild bench. */
  readonly pages?: string;
  /** Whether to compare with Next.js too; only for the rebuild bench. */
  readonly next: boolean;
  /** Size of the catalogue; only for the search bench. */
  readonly books?: string;
  /** Database in which the catalogue is stored; only for the search bench. */
  readonly store?: string;
  /** Number of runs per page; only for the Lighthouse bench. */
  readonly runs?: string;
}

export const machine = () => `${availableParallelism()} x ${cpus()[0]?.model.trim() ?? process.arch}`;

export function row(what: string, ours: number, peer: number, unit: string, limit?: number): BenchRow {
  const figure = { what, ours: round(ours), peer: round(peer), ratio: round(ours / Math.max(peer, 0.01)), unit };
  return limit === undefined ? figure : { ...figure, limit };
}

/** A figure without a peer. */
export function rowWithoutPeer(what: string, ours: number, unit: string, limit?: number): BenchRow {
  const figure = { what, ours: round(ours), peer: null, ratio: null, unit };
  return limit === undefined ? figure : { ...figure, limit };
}

/** A figure without a peer that should be high. */
export const atLeast = (what: string, ours: number, unit: string, minimum: number): BenchRow => ({
  ...rowWithoutPeer(what, ours, unit),
  least: minimum,
});

/** A figure that should be high. The ratio says how many times better ours is. */
export const moreIsBetter = (what: string, ours: number, peer: number, unit: string, minRatio?: number): BenchRow =>
  compared({ what, ours, peer, unit, times: ours / Math.max(peer, 1e-9), least: minRatio });

/** A figure that should be low. The ratio says how many times better ours is. */
export const lessIsBetter = (what: string, ours: number, peer: number, unit: string, minRatio?: number): BenchRow =>
  compared({ what, ours, peer, unit, times: peer / Math.max(ours, 1e-9), least: minRatio });

interface Compared {
  readonly what: string;
  readonly ours: number;
  readonly peer: number;
  readonly unit: string;
  readonly times: number;
  readonly least: number | undefined;
}

function compared({ what, ours, peer, unit, times, least }: Compared): BenchRow {
  const figure = { what, ours: round(ours), peer: round(peer), ratio: round(times), unit };
  return least === undefined ? figure : { ...figure, least };
}

const round = (value: number) => Math.round(value * 100) / 100;

export const isWithinLimits = ({ ours, limit, ratio, least, most }: BenchRow) =>
  (limit === undefined || ours <= limit) &&
  (least === undefined || (ratio ?? ours) >= least) &&
  (most === undefined || (ratio ?? ours) <= most);

function limitOf(one: BenchRow): string {
  if (one.limit !== undefined) return `${isWithinLimits(one) ? 'within' : 'OVER'} ${one.limit} ${one.unit}`;
  if (one.most !== undefined) return `${isWithinLimits(one) ? 'at most' : 'OVER'} ${one.most}`;
  return one.least === undefined ? '' : `${isWithinLimits(one) ? 'at least' : 'UNDER'} ${one.least}`;
}

/** Formats the figures as a table. */
export function tableOf({ name, machine: where, rows }: Bench): string {
  const cells = rows.map((one) => [
    one.what,
    `${one.ours} ${one.unit}`,
    one.peer === null ? '' : `${one.peer} ${one.unit}`,
    one.ratio === null ? '' : `${one.ratio}`,
    limitOf(one),
  ]);
  const all = [['', 'ours', 'peer', 'ratio', 'limit'], ...cells];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0))) ?? [];
  const lines = all.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `${name} on ${where}\n${lines.join('\n')}\n`;
}
