import { join } from 'node:path';
import { problemText } from '#src/brand/check/problem.ts';
import { type Brand, type BrandSet, type BrokenBrand, brandById, readBrands } from '#src/brand/registry.ts';
import { type Config, getConfig } from '#src/lib/config.ts';
import { ConfigError, EXIT, LecternError, messageOf } from '#src/lib/errors.ts';
import { createLog, type Log } from '#src/lib/log.ts';
import { letOthersRead } from '#src/lib/private-files.ts';
import { storageErrorOf } from '#src/lib/storage-error.ts';
import { beginNight, type NightEnd, type NightRecord } from '#src/nights/index.ts';
import {
  createPageRendererPool,
  createRebuild,
  createTally,
  loggedProgress,
  type Progress,
  type Rebuild,
  type RebuildOptions,
  type RebuildReport,
  reportText,
  terminalProgress,
  toldProgress,
  VerificationError,
} from '#src/rebuild/index.ts';
import { liveId } from '#src/release/index.ts';
import { ensureBundle } from '#src/site-bundle/index.ts';
import { PRERENDERED_VIEWS } from '#src/view-models/index.ts';
import { ignoredStyles } from './brand-styles.ts';
import { brokenText, recordBrands } from './broken-brands.ts';
import type { RunningUpstream } from './embedded-api.ts';
import { alertOf } from './night-alert.ts';
import { renewProxyConfig } from './proxy-renewal.ts';
import { queueBrands } from './queued-rebuild.ts';
import { type RebuildSwitches, rebuildOptions } from './rebuild-options.ts';
import { endOf, failedEnd, modeOf } from './recorded-run.ts';
import { publishToStore } from './release-store.ts';
import { ROOT } from './run-script.ts';
import { withUpstream } from './running-upstream.ts';

/**
 * The rebuild that all commands use, with the upstream at `origin`.
 * @param state folder of the brands' releases, where it is not that of the code built for them
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
  process.stderr.isTTY ? terminalProgress((text) => process.stderr.write(text)) : loggedProgress(log);

/** To the process that started this one, where that listens. It may be gone before this one has ended. */
const progressToParent = (): Progress | undefined =>
  process.connected ? toldProgress((told) => process.send?.(told, undefined, undefined, () => {})) : undefined;

interface RebuildArguments extends RebuildSwitches {
  /** An id, or `all`. */
  readonly brand?: string | undefined;
  readonly json: boolean;
}

/**
 * Rebuilds one brand or all of them one after another; a brand that fails does not stop the others.
 * @returns the highest exit code
 */
export async function rebuildBrands(args: RebuildArguments): Promise<number> {
  const { brand, json } = args;
  const options = rebuildOptions(args);
  const config = getConfig(process.env);
  const log = createLog(process.stderr.isTTY ? 'warn' : 'info');
  const all = await readBrands(config);
  await recordBrands(all, config.state, log);
  const { brands, broken } = chooseBrands(all, brand);
  const codes: number[] = [];
  for (const one of broken) codes.push(await failBroken(one, options, { json, config, log }));
  if (brands.length === 0) return Math.max(EXIT.usage, ...codes);
  if (args.queue) return Math.max(...codes, await queueBrands(brands, options, { config, log, json }));
  if (!options.shard) await warnOfStyles(brands, log);
  const upstream = options.shard || options.merge !== undefined ? NO_UPSTREAM : await withUpstream(config, log);
  const rebuild = composeRebuild(config, all.served, upstream.origin, log, config.state, progressToParent());
  try {
    for (const one of brands) {
      const run = await rebuildOne(rebuild, one, options, { json, config, log });
      codes.push(run.end.exitCode, await afterPublish(config, one.id, run));
    }
  } finally {
    await rebuild.close();
    await upstream.close();
  }
  return Math.max(...codes);
}

/** Logs what minimum browsers ignore in the brands' style sheets. It stops no rebuild. */
export async function warnOfStyles(brands: readonly Brand[], log: Log): Promise<void> {
  const ignored = await ignoredStyles(brands.map(({ folder }) => folder));
  for (const problem of ignored) log.warn('a minimum browser ignores this style', { at: problemText(problem) });
}

/** A run that has ended, and was recorded so. */
interface EndedRun {
  readonly record: NightRecord;
  readonly end: NightEnd;
}

