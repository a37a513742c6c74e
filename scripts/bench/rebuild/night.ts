import { type BenchRow, lessIsBetter, lone } from '../report.ts';
import { astroPeer } from './astro.ts';
import { type Ours, startOurs } from './ours.ts';
import { assertSame } from './same-release.ts';
import { median, say } from './say.ts';
import type { Workspace } from './workspace.ts';

/** Nights that go before: from the fourth on the tree of an older release is used again, as in every later night. */
const NIGHTS_BEFORE = 4;
/** The ratios hold from so many pages on: below, the start of the processes is most of a night. */
const LIMITS_FROM = 100_000;
const PART = 0.01;

interface NightOptions {
  readonly pages: number;
  readonly rounds: number;
}

/** Nights in which a hundredth of the pages changes, or nothing, beside the full rebuild and Astro's incremental one. */
export async function nightRows(workspace: Workspace, { pages, rounds }: NightOptions): Promise<BenchRow[]> {
  const ours = await startOurs(workspace, pages);
  try {
    say('full rebuilds');
    const fulls: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      await ours.forget();
      fulls.push((await ours.rebuild()).secondsToSwitch);
    }
    const first = await night(ours, PART);
    for (let before = 2; before <= NIGHTS_BEFORE; before += 1) await night(ours, PART);
    const astro = astroPeer(workspace, ours.state, true);
    say('first incremental build of Astro');
    await astro.build();
    const measured = await nights(ours, astro.build, rounds);
    assertSame(ours, { name: 'incremental astro', pages: astro.pages, count: measured.total });
    const least = (ratio: number) => (measured.total >= LIMITS_FROM * 0.95 ? ratio : undefined);
    const [full, changed, nothing] = [fulls, measured.changed, measured.nothing].map(median);
    return [
      lone('pages of the catalogue', measured.total, 'pages'),
      lone('pages changed in a night', measured.rendered, 'pages'),
      lessIsBetter('night-1pct/full', changed ?? 0, full ?? 0, 's', least(12)),
      lessIsBetter('night-1pct/astro-incremental', changed ?? 0, median(measured.astro), 's', least(15)),
      lessIsBetter('night-0/full', nothing ?? 0, full ?? 0, 's', least(40)),
      lessIsBetter('night-0/astro-incremental', nothing ?? 0, median(measured.astroNothing), 's'),
      lessIsBetter('night-1pct/full, the first after it', first.secondsToSwitch, full ?? 0, 's'),
      lone('night-1pct, to the end of the process', median(measured.ended), 's'),
    ];
  } finally {
    await ours.close();
  }
}

async function night(ours: Ours, part: number) {
  if (part > 0) await ours.change(part);
  return ours.rebuild();
}

async function nights(ours: Ours, build: () => Promise<{ seconds: number }>, rounds: number) {
  const figures = {
    changed: [] as number[],
    ended: [] as number[],
    nothing: [] as number[],
    astro: [] as number[],
    astroNothing: [] as number[],
  };
  let last = { rendered: 0, total: 0 };
  for (let round = 1; round <= rounds; round += 1) {
    const { seconds, secondsToSwitch, report } = await night(ours, PART);
    last = report.pages;
    figures.changed.push(secondsToSwitch);
    figures.ended.push(seconds);
    figures.astro.push(await told('astro, 1 % changed', build));
    figures.nothing.push((await night(ours, 0)).seconds);
    figures.astroNothing.push(await told('astro, nothing changed', build));
  }
  return { ...figures, ...last };
}

async function told(what: string, build: () => Promise<{ seconds: number }>): Promise<number> {
  const { seconds } = await build();
  say(`${what}: ${seconds.toFixed(1)} s`);
  return seconds;
}
