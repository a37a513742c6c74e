import { type BenchRow, lessIsBetter, lone } from '../report.ts';
import { type OurRun, startOurs } from './ours.ts';
import { say } from './say.ts';
import type { Workspace } from './workspace.ts';

const SMALLEST = 1_000;
const MILLION = 1_000_000;
const MIB_OF_MILLION = 2_048;
const SECONDS_OF_MILLION = 20 * 60;
const NIGHT_OF_MILLION = 3 * 60;
/** 1 / 1.25: a page of a million may cost so much more than one of a thousand. */
const COST = 0.8;

/** Full rebuilds of catalogues of growing size: time, pages a second, memory, cost of a page; then a small change. */
export async function curveRows(workspace: Workspace, sizes: readonly number[]): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  let costOfFirst: number | undefined;
  for (const size of sizes) {
    say(`a catalogue of ${size} pages`);
    const { full, night } = await measure(workspace, size);
    const cost = costOf(full);
    rows.push(...rowsOf(size, full, night));
    if (costOfFirst !== undefined) {
      const name = `curve/${nameOf(size)}, a page beside one of ${nameOf(sizes[0] ?? SMALLEST)}`;
      rows.push(lessIsBetter(name, cost, costOfFirst, 'ms', size >= MILLION ? COST : undefined));
    }
    costOfFirst ??= cost;
  }
  return rows;
}

/** The sizes to measure: with one given, that beside the smallest. */
export function curveSizes(pages: number | undefined, quick: boolean): number[] {
  if (pages !== undefined) return [...new Set([Math.min(SMALLEST, pages), pages])];
  return quick ? [SMALLEST, 5_000] : [SMALLEST, 10_000, 100_000, MILLION];
}

async function measure(workspace: Workspace, size: number): Promise<{ full: OurRun; night: OurRun }> {
  const ours = await startOurs(workspace, size);
  try {
    const full = await ours.rebuild();
    await ours.change(0.001);
    return { full, night: await ours.rebuild() };
  } finally {
    await ours.close();
  }
}

const totalOf = ({ reports }: OurRun) => reports[0]?.pages.total ?? 0;

/** Milliseconds of a page, sync to switch. */
const costOf = (run: OurRun) => ((run.reports[0]?.seconds.total ?? 0) * 1000) / totalOf(run);

const nameOf = (size: number) =>
  size >= MILLION ? `${size / MILLION}M` : size >= 1000 ? `${size / 1000}k` : `${size}`;

function rowsOf(size: number, full: OurRun, night: OurRun): BenchRow[] {
  const name = `curve/${nameOf(size)}`;
  const ofMillion = <T>(limit: T) => (size >= MILLION ? limit : undefined);
  const [report] = full.reports;
  return [
    lone(`${name} pages`, totalOf(full), 'pages'),
    lone(`${name} full, sync to switch`, full.seconds, 's', ofMillion(SECONDS_OF_MILLION)),
    lone(`${name} full`, totalOf(full) / full.seconds, 'pages/s'),
    lone(`${name} render stage`, totalOf(full) / (report?.seconds.render ?? 1), 'pages/s'),
    lone(`${name} most memory`, Math.max(full.peakMiB, night.peakMiB), 'MiB', ofMillion(MIB_OF_MILLION)),
    lone(`${name} 0.1 % changed, sync to switch`, night.seconds, 's', ofMillion(NIGHT_OF_MILLION)),
  ];
}
