import { once } from 'node:events';
import { join } from 'node:path';
import { localBrand } from '#src/brand/hosts.ts';
import { type Brand, type BrandSet, brandById, readBrands } from '#src/brand/registry.ts';
import { type Config, getConfig, portOf } from '#src/config/config.ts';
import { untilTerminated } from '#src/lib/cli.ts';
import { ConfigError, EXIT, LecternError } from '#src/lib/errors.ts';
import { createLog, type Log } from '#src/lib/log.ts';
import { print } from '#src/lib/print.ts';
import { liveId } from '#src/publish/release/index.ts';
import { createHttpServer, type SiteServer } from '#src/serve/index.ts';
import { startApiProcess } from '../api/api-process.ts';
import { lacksBooks, type RunningUpstream } from '../api/embedded-api.ts';
import { brokenText, recordBrands } from '../brand/broken-brands.ts';
import { runScript } from '../run-script.ts';
import { compressReleases } from './idle-compression.ts';
import { composeSiteServer, drawBrands } from './site-server.ts';

export interface StartArguments {
  readonly brand: string | undefined;
  readonly port: string | undefined;
}

/**
 * Starts the API, builds the first release and serves the site until stopped. Later starts reuse what the first built.
 */
export async function start({ brand: id, port }: StartArguments): Promise<void> {
  const stop = stopSignal();
  const environment = getConfig(process.env);
  const requestedPort = port === undefined ? environment.port : portOf(port, '--port');
  const config = withLocalSite({ ...environment, port: requestedPort });
  const all = await readBrands(config);
  const candidates = firstBrands(all, id);
  await assertFree(requestedPort);

  await using ending = new AsyncDisposableStack();
  const log = createLog();
  await recordBrands(all, config.state, log);
  const awaited = id === undefined ? undefined : [id];
  const [first, server] = await prepare({ config, log, stop }, { all, candidates, awaited }, ending);
  if (stop.aborted || !server) return;
  const brands = all.served;
  const visitable = id === undefined ? brands : brands.filter((brand) => hasRelease(config, brand));
  const opened = { port: await server.listen(requestedPort), first, brands: visitable, all: brands };
  announce(opened, (brand) => hasRelease(config, brand));
  const compressed = compressReleases(config, { log, signal: stop });
  const otherRebuilds = id === undefined ? rebuildOthers({ config, log, stop }, all.sound) : undefined;
  if (!stop.aborted) await once(stop, 'abort');
  await Promise.all([otherRebuilds, compressed]);
}

/**
 * Sets the site's URL to this machine if there is no proxy: all visitors are then on this machine, so links in emails
 * and from OpenID providers must point to it.
 */
const withLocalSite = (config: Config): Config =>
  config.proxies.length > 0 ? config : { ...config, site: config.site ?? `http://{brand}.localhost:${config.port}` };

/**
 * Returns the brands to try, in order, until one can be shown: only the requested brand, or else the development brand
 * and then all others.
 * @throws ConfigError if there is no brand
 */
function firstBrands(all: BrandSet, id: string | undefined): readonly Brand[] {
  if (id !== undefined) return [brandById(all, id)];
  if (all.served.length === 0) throw new ConfigError(all.broken.map(brokenText).join('\n'));
  const local = localBrand(all.served);
  return [...(local ? [local] : []), ...all.served.filter((brand) => brand !== local)];
}

/**
 * Creates the first release of the first brand if it has none. If its configuration is invalid, tries the next brand.
 */
async function firstWithRelease(
  config: Config,
  [brand, ...others]: readonly Brand[],
  stop: AbortSignal,
): Promise<Brand> {
  if (!brand) throw new TypeError('there is a brand');
  if (hasRelease(config, brand)) return brand;
  try {
    await step('rebuild', ['--brand', brand.id], stop);
    return brand;
  } catch (error) {
    if (others.length === 0 || !(error instanceof LecternError && error.exitCode === EXIT.usage)) throw error;
    return firstWithRelease(config, others, stop);
  }
}

/** Throws if the port is in use. Called before the build, which takes minutes. */
async function assertFree(port: number): Promise<void> {
  const probe = createHttpServer(async () => {}, { log: createLog(), headersTimeoutMs: 1000 });
  await probe.listen(port, '127.0.0.1');
  await probe.close();
}

function stopSignal(): AbortSignal {
  const stop = new AbortController();
  void untilTerminated().then(() => stop.abort());
  return stop.signal;
}

interface Run {
  readonly config: Config;
  readonly log: Log;
  readonly stop: AbortSignal;
}

