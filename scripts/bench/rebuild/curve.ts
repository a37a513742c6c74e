import { join } from 'node:path';
import { LecternError } from '#src/lib/errors.ts';
import { openSql } from '#src/lib/sqlite.ts';
import { type BenchRow, lessIsBetter, rowWithoutPeer } from '../report.ts';
import { type LecternBench, type RebuildRun, startLectern } from './lectern.ts';
import { logStep } from './measure.ts';
import { liveFolder } from './same-release.ts';
import type { Workspace } from './workspace.ts';

const SMALLEST = 1_000;
/** From this number of pages on, starting the threads takes only a small part of the rendering time. */
const BUSY = 10_000;
const MILLION = 1_000_000;
const MIB_OF_MILLION = 2_048;
const SECONDS_OF_MILLION = 20 * 60;
const NIGHT_OF_MILLION = 3 * 60;
const MODELS_OF_MILLION = 2 * 60;
const MIB_OF_MODELS = 1_536;
/** Minimum ratio of the cost per page in a small catalogue to the cost per page in a catalogue with a million pages. */
const COST = 0.8;

/**
 * Rebuilds catalogues of increasing size completely and reports time, pages per second, memory and cost per page. Then
 * measures a rebuild after a small change, and a plan that loads every model.
 */
export async function curveRows(workspace: Workspace, sizes: readonly number[]): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  const costs: PageCost[] = [];
  for (const size of sizes) {
    logStep(`a catalogue of ${size} pages`);
    const runs = await measure(workspace, size);
    const cost = costOf(size, runs.full);
    rows.push(...rowsOf(size, runs), ...costRows(cost, costs));
    costs.push(cost);
  }
  return rows;
}

/** Times per page of a catalogue with `size` pages, in ms. */
export interface PageCost {
  readonly size: number;
  /** Time from the start of the sync to the switch to the new release. */
  readonly whole: number;
  readonly render: number;
}

/**
 * Compares the cost per page with that in a smaller catalogue. With a thousand pages, starting the threads is such a
 * large part of the cost that it hides growth. Rendering is therefore compared with the first catalogue in `smaller`
 * that has enough pages.
 */
export function costRows({ size, whole, render }: PageCost, smaller: readonly PageCost[]): BenchRow[] {
  const [first] = smaller;
  if (!first) return [];
  const busy = smaller.find((one) => one.size >= BUSY) ?? first;
  const minRatio = size >= MILLION ? COST : undefined;
  const name = `curve/${nameOf(size)}`;
  return [
    lessIsBetter(`${name}, cost per page vs ${nameOf(first.size)}`, whole, first.whole, 'ms', minRatio),
    lessIsBetter(`${name} render stage, cost per page vs ${nameOf(busy.size)}`, render, busy.render, 'ms', minRatio),
  ];
}

/** Returns the sizes of catalogues to measure. If a size is given, it is compared with the smallest one. */
export function curveSizes(pages: number | undefined, quick: boolean): number[] {
  if (pages !== undefined) return [...new Set([Math.min(SMALLEST, pages), pages])];
  return quick ? [SMALLEST, 5_000] : [SMALLEST, 10_000, 100_000, MILLION];
}

interface Runs {
  readonly full: RebuildRun;
  readonly night: RebuildRun;
  /** A dry run that loads the model of every page. */
  readonly models: RebuildRun;
}

async function measure(workspace: Workspace, size: number): Promise<Runs> {
  const lectern = await startLectern(workspace, size);
  try {
    const full = await lectern.rebuild();
    await lectern.change(0.001);
    return { full, night: await lectern.rebuild(), models: await planFromNothing(lectern) };
  } finally {
    await lectern.close();
  }
}

/**
 * Removes all recorded versions from the release and plans again, so that only the hashes of models decide which pages
 * are rendered.
 */
async function planFromNothing(lectern: LecternBench): Promise<RebuildRun> {
  const sql = openSql(join(liveFolder(lectern), 'manifest.db'));
  sql.exec(`UPDATE pages SET version = ''; UPDATE listings SET version = '';`);
  sql.close();
  const run = await lectern.rebuild(['--dry-run']);
  const { rendered, removed } = run.report.pages;
  if (rendered + removed > 0)
    throw new LecternError('BENCH', `${rendered} models changed although the content did not.`);
  return run;
}

const totalOf = ({ reports }: RebuildRun) => reports[0]?.pages.total ?? 0;

function costOf(size: number, run: RebuildRun): PageCost {
  const { total = 0, render = 0 } = run.reports[0]?.seconds ?? {};
  const ofPage = (seconds: number) => (seconds * 1000) / totalOf(run);
  return { size, whole: ofPage(total), render: ofPage(render) };
}

const nameOf = (size: number) =>
  size >= MILLION ? `${size / MILLION}M` : size >= 1000 ? `${size / 1000}k` : `${size}`;

function rowsOf(size: number, { full, night, models }: Runs): BenchRow[] {
  const name = `curve/${nameOf(size)}`;
  const ofMillion = <T>(limit: T) => (size >= MILLION ? limit : undefined);
  const [report] = full.reports;
  return [
    rowWithoutPeer(`${name} pages`, totalOf(full), 'pages'),
    rowWithoutPeer(`${name} full, sync to switch`, full.seconds, 's', ofMillion(SECONDS_OF_MILLION)),
    rowWithoutPeer(`${name} full`, totalOf(full) / full.seconds, 'pages/s'),
    rowWithoutPeer(`${name} render stage`, totalOf(full) / (report?.seconds.render ?? 1), 'pages/s'),
    rowWithoutPeer(`${name} peak memory`, Math.max(full.peakMiB, night.peakMiB), 'MiB', ofMillion(MIB_OF_MILLION)),
    rowWithoutPeer(`${name} 0.1 % changed, sync to switch`, night.seconds, 's', ofMillion(NIGHT_OF_MILLION)),
    rowWithoutPeer(`${name} plan with every model loaded`, models.seconds, 's', ofMillion(MODELS_OF_MILLION)),
    rowWithoutPeer(
      `${name} plan with every model loaded, peak memory`,
      models.peakMiB,
      'MiB',
      ofMillion(MIB_OF_MODELS),
    ),
  ];
}
