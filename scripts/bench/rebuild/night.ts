import { type BenchRow, lessIsBetter, rowWithoutPeer } from '../report.ts';
import { astroPeer } from './astro.ts';
import { type LecternBench, startLectern } from './lectern.ts';
import { logStep, median } from './measure.ts';
import { assertSamePages } from './same-release.ts';
import type { Workspace } from './workspace.ts';

/**
 * Number of rebuilds before the measured ones. From the fourth one on, a rebuild recycles the files of an older
 * release.
 */
const NIGHTS_BEFORE = 4;
/** Minimum number of pages for which the limits for nightly rebuilds apply. Below it, process start-up dominates. */
const LIMITS_FROM = 100_000;
const PART = 0.01;

interface NightOptions {
  readonly pages: number;
  readonly rounds: number;
}

/**
 * Compares nightly rebuilds (without changes, and with 1 % of the pages changed) to a full rebuild and to Astro's
 * incremental build.
 */
export async function nightRows(workspace: Workspace, { pages, rounds }: NightOptions): Promise<BenchRow[]> {
  const lectern = await startLectern(workspace, pages);
  try {
    logStep('full rebuilds');
    const fulls: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      await lectern.reset();
      fulls.push((await lectern.rebuild()).secondsToSwitch);
    }
    const first = await night(lectern, PART);
    for (let before = 2; before <= NIGHTS_BEFORE; before += 1) await night(lectern, PART);
    const astro = astroPeer(workspace, lectern.state, true);
    logStep('first incremental build of Astro');
    await astro.build();
    const measured = await nights(lectern, astro.build, rounds);
    assertSamePages(lectern, { name: 'incremental astro', pages: astro.pages, count: measured.total });
    const minRatio = (ratio: number) => (measured.total >= LIMITS_FROM * 0.95 ? ratio : undefined);
    const [full, changed, nothing] = [fulls, measured.changed, measured.nothing].map(median);
    return [
      rowWithoutPeer('pages in the catalogue', measured.total, 'pages'),
      rowWithoutPeer('pages changed in a night', measured.rendered, 'pages'),
      lessIsBetter('night-1pct/full', changed ?? 0, full ?? 0, 's', minRatio(12)),
      lessIsBetter('night-1pct/astro-incremental', changed ?? 0, median(measured.astro), 's', minRatio(15)),
      lessIsBetter('night-0/full', nothing ?? 0, full ?? 0, 's', minRatio(40)),
      lessIsBetter('night-0/astro-incremental', nothing ?? 0, median(measured.astroNothing), 's'),
      lessIsBetter('night-1pct/full, first night after a full rebuild', first.secondsToSwitch, full ?? 0, 's'),
      rowWithoutPeer('night-1pct, to the end of the process', median(measured.ended), 's'),
    ];
  } finally {
    await lectern.close();
  }
}

async function night(lectern: LecternBench, part: number) {
  if (part > 0) await lectern.change(part);
  return lectern.rebuild();
}

async function nights(lectern: LecternBench, build: () => Promise<{ seconds: number }>, rounds: number) {
  const figures = {
    changed: [] as number[],
    ended: [] as number[],
    nothing: [] as number[],
    astro: [] as number[],
    astroNothing: [] as number[],
  };
  let last = { rendered: 0, total: 0 };
  for (let round = 1; round <= rounds; round += 1) {
    const { seconds, secondsToSwitch, report } = await night(lectern, PART);
    last = report.pages;
    figures.changed.push(secondsToSwitch);
    figures.ended.push(seconds);
    figures.astro.push(await timeBuild('astro, 1 % changed', build));
    figures.nothing.push((await night(lectern, 0)).seconds);
    figures.astroNothing.push(await timeBuild('astro, nothing changed', build));
  }
  return { ...figures, ...last };
}

async function timeBuild(what: string, build: () => Promise<{ seconds: number }>): Promise<number> {
  const { seconds } = await build();
  logStep(`${what}: ${seconds.toFixed(1)} s`);
  return seconds;
}
