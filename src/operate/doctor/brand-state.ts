import { join } from 'node:path';
import { problemText } from '#src/brand/check/problem.ts';
import type { Brand } from '#src/brand/registry.ts';
import { inspectBrands } from '#src/brand/registry.ts';
import type { Config } from '#src/config/config.ts';
import { silentLog } from '#src/lib/log.ts';
import { counted } from '#src/lib/text.ts';
import { checkNight, missedNight } from '#src/publish/nights/index.ts';
import {
  checkRelease,
  hasPageFiles,
  isRecompressed,
  listReleases,
  liveId,
  readRecompression,
} from '#src/publish/release/index.ts';
import { type Answer, fine, skipped, wrong } from './finding.ts';

/** Reports problems with the brands' folder that make every command fail. */
export async function lookAtBrands({
  brands: folder,
  state,
}: Pick<Config, 'brands' | 'state'>): Promise<readonly Answer[]> {
  const { brands, problems } = await inspectBrands(folder, state);
  if (problems.length === 0) return [fine(`${counted(brands.length, 'brand')}, no problems in their files.`)];
  return problems.map((problem) =>
    wrong(problemText(problem), 'Fix the file, then check it with: npm run brand -- check'),
  );
}

/** Number of pages of a live release whose content is read. For all others, only the size is compared. */
const SAMPLE = 200;

/** Checks that a brand has a live release that matches its manifest. */
export function lookAtRelease({ id }: Pick<Brand, 'id'>, { state }: Pick<Config, 'state'>, now = new Date()): Answer {
  const folder = join(state, id);
  const rebuild = `npm run rebuild -- --brand ${id}`;
  const live = liveId(folder);
  if (live === undefined) return wrong('There is no live release.', `Create one: ${rebuild}`);
  const { found, findings, pages, read } = checkRelease(join(folder, 'releases', live), { sample: SAMPLE });
  const [first] = findings;
  if (first)
    return wrong(
      `${live}: ${first.file} ${first.what}${found > 1 ? `, and ${found - 1} more` : ''}.`,
      `List the damage, then rebuild it: npm run releases -- --brand ${id} verify; ${rebuild}`,
    );
  const { created } = listReleases(folder).find(({ release }) => release === live) ?? {};
  if (created !== undefined && Date.parse(created) > now.getTime())
    return wrong(
      `${live} has a date in the future: this machine's clock was set back.`,
      'Synchronize the clock with NTP.',
    );
  return fine(`${live}: ${counted(pages, 'page')} exist, ${read} were read.`);
}

const HOUR_MS = 3_600_000;
/** How long a release may be live without any progress before its compression counts as stopped. */
const COMPRESSION_HOURS = 48;

/** Reports how far the pages of a brand's live release are compressed again (docs/operate/compression.md). */
export function lookAtCompression(
  { id }: Pick<Brand, 'id'>,
  { state, compressesWhenIdle }: Pick<Config, 'state' | 'compressesWhenIdle'>,
  now = new Date(),
): Answer {
  const folder = join(state, id);
  const live = listReleases(folder).find((release) => release.live);
  if (!live) return skipped('There is no release yet.');
  if (!hasPageFiles(join(folder, 'releases', live.release))) return skipped('This machine does not have the pages.');
  const record = readRecompression(folder);
  const progress = record?.release === live.release ? record : undefined;
  const done = `${progress?.best ?? 0} of ${counted(live.pages, 'page')} are compressed as well as possible`;
  if (isRecompressed(folder)) return fine(`${done}.`);
  if (!compressesWhenIdle) return skipped(`${done}. LECTERN_COMPRESS is off.`);
  const last = Math.max(Date.parse(live.created), Date.parse(progress?.updated ?? live.created));
  if (now.getTime() - last < COMPRESSION_HOURS * HOUR_MS)
    return fine(`${done}. npm run site compresses the others while the machine is idle.`);
  return wrong(
    `${done}, and none was in the last ${COMPRESSION_HOURS} hours.`,
    `Check that npm run site is running and the machine is idle at times, or run: npm run releases -- --brand ${id} compress`,
  );
}

const WITHIN_HOURS = 26;

/** Checks that a brand's last nightly rebuild succeeded, or that none was due. */
export function lookAtNight(
  { id, night }: Pick<Brand, 'id' | 'night'>,
  { state }: Pick<Config, 'state'>,
  now = new Date(),
): Answer {
  const since = new Date(now.getTime() - WITHIN_HOURS * HOUR_MS);
  const verdict = checkNight(state, { brand: id, since });
  if (verdict.outcome === 'good' || verdict.outcome === 'running')
    return fine(`The last night, started ${verdict.night?.started}, was ${verdict.outcome}.`);
  if (liveId(join(state, id)) === undefined) return skipped('There is no release yet.');
  if (verdict.outcome === 'missing') {
    const isDue = night === undefined || missedNight({ brand: id, ...night }, { state, log: silentLog }) !== undefined;
    if (!isDue) return fine('No night was due.');
    return wrong(
      `No run of the whole site started in the last ${WITHIN_HOURS} hours.`,
      'Check that the timer (systemctl list-timers) or npm run nightly is running; see docs/operate/nights.md.',
    );
  }
  const reasons = verdict.night?.reasons.join(' ') ?? '';
  return wrong(
    `The last night of ${verdict.night?.started} was ${verdict.outcome}${reasons === '' ? '' : `: ${reasons}`}.`,
    `docs/operate/troubleshooting.md explains the message. Then run: npm run rebuild -- --brand ${id}`,
  );
}
