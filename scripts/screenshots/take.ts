import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadBrands } from '#src/brand/registry.ts';
import { getConfig } from '#src/config/config.ts';
import { untilTerminated } from '#src/lib/cli.ts';
import { EXIT } from '#src/lib/errors.ts';
import { launchChromium } from '../testing/chromium.ts';
import { type Choice, planShots, type Shot } from './plan.ts';
import { SCREENS } from './screens.ts';
import { contactSheet } from './sheet.ts';
import { type Outcome, type Studio, shoot } from './shoot.ts';
import { openDemoSite } from './site.ts';

const AT_A_TIME = 2;

/** @returns the exit code */
export async function takeScreenshots(choice: Choice & { readonly full: boolean }): Promise<number> {
  const { state, brands: folder } = getConfig(process.env);
  const brands = await loadBrands(folder);
  const shots = planShots(SCREENS, brands, choice);
  const stop = new AbortController();
  void untilTerminated().then(() => stop.abort());
  const target = join(state, 'screenshots');
  const seen = brands.filter(({ id }) => shots.some(({ brand }) => brand === id));
  await using site = await openDemoSite(join(target, 'site'), seen, stop.signal);
  const browser = await launchChromium();
  try {
    const outcomes = await shootAll({ browser, site, folder: target, full: choice.full }, shots, stop.signal);
    await writeFile(join(target, 'index.html'), contactSheet(outcomes));
    return report(outcomes, target);
  } finally {
    await browser.close();
  }
}

async function shootAll(studio: Studio, shots: readonly Shot[], stop: AbortSignal): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = shots.values();
  const work = async () => {
    for (const shot of waiting) {
      if (stop.aborted) return;
      outcomes.push(await shoot(studio, shot));
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return outcomes.toSorted((one, other) => shots.indexOf(one.shot) - shots.indexOf(other.shot));
}

function report(outcomes: readonly Outcome[], folder: string): number {
  const faults = outcomes.filter(({ fault }) => fault !== undefined);
  for (const { shot, path, fault } of faults)
    process.stderr.write(`${shot.screen.name} of ${shot.brand}, ${shot.mode}, ${shot.size} (${path}): ${fault}\n`);
  process.stdout.write(
    `${outcomes.length - faults.length} of ${outcomes.length} screens: ${join(folder, 'index.html')}\n`,
  );
  return faults.length > 0 ? EXIT.failure : EXIT.done;
}
