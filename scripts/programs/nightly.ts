import { join } from 'node:path';
import { brandById, readBrands } from '#src/brand/registry.ts';
import { untilTerminated } from '#src/lib/cli.ts';
import { type Config, getConfig } from '#src/lib/config.ts';
import { ConfigError } from '#src/lib/errors.ts';
import { lockFile } from '#src/lib/file-lock.ts';
import { makeFolder } from '#src/lib/files.ts';
import { createLog, type Log } from '#src/lib/log.ts';
import { checkNight, missedNight, nextNight, type PlannedNight, startSchedule } from '#src/nights/index.ts';
import { liveId } from '#src/release/index.ts';
import { brokenText } from './broken-brands.ts';
import { alertOf } from './night-alert.ts';
import { runScript } from './run-script.ts';

interface NightlyArguments {
  readonly brand?: readonly string[] | undefined;
  readonly 'at-once': string;
  readonly delay: string;
  readonly plan: boolean;
  readonly json: boolean;
}

/** As `deploy/systemd/lectern-rebuild.timer`. */
const DEFAULT_AT = '15 3 * * *';
const MINUTE_MS = 60_000;

/** Rebuilds the brands at their times until it is stopped, or says when these are. */
export async function nightly(args: NightlyArguments): Promise<void> {
  const atOnce = numberOf(args['at-once'], '--at-once', 1, 64);
  const delayMs = numberOf(args.delay, '--delay', 0, 1440) * MINUTE_MS;
  if (args.json && !args.plan) throw new ConfigError('--json is for --plan: what goes on is in the log.');
  const config = getConfig(process.env);
  const log = createLog();
  const nights = await nightsOf(config, args.brand, log);
  if (args.plan) return showPlan(nights, config, log, args.json);
  const stopped = untilTerminated();
  using _lock = lockOf(config);
  for (const night of nights) log.info('the next night', { brand: night.brand, at: nextNight(night)?.toISOString() });
  const run = (brand: string, stop: AbortSignal) => rebuildAtNight(brand, stop, config, log);
  const schedule = startSchedule({ nights, state: config.state, atOnce, delayMs, log, run });
  await stopped;
  await schedule.close();
}

/**
 * A broken brand has its night, too: at the time that was recorded of it, else at the default time. Its run fails and says why, or
 * is made, if the brand was mended meanwhile.
 */
async function nightsOf(config: Config, ids: readonly string[] | undefined, log: Log): Promise<PlannedNight[]> {
  const all = await readBrands(config);
  for (const id of ids ?? []) if (!all.broken.some((brand) => brand.id === id)) brandById(all, id);
  const isChosen = ({ id }: { readonly id: string }) => ids?.includes(id) ?? true;
  const broken = all.broken.filter(isChosen);
  for (const brand of broken) log.error('the brand is broken', { brand: brand.id, reason: brokenText(brand) });
  return [...all.sound.filter(isChosen), ...broken.map(({ id, lastGood }) => ({ id, night: lastGood?.night }))]
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ id, night }) => ({ brand: id, at: night?.at ?? DEFAULT_AT, timeZone: night?.timeZone }));
}

/** Two would begin each night twice. */
function lockOf({ state }: Config): Disposable {
  makeFolder(state);
  const lock = lockFile(join(state, 'nightly.lock'), 'exclusive');
  if (!lock) throw new ConfigError(`npm run nightly runs over ${state} already. End the other one first.`);
  return { [Symbol.dispose]: () => lock.close() };
}

/** In a process of its own, as by a timer: its memory is given back, and what breaks it breaks no other night. */
async function rebuildAtNight(brand: string, stop: AbortSignal, config: Config, log: Log): Promise<void> {
  const began = new Date();
  log.info('the night begins', { brand });
  const options = { signal: stop, background: true, output: 'shown' } as const;
  const queued = config.queue ? ['--queue'] : [];
  const { code } = await runScript('rebuild', ['--brand', brand, '--json', ...queued], options);
  if (stop.aborted) return log.info('the night was ended, the next start makes it up', { brand });
  const seconds = Math.round((Date.now() - began.getTime()) / 1000);
  log[code === 0 ? 'info' : 'error']('the night has ended', { brand, exitCode: code, seconds });
  if (code !== 0) await tellOfSilent(brand, began, code, config, log);
}

/** Calls the hooks for a night that could not call them itself: it was killed, or ended before its run began. */
async function tellOfSilent(brand: string, since: Date, exitCode: number, config: Config, log: Log): Promise<void> {
  const { outcome } = checkNight(config.state, { brand, since });
  if (outcome !== 'lost' && outcome !== 'missing') return;
  const reason =
    outcome === 'lost'
      ? 'The run was killed. Look into the log of the system: where memory ran out, it says so.'
      : 'The run ended before it began. The log of npm run nightly has the reason.';
  const release = liveId(join(config.state, brand)) ?? null;
  const at = new Date().toISOString();
  await alertOf({ brand, outcome, exitCode, release, at, reasons: [reason] }, config, log);
}

function showPlan(nights: readonly PlannedNight[], { state }: Config, log: Log, json: boolean): void {
  const plan = nights.map((night) => ({
    brand: night.brand,
    at: night.at,
    timeZone: night.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    next: nextNight(night)?.toISOString() ?? null,
    missed: missedNight(night, { state, log })?.toISOString() ?? null,
  }));
  const lines = plan.map(
    ({ brand, at, timeZone, next, missed }) =>
      `${brand}: ${at} (${timeZone}), next ${next}${missed === null ? '' : `, missed ${missed}`}`,
  );
  process.stdout.write(`${json ? JSON.stringify(plan) : lines.join('\n')}\n`);
}

function numberOf(text: string, name: string, least: number, most: number): number {
  const number = Number(text);
  if (/^\d{1,4}$/.test(text) && number >= least && number <= most) return number;
  throw new ConfigError(`${name} is "${text}". Give a whole number from ${least} to ${most}.`);
}
