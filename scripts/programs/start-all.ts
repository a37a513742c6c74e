import { once } from 'node:events';
import { join } from 'node:path';
import { type Brand, type BrandSet, brandById, readBrands } from '#src/brand/registry.ts';
import { untilTerminated } from '#src/lib/cli.ts';
import { type Config, getConfig, portOf } from '#src/lib/config.ts';
import { ConfigError, EXIT, LecternError } from '#src/lib/errors.ts';
import { createLog, type Log } from '#src/lib/log.ts';
import { liveId } from '#src/release/index.ts';
import { createHttpServer } from '#src/server/index.ts';
import { startApiProcess } from './api-process.ts';
import { brokenText } from './broken-brands.ts';
import { lacksBooks } from './embedded-api.ts';
import { runScript } from './run-script.ts';
import { composeSiteServer } from './site-server.ts';

export interface StartArguments {
  readonly brand: string | undefined;
  readonly port: string | undefined;
}

/** Runs the API, a first rebuild and the site until stopped. The first start makes what later ones find. */
export async function start({ brand: id, port }: StartArguments): Promise<void> {
  const stop = stopSignal();
  const given = getConfig(process.env);
  const wanted = port === undefined ? given.port : portOf(port, '--port');
  const config = withLocalSite({ ...given, port: wanted });
  const all = await readBrands(config);
  const candidates = firstBrands(all, id);
  await assertFree(wanted);

  await using ending = new AsyncDisposableStack();
  await makeFoundations(config, stop);
  if (stop.aborted) return;
  const first = await firstWithRelease(config, candidates, stop);
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

/** Without a proxy all visitors are on this machine, so links in mails and from OpenID providers lead to it. */
const withLocalSite = (config: Config): Config =>
  config.proxies.length > 0 ? config : { ...config, site: config.site ?? `http://{brand}.localhost:${config.port}` };

/** The brands that can be shown first: the wanted one, else that of development before the others. @throws ConfigError where there is none */
function firstBrands(all: BrandSet, id: string | undefined): readonly Brand[] {
  if (id !== undefined) return [brandById(all, id)];
  if (all.served.length === 0) throw new ConfigError(all.broken.map(brokenText).join('\n'));
  const isFirst = ({ id }: Brand) => id === 'local';
  return [...all.served.filter(isFirst), ...all.served.filter((brand) => !isFirst(brand))];
}

/** Makes the first release of a brand where it has none; of the next one where that brand's configuration is at fault. */
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

/** Fails before minutes are spent on the rest. @throws ConfigError for a port in use */
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

/** Makes the site bundle and, for the embedded API, the demo books. */
async function makeFoundations(config: Config, stop: AbortSignal): Promise<void> {
  const seeded = config.upstream === undefined && (await lacksBooks(config)) ? step('seed', [], stop) : undefined;
  await Promise.all([seeded, step('bundle', [], stop)]);
}

interface Run {
  readonly config: Config;
  readonly log: Log;
  readonly stop: AbortSignal;
}

const hasRelease = ({ state }: Config, { id }: Brand) => liveId(join(state, id)) !== undefined;

/** Runs a command that has to succeed. @throws LecternError with its exit code; its reason is on standard error */
async function step(name: string, args: string[], signal: AbortSignal): Promise<void> {
  const { code } = await runScript(name, args, { signal });
  if (code === 0 || signal.aborted) return;
  throw new LecternError('START', `Lectern cannot start: "${name}" failed as told above.`, { exitCode: code });
}

/** Makes the other brands' first releases, one after another, with low priority. One that fails does not stop the rest. */
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
  const lines = others.map(
    (one) => `  ${address(one.id)}${isBuilt(one) ? '' : '  (its first pages are still to be built)'}\n`,
  );
  const more = lines.length > 0 ? `\nThe other brands:\n${lines.join('')}` : '';
  process.stdout.write(`\nLectern is at ${address(first.id)}\n${more}\nCtrl+C ends it.\n`);
}
