import { resolve } from 'node:path';
import { ConfigError } from '#src/lib/errors.ts';
import { type MailSettings, mailOf, type OidcSettings, oidcOf, siteOf } from './accounts.ts';
import { type AdminSettings, adminOf } from './admin.ts';
import { withCredentials } from './credentials.ts';
import { type MetricsAddress, metricsOf } from './metrics.ts';
import { type NightHooks, nightHooksOf } from './nights.ts';
import { hasOwnBrands, ownBrandsFolder } from './own-brands.ts';
import { postgresOf } from './postgres.ts';

/** All settings from the environment. No other module reads it. */
export interface Config {
  /** The state folder (`LECTERN_STATE`). */
  readonly state: string;
  /** The brands' folder: `LECTERN_BRANDS`, else the site's own brands, else the demo brands. */
  readonly brands: string;
  /**
   * Whether the site has its own brands, which `npm run setup` creates in the state folder. Such a site never gets demo
   * books.
   */
  readonly isOwnSite: boolean;
  /** Origin of an external upstream (`LECTERN_UPSTREAM`); undefined for the embedded API. */
  readonly upstream: string | undefined;
  /** Port of the server (`PORT`). */
  readonly port: number;
  /** IP addresses whose forwarded headers are trusted (`LECTERN_PROXIES`, comma separated). */
  readonly proxies: readonly string[];
  /**
   * How long a visitor waits for a page rendered on request, in ms (`LECTERN_RENDER_WAIT`); undefined for the default.
   */
  readonly renderWaitMs: number | undefined;
  /**
   * Arguments for `npm run proxy-config` (`LECTERN_PROXY_CONFIG`), which each publish runs to update the file;
   * undefined if not set.
   */
  readonly proxyConfig: string | undefined;
  /** Command that makes the web server reload its configuration (`LECTERN_PROXY_RELOAD`). */
  readonly proxyReload: string | undefined;
  /** How long `npm run site` continues to respond after SIGTERM, in seconds (`LECTERN_DRAIN_SECONDS`, default: 0). */
  readonly drainSeconds: number;
  /** False leaves releases as they were published (`LECTERN_COMPRESS=off`). */
  readonly compressesWhenIdle: boolean;
  /** False removes the service worker of all brands (`LECTERN_WORKER=off`). */
  readonly serviceWorker: boolean;
  readonly development: boolean;
  /** Shows English in the pseudo-locale, for tests (`LECTERN_PSEUDO=true`). */
  readonly pseudo: boolean;
  /**
   * A mail server (`LECTERN_MAIL_SMTP`, `LECTERN_MAIL_FROM`) or a folder (`LECTERN_MAIL_DIR`, default: `api/mail` in
   * the state folder).
   */
  readonly mail: MailSettings;
  /** An OpenID provider for signing in (`LECTERN_OIDC_ISSUER`, `_CLIENT_ID`, `_CLIENT_SECRET`, `_NAME`). */
  readonly oidc: OidcSettings | undefined;
  /**
   * Scheme and host of all brands' sites, with `{brand}` for the brand's id (`LECTERN_SITE`); undefined: each brand's
   * own.
   */
  readonly site: string | undefined;
  /** Private keys for notifications, by brand (`LECTERN_PUSH_KEYS`, as `brand=key`, comma separated). */
  readonly pushKeys: ReadonlyMap<string, string>;
  /** Where `/metrics` is served (`LECTERN_METRICS`); undefined disables it. */
  readonly metrics: MetricsAddress | undefined;
  /** How to reach the admin (`LECTERN_ADMIN_PORT`, `LECTERN_ADMIN_ORIGIN`). */
  readonly admin: AdminSettings;
  /**
   * Hooks called if a nightly rebuild fails, is refused or is missing (`LECTERN_NIGHT_COMMAND`, `_WEBHOOK`, `_MAIL`).
   */
  readonly nightHooks: NightHooks;
  /** PostgreSQL database shared by several machines (`LECTERN_POSTGRES`); undefined if there is none. */
  readonly postgres: string | undefined;
  /** PostgreSQL database with the API's store (`LECTERN_STORE`); undefined for files in the state folder. */
  readonly store: string | undefined;
  /** Whether `npm run nightly` queues the rebuilds for workers (`LECTERN_QUEUE=on`). */
  readonly queue: boolean;
  /**
   * Release store shared by several machines, in the format of `openStore` (`LECTERN_RELEASES`); undefined if there is
   * none.
   */
  readonly releases: string | undefined;
  /**
   * Where page views are forwarded (`LECTERN_MEASUREMENT_SECRETS`, `LECTERN_MEASUREMENT_URL`); undefined if they are
   * not.
   */
  readonly measurement: { readonly endpoint: string; readonly secrets: ReadonlyMap<string, string> } | undefined;
}

