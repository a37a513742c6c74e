import { join } from 'node:path';
import { problemText } from '#src/brand/check/problem.ts';
import type { Brand } from '#src/brand/registry.ts';
import { inspectBrands } from '#src/brand/registry.ts';
import type { Config } from '#src/lib/config.ts';
import { silentLog } from '#src/lib/log.ts';
import { checkNight, missedNight } from '#src/nights/index.ts';
import { checkRelease, listReleases, liveId } from '#src/release/index.ts';
import { type Answer, fine, skipped, wrong } from './finding.ts';

/** What every command refuses of the brands' folder. */
export async function lookAtBrands({
  brands: folder,
  state,
}: Pick<Config, 'brands' | 'state'>): Promise<readonly Answer[]> {
  const { brands, problems } = await inspectBrands(folder, state);
  if (problems.length === 0) return [fine(`${brands.length} brands, and nothing is wrong with their files.`)];
  return problems.map((problem) =>
    wrong(problemText(problem), 'Mend the file; npm run brand -- check says whether it is right.'),
  );
}

/** Pages of a live release that are read; of all others the size is compared. */
const SAMPLE = 200;

/** Whether a brand's live release is there and as its manifest says. */
export function lookAtRelease({ id }: Pick<Brand, 'id'>, { state }: Pick<Config, 'state'>, now = new Date()): Answer {
  const folder = join(state, id);
  const rebuild = `npm run rebuild -- --brand ${id}`;
  const live = liveId(folder);
  if (live === undefined) return wrong('There is no live release.', `Make one: ${rebuild}`);
  const { found, findings, pages, read } = checkRelease(join(folder, 'releases', live), { sample: SAMPLE });
  const [first] = findings;
  if (first)
    return wrong(
      `${live}: ${first.file} ${first.what}${found > 1 ? `, and ${found - 1} more` : ''}.`,
      `See all of it and have it made anew: npm run releases -- --brand ${id} verify; ${rebuild}`,
    );
  const { created } = listReleases(folder).find(({ release }) => release === live) ?? {};
  if (created !== undefined && Date.parse(created) > now.getTime())
    return wrong(`${live} is of the future: the clock of this machine went back.`, 'Set the clock by NTP.');
  return fine(`${live}: ${pages} pages are there, ${read} were read.`);
}

const HOUR_MS = 3_600_000;
const WITHIN_HOURS = 26;

/** Whether a brand had a good night lately. */
export function lookAtNight(
  { id, night }: Pick<Brand, 'id' | 'night'>,
  { state }: Pick<Config, 'state'>,
  now = new Date(),
): Answer {
  const since = new Date(now.getTime() - WITHIN_HOURS * HOUR_MS);
  const verdict = checkNight(state, { brand: id, since });
  if (verdict.outcome === 'good' || verdict.outcome === 'running')
    return fine(`The last night was ${verdict.outcome}, begun ${verdict.night?.started}.`);
  if (liveId(join(state, id)) === undefined) return skipped('There is no release yet.');
  if (verdict.outcome === 'missing') {
    const isDue = night === undefined || missedNight({ brand: id, ...night }, { state, log: silentLog }) !== undefined;
    if (!isDue) return fine('No night was due.');
    return wrong(
      `No run of the whole site began in the last ${WITHIN_HOURS} hours.`,
      'Look whether the timer runs (systemctl list-timers) or npm run nightly does; docs/operate/nights.md.',
    );
  }
  const reasons = verdict.night?.reasons.join(' ') ?? '';
  return wrong(
    `The last night of ${verdict.night?.started} was ${verdict.outcome}${reasons === '' ? '' : `: ${reasons}`}.`,
    `docs/operate/troubleshooting.md explains the message. Then run: npm run rebuild -- --brand ${id}`,
  );
}
