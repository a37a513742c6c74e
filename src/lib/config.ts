import { resolve } from 'node:path';
import { type MailSettings, mailOf, type OidcSettings, oidcOf, siteOf } from './config-accounts.ts';
import { type AdminSettings, adminOf } from './config-admin.ts';
import { type MetricsAddress, metricsOf } from './config-metrics.ts';
import { type NightHooks, nightHooksOf } from './config-nights.ts';
import { postgresOf } from './config-postgres.ts';
import { withCredentials } from './credentials.ts';
import { ConfigError } from './errors.ts';

/** What the environment decides; nothing else reads it. */
export interface Config {
  /** Folder of all state (`LECTERN_STATE`). */
  readonly state: string;
  /** Folder of the brands (`LECTERN_BRANDS`). */
  readonly brands: string;
  /** Origin of a foreign upstream (`LECTERN_UPSTREAM`), undefined for the embedded API. */
  readonly upstream: string | undefined;
  /** Port of the server (`PORT`). */
  readonly port: number;
  /** Addresses whose forwarded headers are believed (`LECTERN_PROXIES`, comma separated). */
  readonly proxies: readonly string[];
  /** How long a visitor waits for a page rendered on request, in ms (`LECTERN_RENDER_WAIT`); undefined for the default. */
  readonly renderWaitMs: number | undefined;
  /** Arguments of `npm run proxy-config` (`LECTERN_PROXY_CONFIG`): each publish renews that file. Undefined for none. */
  readonly proxyConfig: string | undefined;
  /** Command by which the web server in front takes its new configuration (`LECTERN_PROXY_RELOAD`). */
  readonly proxyReload: string | undefined;
  /** How long `npm run site` goes on answering once it is told to end (`LECTERN_DRAIN_SECONDS`, by default 0). */
  readonly drainSeconds: number;
  /** False ends the service worker of every brand (`LECTERN_WORKER=off`). */
  readonly serviceWorker: boolean;
  readonly development: boolean;
  /** English in the pseudo-locale, for tests (`LECTERN_PSEUDO=true`). */
  readonly pseudo: boolean;
  /** A mail server (`LECTERN_MAIL_SMTP`, `LECTERN_MAIL_FROM`), else a folder (`LECTERN_MAIL_DIR`, by default `api/mail` in the state). */
  readonly mail: MailSettings;
  /** An OpenID provider to sign in at (`LECTERN_OIDC_ISSUER`, `_CLIENT_ID`, `_CLIENT_SECRET`, `_NAME`). */
  readonly oidc: OidcSettings | undefined;
  /** Scheme and host of every brand's site, `{brand}` standing for its id (`LECTERN_SITE`); else the brand's own. */
  readonly site: string | undefined;
  /** Private keys for notifications by brand (`LECTERN_PUSH_KEYS`, as `brand=key`, comma separated). */
  readonly pushKeys: ReadonlyMap<string, string>;
  /** Where `/metrics` answers (`LECTERN_METRICS`); undefined for nowhere. */
  readonly metrics: MetricsAddress | undefined;
  /** Where the admin is (`LECTERN_ADMIN_PORT`, `LECTERN_ADMIN_ORIGIN`). */
  readonly admin: AdminSettings;
  /** What is called for a failed, refused or missing night (`LECTERN_NIGHT_COMMAND`, `_WEBHOOK`, `_MAIL`). */
  readonly nightHooks: NightHooks;
  /** PostgreSQL that several machines share (`LECTERN_POSTGRES`); undefined for none. */
  readonly postgres: string | undefined;
  /** PostgreSQL that has the API's store (`LECTERN_STORE`); undefined for files in the folder of all state. */
  readonly store: string | undefined;
  /** Whether `npm run nightly` hands the nights to workers (`LECTERN_QUEUE=on`). */
  readonly queue: boolean;
  /** Store of releases that several machines share, as `openStore` takes it (`LECTERN_RELEASES`); undefined for none. */
  readonly releases: string | undefined;
  /** Where page views are handed on to (`LECTERN_MEASUREMENT_SECRETS`, `LECTERN_MEASUREMENT_URL`); undefined for nowhere. */
  readonly measurement: { readonly endpoint: string; readonly secrets: ReadonlyMap<string, string> } | undefined;
}

export function getConfig(environment: NodeJS.ProcessEnv): Config {
  const env = withCredentials(environment);
  const state = resolve(env['LECTERN_STATE'] || 'var');
  return {
    state,
    brands: resolve(env['LECTERN_BRANDS'] || 'brands'),
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

/** @throws ConfigError unless `text` is a port number; 0 means any free one. */
export function portOf(text: string, name: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65535) return port;
  throw new ConfigError(`${name} is "${text}", which is no port number. Give one from 0 to 65535.`);
}

/** @throws ConfigError unless `text` is a whole number of milliseconds, up to an hour */
function milliseconds(text: string | undefined, name: string): number | undefined {
  if (!text) return undefined;
  const ms = Number(text);
  if (/^\d{1,7}$/.test(text) && ms >= 1 && ms <= 3_600_000) return ms;
  throw new ConfigError(`${name} is "${text}". Give whole milliseconds from 1 to 3600000.`);
}

const MOST_DRAIN_SECONDS = 300;

function drainOf(text: string): number {
  const seconds = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && seconds <= MOST_DRAIN_SECONDS) return seconds;
  throw new ConfigError(`LECTERN_DRAIN_SECONDS is "${text}". Give a number from 0 to ${MOST_DRAIN_SECONDS}.`);
}

/** @throws ConfigError for what is no http address, or has more than an origin, which would be lost */
function upstreamOf(text: string | undefined): string | undefined {
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ConfigError(
      `LECTERN_UPSTREAM is "${text}", which is no http address. Give one such as https://api.example.com.`,
    );
  if (url.href === `${url.origin}/`) return url.origin;
  // A password may be in it, so it is not repeated.
  const more = url.username || url.password ? 'a user or password' : url.href.slice(url.origin.length);
  throw new ConfigError(
    `LECTERN_UPSTREAM has ${more} behind or before its host, which no call would have: each brand calls below its own apiPrefix. Give ${url.origin}, and let a proxy there add the rest.`,
  );
}

const PROVIDER = 'https://www.google-analytics.com/mp/collect';

/** @throws ConfigError for secrets that are no list of `id=secret`, or an address that is none */
function measurementOf(secrets: string | undefined, endpoint: string | undefined): Config['measurement'] {
  if (!secrets) return undefined;
  const pairs = secrets.split(',').map((part) => part.trim().split('='));
  if (pairs.some(([id, secret, ...more]) => !id || !secret || more.length > 0)) {
    // The text itself is secret, so the message does not repeat it.
    throw new ConfigError(
      'LECTERN_MEASUREMENT_SECRETS is no list such as "G-ABC123=secret,G-DEF456=secret". Give each id with its secret.',
    );
  }
  const address = endpoint || PROVIDER;
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new ConfigError(`LECTERN_MEASUREMENT_URL is "${address}", which is no http address.`);
  }
  return { endpoint: address, secrets: new Map(pairs.map(([id = '', secret = '']) => [id, secret])) };
}
