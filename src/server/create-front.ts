import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BrandBundle } from '#src/brand/assets.ts';
import { createHostTable } from '#src/brand/hosts.ts';
import type { Brand } from '#src/brand/registry.ts';
import type { Log } from '#src/lib/log.ts';
import type { GuardTable } from '#src/routes/guards.ts';
import { parsePath } from '#src/routes/parse.ts';
import type { SiteApp } from '#src/site-bundle/index.ts';
import { type Ask, refuse, send, serialize } from './answer.ts';
import { createTrustCheck, readAsk } from './ask.ts';
import { type BrandPages, createBrandPages } from './brand-pages.ts';
import { createFileStore } from './files.ts';
import { createGuards, noSite, type Outcome } from './guards.ts';
import { health } from './health.ts';
import { createPreparedAnswers } from './prepared.ts';
import { createApiProxy, fail } from './proxy.ts';
import { createRenderedPages } from './rendered.ts';
import { createGuardedServer } from './server.ts';

const MIB = 1024 * 1024;

export interface FrontConfig {
  readonly brands: readonly { readonly brand: Brand; readonly bundle: BrandBundle }[];
  /** Folder of all state: releases are read from `<state>/<brand>/current`. */
  readonly state: string;
  readonly upstreamOrigin: string;
  /** The built site, for pages rendered on request. */
  readonly site: SiteApp;
  /** Folder of the built site's browser files. */
  readonly clientFolder: string;
  /** False ends the service worker in every browser that has it; default true. */
  readonly serviceWorker?: boolean;
  /** Addresses or subnets whose forwarded headers are believed. */
  readonly proxies: readonly string[];
  readonly log: Log;
  /** Names of guards by route; those of src/routes/guards.ts where not given. */
  readonly guards?: GuardTable;
  /** Ids of the brands that must have a release for `/readyz`; all where not given. */
  readonly awaited?: readonly string[];
  /** Memory for files and prepared answers, half of it each, and as much for rendered pages; default 64 MiB. */
  readonly cacheBytes?: number;
  /** How long a client may take to send its headers; default 15 seconds. */
  readonly headersTimeoutMs?: number;
  /** How long the upstream may take to answer a call, and between two pieces of its answer; default 30 seconds. */
  readonly upstreamTimeoutMs?: number;
}

export interface Front {
  /** @returns the port; 0 asks for any free one */
  listen(port: number, host?: string): Promise<number>;
  /** Ends cleanly: requests under way finish, for at most five seconds. */
  close(): Promise<void>;
}

/** Longer addresses are nobody's; a search word or a slug has at most 200 bytes, percent-encoded three times that. */
const MOST_URL = 4096;

/** One HTTP server for all brands (docs/front.md). */
export function createFront(config: FrontConfig): Front {
  const { log, cacheBytes = 64 * MIB, headersTimeoutMs = 15_000, upstreamTimeoutMs = 30_000 } = config;
  const files = createFileStore(cacheBytes / 2);
  const prepared = createPreparedAnswers(cacheBytes / 2);
  const rendered = createRenderedPages({ ...config, boundBytes: cacheBytes });
  const proxy = createApiProxy(config.upstreamOrigin, log, upstreamTimeoutMs);
  const trusts = createTrustCheck(config.proxies);
  const brandOf = createHostTable(config.brands.map(({ brand }) => brand));
  const prefixes = new Set(config.brands.map(({ brand }) => brand.apiPrefix));
  const sites = new Map(
    config.brands.map(({ brand, bundle }) => [
      brand.id,
      createBrandPages({ ...config, brand, bundle, files, rendered }),
    ]),
  );

  const guard = createGuards(config.guards, log);
  const awaited = [...sites.values()].filter(({ brand }) => config.awaited?.includes(brand.id) ?? true);

  const outcomeOf = async (ask: Ask, brand: Brand | undefined, site: BrandPages | undefined): Promise<Outcome> => {
    const match = parsePath(ask.path, brand?.locales ?? []);
    const stop = guard({ ask, brand, match, holds: (path) => site?.holds(path) ?? false });
    return stop ?? (site ? site.decide(ask, match) : noSite(ask));
  };

  const handle = (request: IncomingMessage, response: ServerResponse): void | Promise<void> => {
    const ask = readAsk(request, trusts);
    if (!ask) return refuse(response, 400, 'The request target is malformed.');
    if (isTooLong(ask)) return refuse(response, 414, 'The address is too long.');
    if (isHealth(ask)) return health(ask, response, awaited);
    const brand = brandOf(ask.host);
    const prefix = prefixOf(ask.path);
    if (prefix === brand?.apiPrefix) return proxy.forward(ask, request, response);
    if (brand && prefixes.has(prefix)) return noCall(ask, response);
    if (brand && ask.method !== 'GET' && ask.method !== 'HEAD')
      return refuse(response, 405, 'Pages are read by GET and HEAD.', { Allow: 'GET, HEAD' });
    const site = brand && sites.get(brand.id);
    const known = site && prepared.find(ask, site);
    if (known) return send(ask, response, known);
    return answer(ask, brand, site, response);
  };
  const answer = async (
    ask: Ask,
    brand: Brand | undefined,
    site: BrandPages | undefined,
    response: ServerResponse,
  ): Promise<void> => {
    const outcome = await outcomeOf(ask, brand, site);
    if (typeof outcome === 'function') return outcome(response);
    send(ask, response, await (site ? prepared.make(ask, site, outcome) : serialize(ask.acceptEncoding, outcome)));
  };

  const server = createGuardedServer(handle, { log, headersTimeoutMs });
  return {
    listen: (port, host = '127.0.0.1') => server.listen(port, host),
    async close() {
      await server.close();
      for (const site of sites.values()) site.close();
      await proxy.close();
    },
  };
}

const isTooLong = ({ path, search }: Ask) => path.length + search.length > MOST_URL;

const isHealth = ({ path }: Ask) => path === '/healthz' || path === '/readyz';

/** The first segment with its slash, where something follows it. */
const prefixOf = (path: string) => path.slice(0, Math.max(path.indexOf('/', 1), 0));

const noCall = (ask: Ask, response: ServerResponse) =>
  fail(ask, response, 404, 'NOT_FOUND', 'This host has no calls at this address.');