/** @returns the exit code: the release stays live, even if the web server keeps its old configuration, or the store its old release */
async function afterPublish(config: Config, brand: string, { record, end }: EndedRun): Promise<number> {
  try {
    await renewProxyConfig(config);
    // Also where nothing changed: the last publish may not have reached the store.
    if (end.outcome === 'published' || end.outcome === 'unchanged') await publishToStore(config, brand);
    return EXIT.done;
  } catch (error) {
    const reason = messageOf(error);
    const code = error instanceof LecternError ? error.exitCode : EXIT.failure;
    // What the run itself ended with comes first.
    record.end({ ...end, exitCode: end.exitCode || code, reasons: [...end.reasons, reason] });
    process.stderr.write(`${reason}\n`);
    return code;
  }
}

/** Calls the hooks for a run that failed or was refused. */
function tellOf({ outcome, exitCode, release, reasons }: NightEnd, brand: string, config: Config, log: Log) {
  const refused = outcome === 'refused';
  const at = new Date().toISOString();
  return alertOf({ brand, outcome: refused ? 'refused' : 'failed', exitCode, release, at, reasons }, config, log);
}

/** For runs that work from the snapshot alone. */
const NO_UPSTREAM: RunningUpstream = { origin: 'http://upstream.invalid', close: async () => {} };

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
  throw new ConfigError(`Say which brand: --brand ID, or --brand all. The brands are: ${ids.join(', ')}.`);
}

/** A run with its report, or the error that it ended with. */
export interface RecordedRun extends EndedRun {
  readonly report?: RebuildReport;
  readonly error?: unknown;
}

/** Runs the rebuild of a brand, and records it among the nights. Never rejects. */
export async function runRecorded(
  rebuild: Rebuild,
  brand: Brand,
  options: RebuildOptions,
  { config, log }: { readonly config: Config; readonly log: Log },
): Promise<RecordedRun> {
  const { state } = config;
  const tally = createTally();
  const record = beginNight({ state, brand: brand.id, mode: modeOf(options), log });
  try {
    const report = await rebuild.run(brand, options, tally);
    const end = endOf(report, tally);
    record.end(end);
    return { record, end, report };
  } catch (thrown) {
    const error = storageErrorOf(thrown) ?? thrown;
    const end = failedEnd(error, liveId(join(state, brand.id)) ?? null, tally);
    record.end(end);
    if (!options.dryRun) await tellOf(end, brand.id, config, log);
    return { record, end, error };
  }
}

interface Output {
  readonly json: boolean;
  readonly config: Config;
  readonly log: Log;
}

/** Records the run of a brand that cannot be loaded as failed. Its live release stays. @returns the exit code */
async function failBroken(
  broken: BrokenBrand,
  options: RebuildOptions,
  { json, config, log }: Output,
): Promise<number> {
  const { id } = broken;
  const { state } = config;
  const error = new ConfigError(brokenText(broken));
  const end = failedEnd(error, liveId(join(state, id)) ?? null, createTally());
  beginNight({ state, brand: id, mode: modeOf(options), log }).end(end);
  if (!options.dryRun) await tellOf(end, id, config, log);
  sayFailed(id, error, end.release, json);
  return end.exitCode;
}

async function rebuildOne(rebuild: Rebuild, brand: Brand, options: RebuildOptions, output: Output): Promise<EndedRun> {
  const { report, error, ...run } = await runRecorded(rebuild, brand, options, output);
  if (report) process.stdout.write(`${output.json ? JSON.stringify(report) : reportText(report)}\n`);
  else sayFailed(brand.id, error, run.end.release, output.json);
  return run;
}

function sayFailed(brand: string, error: unknown, live: string | null, json: boolean): void {
  const known = error instanceof LecternError ? error : undefined;
  const findings = error instanceof VerificationError ? { findings: error.findings } : {};
  const failure = {
    brand,
    release: live,
    previous: live,
    status: 'failed',
    error: { code: known?.code ?? 'FAULT', message: messageOf(error), ...findings },
  };
  if (json) process.stdout.write(`${JSON.stringify(failure)}\n`);
  process.stderr.write(
    `${brand}: ${messageOf(error)}\n${known || !(error instanceof Error) ? '' : `${error.stack}\n`}`,
  );
}
