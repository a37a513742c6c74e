import { join } from 'node:path';
import { brandById, readBrands } from '#src/brand/registry.ts';
import { type Config, getConfig } from '#src/config/config.ts';
import { untilTerminated } from '#src/lib/cli.ts';
import { ConfigError } from '#src/lib/errors.ts';
import { lockFile } from '#src/lib/file-lock.ts';
import { makeFolder } from '#src/lib/files.ts';
import { createLog, type Log } from '#src/lib/log.ts';
import { print } from '#src/lib/print.ts';
import { checkNight, missedNight, nextNight, type PlannedNight, startSchedule } from '#src/publish/nights/index.ts';
import { liveId } from '#src/publish/release/index.ts';
import { brokenText } from '../brand/broken-brands.ts';
import { runScript } from '../run-script.ts';
import { alertOf } from './night-alert.ts';

interface NightlyArguments {
  readonly brand?: readonly string[] | undefined;
  readonly 'at-once': string;
  readonly delay: string;
  readonly plan: boolean;
  readonly json: boolean;
}

/** The default schedule as a cron expression, the same as in `deploy/systemd/lectern-rebuild.timer`. */
const DEFAULT_AT = '15 3 * * *';
const MINUTE_MS = 60_000;

/** Rebuilds the brands at their scheduled times until stopped, or only prints these times. */
export async function nightly(args: NightlyArguments): Promise<void> {
  const atOnce = numberOf(args['at-once'], '--at-once', 1, 64);
  const delayMs = numberOf(args.delay, '--delay', 0, 1440) * MINUTE_MS;
  if (args.json && !args.plan) throw new ConfigError('--json applies to --plan only. Without it, see the log.');
  const config = getConfig(process.env);
  const log = createLog();
  const nights = await nightsOf(config, args.brand, log);
  if (args.plan) return showPlan(nights, config, log, args.json);
  const stopped = untilTerminated();
  using _lock = lockOf(config);
  for (const night of nights) log.info('next night', { brand: night.brand, at: nextNight(night)?.toISOString() });
  const run = (brand: string, stop: AbortSignal) => rebuildAtNight(brand, stop, config, log);
  const schedule = startSchedule({ nights, state: config.state, atOnce, delayMs, log, run });
  await stopped;
  await schedule.close();
}

/**
 * Returns the schedules of the brands. A broken brand has its recorded schedule, or else the default schedule: its
 * rebuild succeeds if the brand has been fixed by then, and otherwise fails with the reason.
 */
async function nightsOf(config: Config, ids: readonly string[] | undefined, log: Log): Promise<PlannedNight[]> {
  const all = await readBrands(config);
  for (const id of ids ?? []) if (!all.broken.some((brand) => brand.id === id)) brandById(all, id);
  const isChosen = ({ id }: { readonly id: string }) => ids?.includes(id) ?? true;
  const broken = all.broken.filter(isChosen);
  for (const brand of broken) log.error('the brand is broken', { brand: brand.id, reason: brokenText(brand) });
  return [...all.sound.filter(isChosen), ...broken.map(({ id, lastGood }) => ({ id, night: lastGood?.night }))]
    .sort((first, other) => (first.id < other.id ? -1 : 1))
    .map(({ id, night }) => ({ brand: id, at: night?.at ?? DEFAULT_AT, timeZone: night?.timeZone }));
}

/** Locks the schedule, because two schedulers would start each rebuild twice. */
function lockOf({ state }: Config): Disposable {
  makeFolder(state);
  const lock = lockFile(join(state, 'nightly.lock'), 'exclusive');
  if (!lock) throw new ConfigError(`npm run nightly is already running over ${state}. Stop it first.`);
  return { [Symbol.dispose]: () => lock.close() };
}

/**
 * Rebuilds a brand in a child process, as a systemd timer does: the memory is freed afterwards, and a crash does not
 * affect other rebuilds.
 */
async function rebuildAtNight(brand: string, stop: AbortSignal, config: Config, log: Log): Promise<void> {
  const started = new Date();
  log.info('night started', { brand });
  const options = { signal: stop, background: true, output: 'shown' } as const;
  const queued = config.queue ? ['--queue'] : [];
  const { code } = await runScript('rebuild', ['--brand', brand, '--json', ...queued], options);
  if (stop.aborted) return log.info('night interrupted; it runs again at the next start', { brand });
  const seconds = Math.round((Date.now() - started.getTime()) / 1000);
  log[code === 0 ? 'info' : 'error']('night ended', { brand, exitCode: code, seconds });
  if (code !== 0) await alertOfSilent(brand, started, code, config, log);
}

/**
 * Calls the alert hooks for a rebuild that could not call them itself, because it was killed or failed before its run
 * was recorded.
 */
async function alertOfSilent(brand: string, since: Date, exitCode: number, config: Config, log: Log): Promise<void> {
  const { outcome } = checkNight(config.state, { brand, since });
  if (outcome !== 'lost' && outcome !== 'missing') return;
  const reason =
    outcome === 'lost'
      ? 'The run was killed. Check the system log, which shows if memory ran out.'
      : 'The command failed before its run started. See the log of npm run nightly.';
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
  print(`${json ? JSON.stringify(plan) : lines.join('\n')}\n`);
}

function numberOf(text: string, name: string, min: number, max: number): number {
  const number = Number(text);
  if (/^\d{1,4}$/.test(text) && number >= min && number <= max) return number;
  throw new ConfigError(`${name} is "${text}". Give a whole number from ${min} to ${max}.`);
}
