import { join } from 'node:path';
import { problemText } from '#src/brand/check/problem.ts';
import { type Brand, type BrandSet, type BrokenBrand, brandById, readBrands } from '#src/brand/registry.ts';
import { type Config, getConfig } from '#src/config/config.ts';
import { PRERENDERED_VIEWS } from '#src/features/views.ts';
import { ConfigError, EXIT, LecternError, messageOf } from '#src/lib/errors.ts';
import { createLog, type Log } from '#src/lib/log.ts';
import { print, printError, showProgress } from '#src/lib/print.ts';
import { letOthersRead } from '#src/lib/private-files.ts';
import { storageErrorOf } from '#src/lib/storage-error.ts';
import { ensureBundle } from '#src/publish/bundle/index.ts';
import { beginNight, type NightEnd, type NightRecord } from '#src/publish/nights/index.ts';
import {
  createPageRendererPool,
  createRebuild,
  createTally,
  isDryRun,
  loggedProgress,
  type Progress,
  type Rebuild,
  type RebuildReport,
  type RequestedRun,
  type RunSettings,
  reportText,
  terminalProgress,
  VerificationError,
} from '#src/publish/rebuild/index.ts';
import { liveId } from '#src/publish/release/index.ts';
import { withUpstream } from '../api/running-upstream.ts';
import { ignoredStyles } from '../brand/brand-styles.ts';
import { brokenText, recordBrands } from '../brand/broken-brands.ts';
import { alertOf } from '../nights/night-alert.ts';
import { queueBrands } from '../nights/queued-rebuild.ts';
import { endOf, failedEnd, modeOf, recordCancelled } from '../nights/recorded-run.ts';
import { publishToStore } from '../releases/release-store.ts';
import { ROOT } from '../run-script.ts';
import { renewProxyConfig } from '../site/proxy-renewal.ts';
import { parseRebuild, type RebuildSwitches } from './rebuild-options.ts';

/**
 * Creates the rebuild that all commands use, with the upstream at `origin`.
 * @param state folder for the brands' releases; default: the state folder, which also contains the site bundle
 */
export function composeRebuild(
  config: Config,
  brands: readonly Brand[],
  origin: string,
  log: Log,
  state = config.state,
  progress = progressTo(log),
  now: () => Date = () => new Date(),
): Rebuild {
  letOthersRead();
  return createRebuild({
    state,
    modules: join(ROOT, 'node_modules'),
    upstream: origin,
    upstreamId: config.upstream ?? 'embedded',
    brands,
    views: PRERENDERED_VIEWS,
    log,
    bundle: () => ensureBundle({ root: ROOT, state: config.state, pseudo: config.pseudo, log }),
    renderers: (bundle) => createPageRendererPool(bundle),
    progress,
    now,
  });
}

const progressTo = (log: Log): Progress =>
  process.stderr.isTTY ? terminalProgress(showProgress) : loggedProgress(log);

interface RebuildArguments extends RebuildSwitches {
  /** A brand's id, or `all`. */
  readonly brand?: string | undefined;
  readonly json: boolean;
}

/**
 * Rebuilds one brand, or all brands one after the other. If a brand fails, the others are still rebuilt.
 * @returns the highest exit code
 */
export async function rebuildBrands(args: RebuildArguments): Promise<number> {
  const { brand, json } = args;
  const command = parseRebuild(args);
  const config = getConfig(process.env);
  const log = createLog(process.stderr.isTTY ? 'warn' : 'info');
  const context = { config, log, onEnd: (rebuilt: RebuiltBrand) => printResult(rebuilt, json) };
  if (command.runs === 'here') return rebuildChosen(brand, command.options, context);
  const queue = (brands: readonly Brand[]) => queueBrands(brands, command.options, { config, log, json });
  return rebuildChosen(brand, command.options, { ...context, queue });
}

/** The result of rebuilding one brand. */
export interface RebuiltBrand {
  readonly brand: string;
  readonly exitCode: number;
  /** The live release; null if there is none. */
  readonly release: string | null;
  readonly report?: RebuildReport;
  /** The error if the rebuild failed. */
  readonly error?: unknown;
  /** Why the web server or the release store could not be updated after the release became live. */
  readonly unfinished?: string;
}

export interface RebuildContext {
  readonly config: Config;
  readonly log: Log;
  /** Shows the progress; default: a single line on a terminal, and otherwise log lines. */
  readonly progress?: Progress;
  /** Called after each brand, including broken ones. */
  onEnd(rebuilt: RebuiltBrand): void;
  /**
   * Lets workers rebuild the brands instead.
   * @returns the highest exit code
   */
  readonly queue?: (brands: readonly Brand[]) => Promise<number>;
}

/**
 * Does the same as `rebuildBrands`, but passes results to `onEnd` instead of printing them.
 * @param id id of a brand, or `all`
 * @returns the highest exit code
 */
export async function rebuildChosen(
  id: string | undefined,
  options: RequestedRun,
  context: RebuildContext,
): Promise<number> {
  const { config, log, progress, onEnd, queue } = context;
  const all = await readBrands(config);
  await recordBrands(all, config.state, log);
  const { brands, broken } = chooseBrands(all, id);
  const codes: number[] = [];
  const ended = (rebuilt: RebuiltBrand) => {
    onEnd(rebuilt);
    codes.push(rebuilt.exitCode);
  };
  for (const brand of broken) ended(await failBroken(brand, options, context));
  if (brands.length === 0) return Math.max(EXIT.usage, ...codes);
  if (queue) return Math.max(...codes, await queue(brands));
  await warnOfStyles(brands, log);
  const upstream = await withUpstream(config, log);
  const rebuild = composeRebuild(config, all.served, upstream.origin, log, config.state, progress);
  try {
    for (const brand of brands) ended(await rebuildOne(rebuild, brand, options, context));
  } finally {
    await rebuild.close();
    await upstream.close();
  }
  return Math.max(...codes);
}

