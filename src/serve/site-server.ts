import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BrandBundle } from '#src/brand/assets.ts';
import { createHostTable, hostName } from '#src/brand/hosts.ts';
import type { Brand } from '#src/brand/registry.ts';
import type { Log } from '#src/lib/log.ts';
import type { Release } from '#src/publish/release/index.ts';
import type { GuardTable } from '#src/routes/guards.ts';
import { sendApiError } from './api-proxy/api-error.ts';
import { createApiProxy } from './api-proxy/api-proxy.ts';
import { type BrandSite, createBrandSite } from './brand-site.ts';
import { cannotBeShown, decide, type Facts } from './decide/decide-response.ts';
import { type ContentDecision, type Decision, isContent, type UnknownGuard } from './decide/decision.ts';
import { createFileStore } from './files/file-store.ts';
import { createResponseCache } from './files/response-cache.ts';
import { DamagedFileError } from './files/verified-files.ts';
import { createPlainForms } from './forms/plain-forms.ts';
import { createHttpServer } from './http/http-server.ts';
import { kindOf, measureRequest, type RequestKind, type ServerGauges, type ServerMeter } from './http/meter.ts';
import { createProxyCheck, type ParsedRequest, parseRequest } from './http/parse-request.ts';
import {
  type Health,
  type SerializedResponse,
  type SiteResponse,
  send,
  sendHealth,
  sendPlainPage,
  sendRedirect,
  sendRefusal,
  serializeKnown,
} from './http/responses.ts';
import { createContentWatch } from './render/content-watch.ts';
import { createRenderCache } from './render/render-cache.ts';
import type { Renderer } from './render/render-page.ts';
import { createClientErrors } from './reports/client-errors.ts';
import { createPolicyReports } from './reports/policy-reports.ts';
import { createVitals } from './reports/vitals.ts';

const MIB = 1024 * 1024;

export interface SiteServerConfig {
  readonly brands: readonly { readonly brand: Brand; readonly bundle: BrandBundle }[];
  /** The state folder. Releases are read from `<state>/<brand>/current`. */
  readonly state: string;
  readonly upstreamOrigin: string;
  /** Renders pages on request; usually created by `createRenderThreads`. Closed by the server. */
  readonly renderer: Renderer;
  /** How long a visitor waits for a page rendered on request, in ms; default: 1.5 seconds. */
  readonly renderWaitMs?: number;
  /** Folder with the built site's browser files. */
  readonly clientFolder: string;
  /** If false, the service worker is removed from all browsers that have it; default: true. */
  readonly serviceWorker?: boolean;
  /** IP addresses or subnets of trusted proxies, whose forwarded headers are used. */
  readonly proxies: readonly string[];
  readonly log: Log;
  /** Names of guards by route; default: those in src/routes/guards.ts. */
  readonly guards?: GuardTable;
  /** Ids of the brands that need a live release for `/readyz` to succeed; default: all. */
  readonly awaited?: readonly string[];
  /** Hosts of brands that currently cannot be served. Requests to them get 503. */
  readonly unavailableHosts?: readonly string[];
  /**
   * Memory for files and cached responses, in bytes; each gets half. Default: 64 MiB. Rendered pages get the same
   * amount in addition.
   */
  readonly cacheBytes?: number;
  /** How long a client may take to send its headers, in ms; default: 15 seconds. */
  readonly headersTimeoutMs?: number;
  /** Receives metrics about every request. Without it, nothing is measured. */
  readonly meter?: ServerMeter | undefined;
  /** How long the upstream may take for a visitor's call, in ms; default: 10 seconds. */
  readonly upstreamTimeoutMs?: number;
}

export interface SiteServer {
  /**
   * @param port use 0 for any free port
   * @returns the port in use
   */
  listen(port: number, host?: string): Promise<number>;
  /** Returns the current state of the server, for metrics. */
  gauges(): ServerGauges;
  /**
   * Closes the server. For `drainMs` (default: 0) it still responds, and `/healthz` and `/readyz` report that it is
   * closing. Afterwards, requests in progress get ten seconds.
   */
  close(drainMs?: number): Promise<void>;
}