export function getConfig(environment: NodeJS.ProcessEnv): Config {
  const env = withCredentials(environment);
  const state = resolve(env['LECTERN_STATE'] || 'var');
  const isOwnSite = !env['LECTERN_BRANDS'] && hasOwnBrands(state);
  return {
    state,
    brands: isOwnSite ? ownBrandsFolder(state) : resolve(env['LECTERN_BRANDS'] || 'brands'),
    isOwnSite,
    upstream: upstreamOf(env['LECTERN_UPSTREAM']),
    port: portOf(env['PORT'] || '4321', 'PORT'),
    proxies: (env['LECTERN_PROXIES'] ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
    renderWaitMs: milliseconds(env['LECTERN_RENDER_WAIT'], 'LECTERN_RENDER_WAIT'),
    proxyConfig: env['LECTERN_PROXY_CONFIG'] || undefined,
    proxyReload: env['LECTERN_PROXY_RELOAD'] || undefined,
    drainSeconds: drainOf(env['LECTERN_DRAIN_SECONDS'] || '0'),
    compressesWhenIdle: env['LECTERN_COMPRESS'] !== 'off',
    serviceWorker: env['LECTERN_WORKER'] !== 'off',
    development: env['NODE_ENV'] === 'development',
    pseudo: env['LECTERN_PSEUDO'] === 'true',
    mail: mailOf(env, state),
    oidc: oidcOf(env),
    site: siteOf(env['LECTERN_SITE']),
    pushKeys: pairsOf(env['LECTERN_PUSH_KEYS'] ?? ''),
    metrics: metricsOf(env['LECTERN_METRICS']),
    admin: adminOf(env),
    nightHooks: nightHooksOf(env),
    postgres: postgresOf(env['LECTERN_POSTGRES'], 'LECTERN_POSTGRES'),
    store: postgresOf(env['LECTERN_STORE'], 'LECTERN_STORE'),
    queue: env['LECTERN_QUEUE'] === 'on',
    releases: env['LECTERN_RELEASES'] || undefined,
    measurement: measurementOf(env['LECTERN_MEASUREMENT_SECRETS'], env['LECTERN_MEASUREMENT_URL']),
  };
}

const pairsOf = (text: string) =>
  new Map(
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
      .map((part) => [part.split('=')[0] ?? '', part.slice(part.indexOf('=') + 1)]),
  );

/** @throws ConfigError unless `text` is a port number; 0 means any free port */
export function portOf(text: string, name: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65535) return port;
  throw new ConfigError(`${name} is "${text}", which is not a port number. Give one from 0 to 65535.`);
}

/** @throws ConfigError unless `text` is a whole number of milliseconds, up to an hour */
function milliseconds(text: string | undefined, name: string): number | undefined {
  if (!text) return undefined;
  const ms = Number(text);
  if (/^\d{1,7}$/.test(text) && ms >= 1 && ms <= 3_600_000) return ms;
  throw new ConfigError(`${name} is "${text}". Give whole milliseconds from 1 to 3600000.`);
}

const MAX_DRAIN_SECONDS = 300;

function drainOf(text: string): number {
  const seconds = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && seconds <= MAX_DRAIN_SECONDS) return seconds;
  throw new ConfigError(`LECTERN_DRAIN_SECONDS is "${text}". Give a number from 0 to ${MAX_DRAIN_SECONDS}.`);
}

/** @throws ConfigError unless `text` is an http origin without a path; a path would be ignored */
function upstreamOf(text: string | undefined): string | undefined {
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ConfigError(
      `LECTERN_UPSTREAM is "${text}", which is not an http address. Give one such as https://api.example.com.`,
    );
  if (url.href === `${url.origin}/`) return url.origin;
  // The URL may contain a password, so the message does not repeat it.
  const more = url.username || url.password ? 'a user or password' : url.href.slice(url.origin.length);
  throw new ConfigError(
    `LECTERN_UPSTREAM contains ${more}, but may only consist of scheme and host: each brand appends its own apiPrefix. Give ${url.origin}, and let a proxy there add everything else.`,
  );
}

const PROVIDER = 'https://www.google-analytics.com/mp/collect';

/** @throws ConfigError unless the secrets are a list of `id=secret` and the URL is valid */
function measurementOf(secrets: string | undefined, endpoint: string | undefined): Config['measurement'] {
  if (!secrets) return undefined;
  const pairs = secrets.split(',').map((part) => part.trim().split('='));
  if (pairs.some(([id, secret, ...more]) => !id || !secret || more.length > 0)) {
    // The text itself is secret, so the message does not repeat it.
    throw new ConfigError(
      'LECTERN_MEASUREMENT_SECRETS is not a list such as "G-ABC123=secret,G-DEF456=secret". Give each id with its secret.',
    );
  }
  const address = endpoint || PROVIDER;
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new ConfigError(
      `LECTERN_MEASUREMENT_URL is "${address}", which is not an http address. Give one such as ${PROVIDER}.`,
    );
  }
  return { endpoint: address, secrets: new Map(pairs.map(([id = '', secret = '']) => [id, secret])) };
}
