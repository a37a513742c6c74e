import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { BrandBundle } from '#src/brand/assets.ts';
import type { Brand } from '#src/brand/registry.ts';
import type { Log } from '#src/lib/log.ts';
import { mediaType } from '#src/lib/media-types.ts';
import { SECURITY_HEADERS } from '#src/lib/response-headers.ts';
import { POLICY_DIRECTIVES, type SiteLocals } from '#src/publish/bundle/index.ts';
import {
  createApiProxy,
  createPlainForms,
  createProxyCheck,
  type Decision,
  decide,
  type ParsedRequest,
  parseRequest,
  type ReleaseIndex,
  SERVICE_WORKER_HEADERS,
  sendApiError,
  sendPlainPage,
  sendRedirect,
  sendRefusal,
  UNREGISTERING_SCRIPT,
} from '#src/serve/index.ts';
import { ROBOTS_PATH, robotsTxt } from '#src/shell/head/robots.ts';

/** What the server currently serves. It is replaced when the brand's files or the snapshot change. */
export interface ShownBrand {
  readonly brand: Brand;
  readonly bundle: BrandBundle;
  readonly index: ReleaseIndex;
}

export interface DevRequestsConfig {
  readonly upstreamOrigin: string;
  /** The brand's `catalogue.db`. */
  readonly snapshot: string;
  /** Path prefix of modules bundled by Vite, such as `/var/dev/vite/`. */
  readonly bundledModules: string;
  /** Folder of the static files. */
  readonly publicFolder: string;
  readonly log: Log;
  shown(): ShownBrand;
}

/**
 * Connect middleware for the development server. It responds to the requests that the site's server handles without
 * rendering, and passes pages and modules to Astro.
 */
export interface DevRequests {
  handle(message: IncomingMessage, response: ServerResponse, next: () => void): void;
  close(): Promise<void>;
}

const UPSTREAM_TIMEOUT_MS = 10_000;
/**
 * Time limit of an upstream call. It is longer than in production, because the thread also compiles pages.
 */
const CALL_TIMEOUT_MS = 10_000;

/** The property from which Astro's server reads `Astro.locals`. */
const LOCALS = Symbol.for('astro.locals');

/** Matches paths of modules and of Vite's own files. No page path matches. */
const MODULE = /^\/(?:@|__|src\/|brands\/|node_modules\/|packages\/)/;

export function createDevRequests(config: DevRequestsConfig): DevRequests {
  const { upstreamOrigin, snapshot, bundledModules, publicFolder, log, shown } = config;
  const proxy = createApiProxy(upstreamOrigin, log, UPSTREAM_TIMEOUT_MS);
  const forms = createPlainForms(proxy.ask);
  const isTrustedProxy = createProxyCheck([]);

  const decideFor = (request: ParsedRequest): Decision => {
    const { brand, index } = shown();
    return decide(request, {
      brand,
      release: index,
      apiPrefixes: new Set([brand.apiPrefix]),
      guards: undefined,
      hasRuntimeFile: (path) => brandFile(path) !== undefined || existsSync(join(publicFolder, path)),
      hasServiceWorker: true,
    });
  };

  const brandFile = (path: string): Uint8Array | undefined => {
    const { bundle } = shown();
    if (path === ROBOTS_PATH) return Buffer.from(robotsTxt(bundle.brand));
    return bundle.files.find(({ url }) => url === path)?.content;
  };

  const showPage = (message: IncomingMessage, response: ServerResponse, address: string, next: () => void) => {
    const locals: SiteLocals & { path: string } = {
      brand: shown().bundle.brand,
      upstreamOrigin,
      snapshot,
      upstreamTimeoutMs: CALL_TIMEOUT_MS,
      path: address.split('?')[0] ?? address,
    };
    Object.assign(message, { [LOCALS]: locals });
    message.url = address;
    response.setHeader('Content-Security-Policy', POLICY);
    next();
  };

  const answer = (request: ParsedRequest, message: IncomingMessage, response: ServerResponse, next: () => void) => {
    const decision = decideFor(request);
    const { brand } = shown();
    switch (decision.kind) {
      case 'proxy':
        return proxy.forward(brand.id, request, message, response);
      case 'form':
        return forms.receive(decision.form, brand, request, message, response);
      case 'apiError':
        return sendApiError(request, response, decision);
      case 'refusal':
        return sendRefusal(response, decision);
      case 'redirect':
        return sendRedirect(response, decision);
      case 'plainPage':
        return sendPlainPage(request, response, decision);
      case 'unknownGuard':
        return sendPlainPage(request, response, decision.page);
      case 'page':
        return showPage(message, response, request.path, next);
      case 'render':
        return showPage(message, response, decision.address, next);
      case 'errorPage':
        return showPage(message, response, decision.page.path, next);
      case 'asset': {
        const content = brandFile(request.path);
        return content ? sendFile(response, request.path, content) : next();
      }
      case 'serviceWorker':
        return sendFile(response, request.path, Buffer.from(UNREGISTERING_SCRIPT), SERVICE_WORKER_HEADERS);
      case 'report':
      case 'vitals':
      case 'clientError':
        return void response.writeHead(204).end();
      default:
        return void response.writeHead(404).end();
    }
  };

  return {
    handle(message, response, next) {
      const request = parseRequest(message, isTrustedProxy);
      if (!request || MODULE.test(request.path) || request.path.startsWith(bundledModules)) return next();
      Promise.resolve(answer(request, message, response, next)).catch((error: unknown) => {
        log.error(`${request.method} ${request.path}: ${error instanceof Error ? error.stack : String(error)}`);
        response.destroy();
      });
    },
    close: proxy.close,
  };
}

/**
 * The Content Security Policy of the built site, with exceptions for Vite, which adds scripts and styles to pages and
 * connects to its server.
 */
const POLICY = [
  ...POLICY_DIRECTIVES.map((directive) => (directive === "connect-src 'self'" ? `${directive} ws:` : directive)),
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
].join('; ');

function sendFile(response: ServerResponse, path: string, content: Uint8Array, headers = SECURITY_HEADERS): void {
  response.writeHead(200, { ...headers, 'Content-Type': mediaType(path), 'Cache-Control': 'no-cache' }).end(content);
}
