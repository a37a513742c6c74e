import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Brand, readBrands } from '#src/brand/registry.ts';
import { pagePolicy, strictTransportSecurity } from '#src/brand/response-headers.ts';
import { type Config, getConfig } from '#src/config/config.ts';
import { ConfigError, EXIT, isMissing, messageOf } from '#src/lib/errors.ts';
import { writeAtomic } from '#src/lib/files.ts';
import { print, printError } from '#src/lib/print.ts';
import { openLive, readTakenDown } from '#src/publish/release/index.ts';
import { GENERATORS, isProxyServer, type ProxiedBrand } from '#src/serve/proxy-config/index.ts';
import { reportBroken } from '../brand/broken-brands.ts';

/** Default rate limit in requests per second, which neither a person nor a household reaches. */
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

/**
 * Writes, prints or checks the configuration of the web server.
 * @returns the exit code
 */
export async function proxyConfig(switches: ProxyArguments): Promise<number> {
  const config = getConfig(process.env);
  const args = switches.server === undefined ? { ...configuredArguments(config), check: switches.check } : switches;
  const { out, check } = args;
  const text = await proxyConfigText(config, args);
  if (check && out === undefined) throw new ConfigError('--check needs --out FILE.');
  if (out === undefined) print(text);
  else if ((await textOf(out)) !== text) {
    if (check) return reportOutdated(out);
    await writeAtomic(resolve(out), text);
  }
  return reportBroken(await readBrands(config));
}

function reportOutdated(file: string): number {
  printError(`${file} is out of date. Run the same command without --check.\n`);
  return EXIT.failure;
}

/** Returns the arguments in LECTERN_PROXY_CONFIG. @throws ConfigError if it is not set */
function configuredArguments({ proxyConfig: text }: Config): ProxyArguments {
  if (text === undefined) throw new ConfigError('--server is missing. Give --server nginx or --server caddy.');
  return parseProxyArguments(text);
}

/** Parses the arguments of `npm run proxy-config`. @param text the arguments, separated by spaces */
export function parseProxyArguments(text: string): ProxyArguments {
  try {
    return parseArgs({ options: PROXY_SWITCHES, args: text.split(/\s+/).filter(Boolean) }).values as ProxyArguments;
  } catch (cause) {
    throw new ConfigError(`LECTERN_PROXY_CONFIG is "${text}", which are not valid arguments of npm run proxy-config.`, {
      cause,
    });
  }
}

/** Generates the web server's configuration for the current live releases. */
export async function proxyConfigText(config: Config, args: ProxyArguments): Promise<string> {
  const { server = '', listen, certificates, http3 } = args;
  if (!isProxyServer(server)) throw new ConfigError(`--server is "${server}". Give nginx or caddy.`);
  return GENERATORS[server](await loadProxiedBrands(config), {
    state: config.state,
    sites: (args.site ?? `127.0.0.1:${config.port}`).split(','),
    listen,
    listenTls: args['listen-tls'],
    certificates: certificates && resolve(certificates),
    acme: args.acme && resolve(args.acme),
    http3,
    logs: args.logs && resolve(args.logs),
    limit: limitOf(args.limit ?? DEFAULT_LIMIT),
    cache: resolve(args.cache ?? '/var/cache/lectern-nginx'),
  });
}

/** Parses the rate limit. @returns undefined for 0, which means no limit */
function limitOf(text: string): number | undefined {
  if (!/^\d{1,5}$/.test(text)) throw new ConfigError(`--limit is "${text}". Give requests per second, 0 for no limit.`);
  return Number(text) || undefined;
}

/** Returns all brands with their live releases. Broken brands have their last valid configuration. */
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

/**
 * Returns the bundle of the live release; undefined if the release is missing or damaged. The web server then forwards
 * all requests for this brand to our server.
 */
function liveBundle(id: string, state: string): ProxiedBrand['live'] {
  try {
    const release = openLive(join(state, id));
    release?.close();
    return release && { bundle: release.info.bundle.id, csp: release.info.bundle.csp };
  } catch (error) {
    printError(
      `The live release of ${id} cannot be read, so Lectern's server serves this brand: ${messageOf(error)}\n`,
    );
    return undefined;
  }
}

/** Reads a text file. @returns undefined if it does not exist */
export async function textOf(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
}