interface FirstStart {
  readonly all: BrandSet;
  readonly candidates: readonly Brand[];
  /** Ids of the brands that must have a release before the server reports that it is ready; default: all. */
  readonly awaited: readonly string[] | undefined;
}

/**
 * Creates the embedded API's demo books, the site bundle, the first release and the server in parallel, as far as they
 * do not depend on each other.
 * @param ending collects what to close at the end: the API and the server
 * @returns the brand with the first release, and the server; without the server if stopped
 */
async function prepare(
  { config, log, stop }: Run,
  { all, candidates, awaited }: FirstStart,
  ending: AsyncDisposableStack,
): Promise<[Brand, SiteServer | undefined]> {
  const failed = new AbortController();
  const signal = AbortSignal.any([stop, failed.signal]);
  const seeded = seedIfEmpty(config, signal);
  // The first release needs the demo books, and reads the API while the bundle is built.
  const release = seeded.then(() => firstWithRelease(config, candidates, signal));
  const upstream = seeded.then(() => (signal.aborted ? undefined : upstreamOf(config, log)));
  ending.defer(() => closeStarted(upstream));
  const built = [step('bundle', [], signal), drawBrands(config, all.served)];
  // The render threads are warmed up with the first brand, which has no release yet.
  const warmed = candidates.slice(0, 1).map(({ id }) => id);
  const server = Promise.all([upstream, ...built]).then(([api]) =>
    api && !signal.aborted ? composeSiteServer(config, api.origin, log, { awaited, warmed }) : undefined,
  );
  ending.defer(() => closeStarted(server));
  try {
    return await Promise.all([release, server]);
  } catch (error) {
    failed.abort();
    throw error;
  }
}

async function seedIfEmpty(config: Config, signal: AbortSignal): Promise<void> {
  if (config.upstream === undefined && !config.isOwnSite && (await lacksBooks(config))) await step('seed', [], signal);
}

const upstreamOf = async (config: Config, log: Log): Promise<RunningUpstream> =>
  config.upstream === undefined ? startApiProcess(config, log) : { origin: config.upstream, close: async () => {} };

/** Waits for a promise and closes its result. If it rejects, there is nothing to close. */
async function closeStarted(started: Promise<{ close(): Promise<void> } | undefined>): Promise<void> {
  const result = await started.catch(() => undefined);
  await result?.close();
}

const hasRelease = ({ state }: Config, { id }: Brand) => liveId(join(state, id)) !== undefined;

/**
 * Runs a command that must succeed.
 * @throws LecternError with its exit code if it fails, after it printed the reason to standard error
 */
async function step(name: string, args: string[], signal: AbortSignal): Promise<void> {
  const { code } = await runScript(name, args, { signal });
  if (code === 0 || signal.aborted) return;
  throw new LecternError('START', `Lectern cannot start: "${name}" failed; see above.`, { exitCode: code });
}

/**
 * Builds the first releases of the other brands one by one, with low priority. If a brand fails, the others are still
 * built.
 */
async function rebuildOthers({ config, log, stop }: Run, brands: readonly Brand[]): Promise<void> {
  for (const brand of brands.filter((candidate) => !hasRelease(config, candidate))) {
    const options = { signal: stop, background: true, output: 'kept' } as const;
    const { code, stderr } = await runScript('rebuild', ['--brand', brand.id], options);
    if (stop.aborted) return;
    if (code === 0) log.info(`the first pages of ${brand.id} are built`);
    else log.error(`the first rebuild of ${brand.id} failed with exit code ${code}: ${stderr}`);
  }
}

interface Announced {
  readonly port: number;
  /** The brand with the first release. */
  readonly first: Brand;
  /** The brands that visitors can open. */
  readonly brands: readonly Brand[];
  readonly all: readonly Brand[];
}

function announce({ port, first, brands, all }: Announced, isBuilt: (brand: Brand) => boolean): void {
  const local = localBrand(all);
  const address = (id: string) => `http://${id === local?.id ? '' : `${id}.`}localhost:${port}/`;
  const others = brands.filter(({ id }) => id !== first.id);
  const lines = others.map(
    (brand) => `  ${address(brand.id)}${isBuilt(brand) ? '' : '  (first pages not built yet)'}\n`,
  );
  const more = lines.length > 0 ? `\nOther brands:\n${lines.join('')}` : '';
  print(`\nLectern is at ${address(first.id)}\n${more}\nPress Ctrl+C to stop.\n`);
}