/** Logs styles of the brands that the oldest supported browsers ignore. They do not prevent a rebuild. */
export async function warnOfStyles(brands: readonly Brand[], log: Log): Promise<void> {
  const ignored = await ignoredStyles(brands.map(({ folder }) => folder));
  for (const problem of ignored) log.warn('a minimum browser ignores this style', { at: problemText(problem) });
}

/** The end of a run, with its record. */
interface EndedRun {
  readonly record: NightRecord;
  readonly end: NightEnd;
}

/** Updates the web server and the release store. If that fails, the release remains live on this machine. */
async function afterPublish(
  config: Config,
  brand: string,
  { record, end }: EndedRun,
): Promise<{ readonly exitCode: number; readonly unfinished?: string }> {
  try {
    await renewProxyConfig(config);
    // The release is also pushed if it is unchanged, because the last push may have failed.
    if (end.outcome === 'published' || end.outcome === 'unchanged') await publishToStore(config, brand);
    return { exitCode: end.exitCode };
  } catch (error) {
    const unfinished = messageOf(error);
    const code = error instanceof LecternError ? error.exitCode : EXIT.failure;
    // If the run failed too, its exit code takes precedence over the code of this failure.
    record.end({ ...end, exitCode: end.exitCode || code, reasons: [...end.reasons, unfinished] });
    return { exitCode: Math.max(end.exitCode, code), unfinished };
  }
}

/** Calls the alert hooks if a run failed or was refused. */
function alertOfEnd({ outcome, exitCode, release, reasons }: NightEnd, brand: string, config: Config, log: Log) {
  const refused = outcome === 'refused';
  const at = new Date().toISOString();
  return alertOf({ brand, outcome: refused ? 'refused' : 'failed', exitCode, release, at, reasons }, config, log);
}

interface ChosenBrands {
  readonly brands: readonly Brand[];
  readonly broken: readonly BrokenBrand[];
}

function chooseBrands(all: BrandSet, id: string | undefined): ChosenBrands {
  const { sound, broken } = all;
  if (id === 'all') return { brands: sound, broken };
  const named = broken.filter((brand) => brand.id === id);
  if (named.length > 0) return { brands: [], broken: named };
  if (id !== undefined) return { brands: [brandById(all, id)], broken: [] };
  const ids = [...sound, ...broken].map((brand) => brand.id).sort();
  throw new ConfigError(`Choose a brand: --brand ID, or --brand all. The brands are: ${ids.join(', ')}.`);
}

/** The end of a run, with its report or its error. */
export interface RecordedRun extends EndedRun {
  readonly report?: RebuildReport;
  readonly error?: unknown;
}

/** Rebuilds a brand and records the run (`npm run nights` shows it). Never rejects. */
export async function runRecorded(
  rebuild: Rebuild,
  brand: Brand,
  options: RequestedRun & RunSettings,
  { config, log }: { readonly config: Config; readonly log: Log },
): Promise<RecordedRun> {
  const { state } = config;
  const tally = createTally();
  const record = beginNight({ state, brand: brand.id, mode: modeOf(options), log });
  const live = () => liveId(join(state, brand.id)) ?? null;
  const stopWaiting = recordCancelled(record, tally, live);
  try {
    const report = await rebuild.run(brand, options, tally);
    const end = endOf(report, tally);
    record.end(end);
    return { record, end, report };
  } catch (thrown) {
    const error = storageErrorOf(thrown) ?? thrown;
    const end = failedEnd(error, live(), tally);
    record.end(end);
    if (!isDryRun(options)) await alertOfEnd(end, brand.id, config, log);
    return { record, end, error };
  } finally {
    stopWaiting();
  }
}

/** Records a failed run for a brand that cannot be loaded. Its release remains live. */
async function failBroken(
  broken: BrokenBrand,
  options: RequestedRun,
  { config, log }: RebuildContext,
): Promise<RebuiltBrand> {
  const { id } = broken;
  const { state } = config;
  const error = new ConfigError(brokenText(broken));
  const end = failedEnd(error, liveId(join(state, id)) ?? null, createTally());
  beginNight({ state, brand: id, mode: modeOf(options), log }).end(end);
  if (!isDryRun(options)) await alertOfEnd(end, id, config, log);
  return { brand: id, exitCode: end.exitCode, release: end.release, error };
}

async function rebuildOne(
  rebuild: Rebuild,
  brand: Brand,
  options: RequestedRun,
  context: RebuildContext,
): Promise<RebuiltBrand> {
  const { report, error, ...run } = await runRecorded(rebuild, brand, options, context);
  const after = await afterPublish(context.config, brand.id, run);
  return { brand: brand.id, release: run.end.release, ...(report ? { report } : { error }), ...after };
}

function printResult({ brand, release, report, error, unfinished }: RebuiltBrand, json: boolean): void {
  if (report) print(`${json ? JSON.stringify(report) : reportText(report)}\n`);
  else printFailure(brand, error, release, json);
  if (unfinished !== undefined) printError(`${unfinished}\n`);
}

function printFailure(brand: string, error: unknown, live: string | null, json: boolean): void {
  const expected = error instanceof LecternError ? error : undefined;
  const findings = error instanceof VerificationError ? { findings: error.findings } : {};
  const failure = {
    brand,
    release: live,
    previous: live,
    status: 'failed',
    error: { code: expected?.code ?? 'FAULT', message: messageOf(error), ...findings },
  };
  if (json) print(`${JSON.stringify(failure)}\n`);
  printError(`${brand}: ${messageOf(error)}\n${expected || !(error instanceof Error) ? '' : `${error.stack}\n`}`);
}