/** A request that is being handled. */
interface Exchange {
  readonly message: IncomingMessage;
  readonly request: ParsedRequest;
  readonly response: ServerResponse;
  readonly site: BrandSite | undefined;
  /** The release that was live when the request arrived. */
  readonly release: Release | undefined;
}

/** One HTTP server for all brands (docs/operate/server.md). */
export function createSiteServer(config: SiteServerConfig): SiteServer {
  const { log, meter, cacheBytes = 64 * MIB, headersTimeoutMs = 15_000, upstreamTimeoutMs = 10_000 } = config;
  const files = createFileStore(cacheBytes / 2);
  const responses = createResponseCache(cacheBytes / 2);
  const rendered = createRenderCache({ ...config, boundBytes: cacheBytes });
  const watch = createContentWatch({
    upstreamOrigin: config.upstreamOrigin,
    isNeeded: () => rendered.gauge().bytes > 0,
    onChange: rendered.forgetAll,
  });
  const proxy = createApiProxy(config.upstreamOrigin, log, upstreamTimeoutMs, meter);
  const reports = createPolicyReports(log);
  const vitals = createVitals(config.state, log);
  const clientErrors = createClientErrors(config);
  const forms = createPlainForms(proxy.ask);
  const isTrustedProxy = createProxyCheck(config.proxies);
  const brandOf = createHostTable(config.brands.map(({ brand }) => brand));
  const otherHosts = new Set(config.brands.flatMap(({ brand }) => brand.hosts.slice(1)));
  const unavailable = new Set(config.unavailableHosts);
  const isOtherHost = (host: string | undefined) => otherHosts.has(hostName(host) ?? '');
  const apiPrefixes = new Set(config.brands.map(({ brand }) => brand.apiPrefix));
  const logUnknownGuard = createGuardLog(log);
  const sites = new Map<string, BrandSite>();
  for (const { brand, bundle } of config.brands)
    sites.set(brand.id, createBrandSite({ ...config, brand, bundle, files, rendered }));
  const awaited = [...sites.values()].filter(({ brand }) => config.awaited?.includes(brand.id) ?? true);
  const withoutRelease = () => awaited.filter((site) => !site.release()).map(({ brand }) => brand.id);

  const health = (): Health => ({ status: server.isDraining() ? 'draining' : 'ok' });

  const readiness = (): Health => {
    if (server.isDraining()) return health();
    const missing = withoutRelease();
    return missing.length === 0 ? { status: 'ok' } : { status: 'not ready', withoutRelease: missing };
  };

  /** Request kinds of cached responses, which are sent without a decision. */
  const kinds = new WeakMap<SerializedResponse, RequestKind>();

  const handle = (message: IncomingMessage, response: ServerResponse): void | Promise<void> => {
    const record = meter && measureRequest(meter, response);
    const request = parseRequest(message, isTrustedProxy);
    if (!request) return sendRefusal(response, { status: 400, text: 'The request target is malformed.', headers: {} });
    const site = sites.get(brandOf(request.host)?.id ?? '');
    // Cached responses belong to the brand's first host, to which its other hosts redirect.
    const cached = site && !isOtherHost(request.host) ? responses.find(request, site) : undefined;
    if (cached) {
      record?.(site?.brand.id, kinds.get(cached) ?? 'page');
      meter?.lookUp('responses', 'hit');
      return send(request, response, cached);
    }
    const { decision, release } = decideFor(request, site);
    record?.(site?.brand.id, kindOf(decision));
    return execute(decision, { message, request, response, site, release });
  };

  /** Falls back to the previous release if the live release's manifest is damaged. */
  const decideFor = (request: ParsedRequest, site: BrandSite | undefined) => {
    const live = site?.release();
    try {
      return { decision: decide(request, factsOf(request, site, live)), release: live };
    } catch (error) {
      if (!site || !live || !(error instanceof Error && 'errcode' in error)) throw error;
      site.refuse(live, error);
      const release = site.release();
      return { decision: decide(request, factsOf(request, site, release)), release };
    }
  };

  const factsOf = ({ host }: ParsedRequest, site: BrandSite | undefined, release: Release | undefined): Facts => ({
    brand: site?.brand,
    isUnavailable: !site && unavailable.has(hostName(host) ?? ''),
    release,
    apiPrefixes,
    guards: config.guards,
    hasRuntimeFile: site?.hasRuntimeFile ?? (() => false),
    hasServiceWorker: site?.hasServiceWorker ?? false,
    takenDown: site?.takenDown,
    newAddress: site?.newAddress,
  });

  const execute = (decision: Decision, exchange: Exchange): void | Promise<void> => {
    const { message, request, response, site } = exchange;
    if (!isContent(decision))
      for (const [name, value] of Object.entries(site?.headers ?? {})) response.setHeader(name, value);
    switch (decision.kind) {
      case 'health':
        return sendHealth(request, response, health());
      case 'readiness':
        return sendHealth(request, response, readiness());
      case 'proxy':
        return proxy.forward(site?.brand.id ?? '', request, message, response);
      case 'report':
        return site && reports.receive(site.brand, request, message, response);
      case 'vitals':
        return site && vitals.receive(site.brand, request, message, response);
      case 'clientError':
        return site && clientErrors.receive(site.brand, request, message, response);
      case 'form':
        return site && forms.receive(decision.form, site.brand, request, message, response);
      case 'apiError':
        return sendApiError(request, response, decision);
      case 'refusal':
        return sendRefusal(response, decision);
      case 'redirect':
        return sendRedirect(response, decision);
      case 'plainPage':
        return sendPlainPage(request, response, decision);
      case 'unknownGuard':
        logUnknownGuard(decision, request);
        return sendPlainPage(request, response, decision.page);
      default:
        return sendContent(decision, exchange);
    }
  };

  const sendContent = async (decision: ContentDecision, exchange: Exchange): Promise<void> => {
    const { request, response, site, release } = exchange;
    if (!site || !release) throw new Error(`There is no release for the decision "${decision.kind}".`);
    for (const respond of [site.respond, site.respondWithFallback]) {
      const result = await respond(decision, request, release);
      if ('kind' in result) return execute(result, exchange);
      const serialized = await serializeSound(result, request, site);
      if (serialized) {
        if (meter) kinds.set(serialized, kindOf(decision));
        meter?.lookUp('responses', 'miss');
        return send(request, response, serialized);
      }
      // If the damaged page is itself an error page, the response does not use it.
      if (result.status >= 400) return execute(cannotBeShown(result.status), exchange);
    }
  };

  /** @returns undefined if the content's files are damaged */
  const serializeSound = async (result: SiteResponse, request: ParsedRequest, site: BrandSite) => {
    try {
      return serializeKnown(request, result) ?? (await responses.add(request, site, result));
    } catch (error) {
      if (error instanceof DamagedFileError) return undefined;
      throw error;
    }
  };

  const server = createHttpServer(handle, { log, headersTimeoutMs });
  return {
    listen(port, host = '127.0.0.1') {
      watch.start();
      return server.listen(port, host);
    },
    gauges: () => ({
      queues: [
        ...rendered.queues().map((gauge) => ({ queue: 'pages' as const, ...gauge })),
        ...proxy.queues().map((gauge) => ({ queue: 'calls' as const, ...gauge })),
      ],
      caches: [
        { cache: 'files', ...files.gauge() },
        { cache: 'responses', ...responses.gauge() },
        { cache: 'pages', ...rendered.gauge() },
      ],
      openCircuits: proxy.openCircuits(),
      threads: config.renderer.threads?.() ?? [],
      releases: [...sites.values()].flatMap((site) => site.release()?.info ?? []),
    }),
    async close(drainMs) {
      await server.close(drainMs);
      for (const site of sites.values()) site.close();
      await watch.close();
      await vitals.close();
      await clientErrors.close();
      await proxy.close();
      await config.renderer.close();
    },
  };
}

/** Returns a function that logs each unknown guard once. */
function createGuardLog(log: Log): (guard: UnknownGuard, request: ParsedRequest) => void {
  const logged = new Set<string>();
  return ({ name }, { path }) => {
    if (logged.has(name)) return;
    logged.add(name);
    log.error(`Unknown middleware ${name}`, { path });
  };
}
