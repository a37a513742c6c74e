import { once } from 'node:events';
import { join } from 'node:path';
import { type Brand, type BrandSet, brandById, readBrands } from '#src/brand/registry.ts';
import { type Config, getConfig, portOf } from '#src/config/config.ts';
import { untilTerminated } from '#src/lib/cli.ts';
import { ConfigError, EXIT, LecternError } from '#src/lib/errors.ts';
import { createLog, type Log } from '#src/lib/log.ts';
import { liveId } from '#src/publish/release/index.ts';
import { createHttpServer } from '#src/serve/index.ts';
import { startApiProcess } from '../api/api-process.ts';
import { lacksBooks } from '../api/embedded-api.ts';
import { brokenText } from '../brand/broken-brands.ts';
import { runScript } from '../run-script.ts';
import { composeSiteServer, drawBrands } from './site-server.ts';

export interface StartArguments {
  readonly brand: string | undefined;
  readonly port: string | undefined;
}

/** Runs the API, a first rebuild and the site until stopped. Later starts reuse the results of the first one. */
export async function start({ brand: id, port }: StartArguments): Promise<void> {
  const stop = stopSignal();
  const environment = getConfig(process.env);
  const wanted = port === undefined ? environment.port : portOf(port, '--port');
  const config = withLocalSite({ ...environment, port: wanted });
  const all = await readBrands(config);
  const candidates = firstBrands(all, id);
  await assertFree(wanted);

  await using ending = new AsyncDisposableStack();
  const [first] = await Promise.all([makeFirstRelease(config, candidates, stop), drawBrands(config, all.served)]);
  if (stop.aborted) return;
  const log = createLog();
  const upstream = config.upstream === undefined ? await startApiProcess(config, log) : undefined;
  if (upstream) ending.defer(upstream.close);
  const awaited = id === undefined ? undefined : [first.id];
  const brands = all.served;
  const server = await composeSiteServer(config, upstream?.origin ?? config.upstream ?? '', log, { awaited });
  ending.defer(server.close);
  const shown = id === undefined ? brands : brands.filter((one) => hasRelease(config, one));
  announce(await server.listen(wanted), first, shown, (brand) => hasRelease(config, brand));
  const rest = id === undefined ? rebuildOthers({ config, log, stop }, all.sound) : undefined;
  if (!stop.aborted) await once(stop, 'abort');
  await rest;
}

/**
 * Sets this machine as the site's address. Without a proxy, all visitors are on this machine, so links in emails and
 * from OpenID providers point to it.
 */
const withLocalSite = (config: Config): Config =>
  config.proxies.length > 0 ? config : { ...config, site: config.site ?? `http://{brand}.localhost:${config.port}` };

/**
 * The brands that could be shown first, in the order in which they are tried: the requested one, or else the
 * development brand and then all others.
 * @throws ConfigError if there are none
 */
function firstBrands(all: BrandSet, id: string | undefined): readonly Brand[] {
  if (id !== undefined) return [brandById(all, id)];
  if (all.served.length === 0) throw new ConfigError(all.broken.map(brokenText).join('\n'));
  const isFirst = ({ id }: Brand) => id === 'local';
  return [...all.served.filter(isFirst), ...all.served.filter((brand) => !isFirst(brand))];
}

/** Creates a brand's first release if it has none. If its configuration is invalid, tries the next brand. */
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

/** Checks the port first, before minutes of work are done. */
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

/**
 * Builds the site bundle, the embedded API's demo books and, while the bundle is still being built, the first release.
 */
async function makeFirstRelease(config: Config, candidates: readonly Brand[], stop: AbortSignal): Promise<Brand> {
  const isUnseeded = config.upstream === undefined && (await lacksBooks(config));
  const release = async () => {
    if (isUnseeded) await step('seed', [], stop);
    // Reads the API, then waits for the bundle.
    return firstWithRelease(config, candidates, stop);
  };
  const [first] = await Promise.all([release(), step('bundle', [], stop)]);
  return first;
}

interface Run {
  readonly config: Config;
  readonly log: Log;
  readonly stop: AbortSignal;
}

const hasRelease = ({ state }: Config, { id }: Brand) => liveId(join(state, id)) !== undefined;

/**
 * Runs a command that must succeed.
 * @throws LecternError with its exit code; the command prints the reason to standard error
 */
async function step(name: string, args: string[], signal: AbortSignal): Promise<void> {
  const { code } = await runScript(name, args, { signal });
  if (code === 0 || signal.aborted) return;
  throw new LecternError('START', `Lectern cannot start: "${name}" failed; see above.`, { exitCode: code });
}

/** Builds the other brands' first releases in sequence, with low priority. A failure does not stop the rest. */
async function rebuildOthers({ config, log, stop }: Run, brands: readonly Brand[]): Promise<void> {
  for (const brand of brands.filter((one) => !hasRelease(config, one))) {
    const options = { signal: stop, background: true, output: 'kept' } as const;
    const { code, stderr } = await runScript('rebuild', ['--brand', brand.id], options);
    if (stop.aborted) return;
    if (code === 0) log.info(`the first pages of ${brand.id} are built`);
    else log.error(`the first rebuild of ${brand.id} failed with exit code ${code}: ${stderr}`);
  }
}

function announce(port: number, first: Brand, brands: readonly Brand[], isBuilt: (brand: Brand) => boolean): void {
  const address = (id: string) => `http://${id === 'local' ? '' : `${id}.`}localhost:${port}/`;
  const others = brands.filter(({ id }) => id !== first.id);
  const lines = others.map((one) => `  ${address(one.id)}${isBuilt(one) ? '' : '  (first pages not built yet)'}\n`);
  const more = lines.length > 0 ? `\nOther brands:\n${lines.join('')}` : '';
  process.stdout.write(`\nLectern is at ${address(first.id)}\n${more}\nPress Ctrl+C to stop.\n`);
}
