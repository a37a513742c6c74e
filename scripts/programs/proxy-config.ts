import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Brand, readBrands } from '#src/brand/registry.ts';
import { pagePolicy, strictTransportSecurity } from '#src/brand/response-headers.ts';
import { type Config, getConfig } from '#src/lib/config.ts';
import { ConfigError, EXIT, isMissing, messageOf } from '#src/lib/errors.ts';
import { writeAtomic } from '#src/lib/files.ts';
import { openLive, readTakenDown } from '#src/release/index.ts';
import { GENERATORS, isProxyServer, type ProxiedBrand } from '#src/reverse-proxy/index.ts';
import { reportBroken } from './broken-brands.ts';

/** Requests a second that a person does not reach, nor a household. */
const DEFAULT_LIMIT = '50';

export const PROXY_SWITCHES = {
  server: { type: 'string' },
  out: { type: 'string' },
  check: { type: 'boolean', default: false },
  site: { type: 'string' },
  listen: { type: 'string' },
  'listen-tls': { type: 'string' },
  http3: { type: 'boolean', default: false },
  acme: { type: 'string' },
  logs: { type: 'string' },
  limit: { type: 'string', default: DEFAULT_LIMIT },
  certificates: { type: 'string' },
  cache: { type: 'string' },
} as const;

interface ProxyArguments {
  readonly server?: string | undefined;
  readonly out?: string | undefined;
  readonly check: boolean;
  readonly site?: string | undefined;
  readonly listen?: string | undefined;
  readonly 'listen-tls'?: string | undefined;
  readonly http3?: boolean | undefined;
  readonly acme?: string | undefined;
  readonly logs?: string | undefined;
  readonly limit?: string | undefined;
  readonly certificates?: string | undefined;
  readonly cache?: string | undefined;
}

/** Writes, prints or checks a configuration. @returns the exit code */
export async function proxyConfig(given: ProxyArguments): Promise<number> {
  const config = getConfig(process.env);
  const known = given.server === undefined ? { ...configuredArguments(config), check: given.check } : given;
  const { out, check } = known;
  const text = await proxyConfigText(config, known);
  if (check && out === undefined) throw new ConfigError('--check needs --out FILE.');
  if (out === undefined) process.stdout.write(text);
  else if ((await textOf(out)) !== text) {
    if (check) return reportOutdated(out);
    await writeAtomic(resolve(out), text);
  }
  return reportBroken(await readBrands(config));
}

function reportOutdated(file: string): number {
  process.stderr.write(`${file} is not up to date: run the same command without --check.\n`);
  return EXIT.failure;
}

/** @throws ConfigError where the environment names no arguments */
function configuredArguments({ proxyConfig: text }: Config): ProxyArguments {
  if (text === undefined) throw new ConfigError('Say for which web server: --server nginx or --server caddy.');
  return parseProxyArguments(text);
}

/** @param text arguments of `npm run proxy-config`, parted by spaces */
export function parseProxyArguments(text: string): ProxyArguments {
  try {
    return parseArgs({ options: PROXY_SWITCHES, args: text.split(/\s+/).filter(Boolean) }).values as ProxyArguments;
  } catch (cause) {
    throw new ConfigError(`LECTERN_PROXY_CONFIG is "${text}", which are no arguments of npm run proxy-config.`, {
      cause,
    });
  }
}

/** The configuration of what is live now. */
export async function proxyConfigText(config: Config, given: ProxyArguments): Promise<string> {
  const { server = '', listen, certificates, http3 } = given;
  if (!isProxyServer(server)) throw new ConfigError(`--server is "${server}". Give nginx or caddy.`);
  return GENERATORS[server](await loadProxiedBrands(config), {
    state: config.state,
    sites: (given.site ?? `127.0.0.1:${config.port}`).split(','),
    listen,
    listenTls: given['listen-tls'],
    certificates: certificates && resolve(certificates),
    acme: given.acme && resolve(given.acme),
    http3,
    logs: given.logs && resolve(given.logs),
    limit: limitOf(given.limit ?? DEFAULT_LIMIT),
    cache: resolve(given.cache ?? '/var/cache/lectern-nginx'),
  });
}

/** Undefined for 0, which is no limit. */
function limitOf(text: string): number | undefined {
  if (!/^\d{1,5}$/.test(text)) throw new ConfigError(`--limit is "${text}". Give requests a second, 0 for no limit.`);
  return Number(text) || undefined;
}

/** All brands with what is live of each; a broken one as it was before. */
export async function loadProxiedBrands(config: Config): Promise<readonly ProxiedBrand[]> {
  return (await readBrands(config)).served.map((brand) => proxiedBrand(brand, config.state));
}

function proxiedBrand(brand: Brand, state: string): ProxiedBrand {
  const { id, hosts, apiPrefix, locales, prerender } = brand;
  const bundle = liveBundle(id, state);
  const live = bundle && { ...bundle, csp: pagePolicy(bundle.csp, brand) };
  const takenDownSince = readTakenDown(join(state, id)).since;
  const booksOnRequest = (prerender?.books ?? 'none') === 'none';
  return { id, hosts, apiPrefix, locales, booksOnRequest, hsts: strictTransportSecurity(brand), takenDownSince, live };
}

/** Undefined also where the release is damaged: our server then answers for this brand, and the others keep their files. */
function liveBundle(id: string, state: string): ProxiedBrand['live'] {
  try {
    const release = openLive(join(state, id));
    release?.close();
    return release && { bundle: release.info.bundle.id, csp: release.info.bundle.csp };
  } catch (error) {
    process.stderr.write(
      `The live release of ${id} cannot be read, so our server answers for it: ${messageOf(error)}\n`,
    );
    return undefined;
  }
}

/** Undefined where there is no such file. */
export async function textOf(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
}
