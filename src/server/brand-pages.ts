import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { BrandBundle } from '#src/brand/assets.ts';
import { hostName } from '#src/brand/hosts.ts';
import type { Brand } from '#src/brand/registry.ts';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { isDevelopmentHost } from '#src/lib/private-address.ts';
import { CACHE_CONTROL } from '#src/lib/response-headers.ts';
import type { RecordedPage, Release } from '#src/release/index.ts';
import { ERROR_PAGES } from '#src/release/types.ts';
import { type Match, normalisePath } from '#src/routes/parse.ts';
import { ROUTES } from '#src/routes/paths.ts';
import { otherQuery, pageQuery } from '#src/routes/queries.ts';
import { type Ask, plainPage, type Reply, redirect } from './answer.ts';
import { canonicalOf } from './canonical.ts';
import { type FileStore, isAssetPath, isImmutable } from './files.ts';
import type { Outcome, Stop } from './guards.ts';
import { dependsOnLanguage, LANGUAGE_HEADERS } from './language.ts';
import { createLiveRelease } from './live-release.ts';
import type { RenderedPages } from './rendered.ts';
import { createWorkerFile, WORKER_CACHE, WORKER_HEADERS, WORKER_PATH } from './worker.ts';

/** Whoever holds a shared link may follow it; nobody else is told of it. */
const TOKEN_HEADERS = { 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer' };
/** Where a name leads is the release's or the upstream's to say: what was kept of it would lead in circles some day. */
const ASKED_AGAIN = { 'Cache-Control': 'no-cache' };
const FOREVER = Number.POSITIVE_INFINITY;

export interface BrandPagesConfig {
  readonly brand: Brand;
  readonly bundle: BrandBundle;
  /** Folder of all state. */
  readonly state: string;
  /** Folder of the site bundle's browser files. */
  readonly clientFolder: string;
  readonly files: FileStore;
  readonly rendered: RenderedPages;
  readonly log: Log;
  /** False ends the service worker; default true. */
  readonly serviceWorker?: boolean;
}

/** One brand's pages and files. */
export interface BrandPages {
  readonly brand: Brand;
  isReady(): boolean;
  /** Whether the live release has a page at `path`. */
  holds(path: string): boolean;
  /** What is live; replies are kept no longer than it is. */
  release(): Release | undefined;
  /** @param match what the path asks for; undefined for no route */
  decide(ask: Ask, match: Match | undefined): Promise<Outcome>;
  close(): void;
}

export function createBrandPages(config: BrandPagesConfig): BrandPages {
  const { brand, bundle, files, rendered, log } = config;
  const live = createLiveRelease(join(config.state, brand.id), log);
  const own = { folder: config.clientFolder, brand: new Map(bundle.files.map(({ url, content }) => [url, content])) };

  const workerFile = createWorkerFile(bundle.brand, { ...config, enabled: config.serviceWorker ?? true });

  const worker = async (): Promise<Reply | undefined> => {
    const body = await workerFile();
    return body && { body, status: 200, cacheControl: WORKER_CACHE, headers: WORKER_HEADERS };
  };

  const asset = async (ask: Ask, release: Release): Promise<Reply | undefined> => {
    const body = await files.asset(release, ask.path, own);
    const cacheControl = isImmutable(ask.path) ? CACHE_CONTROL.hashedFile : CACHE_CONTROL.file;
    return body && { body, status: 200, cacheControl, kept: { release, until: FOREVER } };
  };

  /** The release's own page for an error; a plain one where even that is missing. */
  const errorPage = (ask: Ask, release: Release, status: number): Outcome => {
    const path =
      status === 400 ? ERROR_PAGES.badRequest : status < 500 ? ERROR_PAGES.notFound : ERROR_PAGES.serverError;
    const page = localised(path, ask.path, release) ?? release.page(path);
    if (!page)
      return (response) =>
        plainPage(ask, response, status, 'This page cannot be shown', 'Please try again in a moment.');
    const headers = { 'Content-Security-Policy': release.info.bundle.csp, 'X-Robots-Tag': 'noindex' };
    return { body: files.page(release, page), status, cacheControl: 'no-store', headers };
  };

  const released = async (ask: Ask, release: Release, match: Match): Promise<Outcome> => {
    const page = release.page(ask.path);
    if (!page) return (ROUTES[match.kind] === 'hybrid' ? requested : elsewhere)(ask, release, match);
    if (match.kind === 'badRequest') return errorPage(ask, release, 400);
    // The query makes another page of the address: rendered on request.
    if (pageQuery(match, ask.search) !== '') return requested(ask, release, match);
    const chosen = dependsOnLanguage({ brand, match });
    const vary = chosen ? { Vary: `Accept-Encoding, ${LANGUAGE_HEADERS}` } : {};
    return {
      body: files.page(release, page),
      status: 200,
      cacheControl: CACHE_CONTROL.page,
      headers: { 'Content-Security-Policy': release.info.bundle.csp, ...vary },
      ...(chosen || match.kind === 'design' ? {} : { kept: { release, until: FOREVER } }),
    };
  };

  const elsewhere = async (ask: Ask, release: Release, match: Match): Promise<Outcome> => {
    const to = canonicalOf(match, release);
    return to === undefined ? errorPage(ask, release, 404) : leadTo(308, to + ask.search, ASKED_AGAIN);
  };

  const requested = async (ask: Ask, release: Release, match: Match): Promise<Outcome> => {
    const query = pageQuery(match, ask.search);
    const result = await rendered.get(bundle.brand, ask.path + query).catch((error: unknown) => {
      log.error(`rendering ${loggable(ask, match)} failed: ${error instanceof Error ? error.stack : messageOf(error)}`);
      return { kind: 'error', status: 500 } as const;
    });
    if (result.kind === 'redirect') {
      const headers = match.kind === 'token' ? TOKEN_HEADERS : result.status === 308 ? ASKED_AGAIN : {};
      return leadTo(result.status, leadOn(result, ask, match), headers);
    }
    if (result.kind === 'error') {
      if (result.status >= 500)
        log.warn(`the page answered ${result.status}`, { brand: brand.id, path: loggable(ask, match) });
      return errorPage(ask, release, result.status);
    }
    const { body, csp, freshUntil } = result;
    const headers = { 'Content-Security-Policy': csp ?? release.info.bundle.csp };
    const kept = { release, until: freshUntil };
    return { body, status: 200, cacheControl: CACHE_CONTROL.page, headers, kept, freshUntil };
  };

  return {
    brand,
    isReady: () => live.get() !== undefined,
    holds: (path) => live.get()?.page(path) !== undefined,
    release: live.get,
    close: live.close,
    async decide(ask, match) {
      const release = live.get();
      if (!release) return (response) => notOpen(ask, response);
      const file = ask.path === WORKER_PATH ? await worker() : undefined;
      const found = file ?? (isAssetPath(ask.path) ? await asset(ask, release) : undefined);
      if (found) return found;
      const spelled = normalisePath(ask.path);
      if (spelled === undefined) return errorPage(ask, release, 400);
      if (spelled !== ask.path) {
        // A shared link is kept by nobody on the way, so it is led on as if it were there.
        const [status, quiet] = match?.kind === 'token' ? ([302, TOKEN_HEADERS] as const) : ([308, {}] as const);
        return leadTo(status, spelled + ask.search, quiet);
      }
      if (!match || (match.kind === 'design' && !isForDevelopers(ask))) return errorPage(ask, release, 404);
      return (ROUTES[match.kind] === 'on-demand' ? requested : released)(ask, release, match);
    },
  };
}

const leadTo =
  (status: number, to: string, headers: Readonly<Record<string, string>> = {}): Stop =>
  (response) =>
    redirect(response, status, to, headers);

/** Where a redirect leads, with what else was asked: all of it to another spelling, such as a campaign's mark elsewhere. */
function leadOn({ status, to }: { status: number; to: string }, { search }: Ask, match: Match): string {
  const rest = status === 308 && !to.includes('?') ? search : otherQuery(match, search);
  return rest !== '' && to.includes('?') ? `${to}&${rest.slice(1)}` : to + rest;
}

/** Whoever has the path of a shared link has the link. */
const loggable = ({ path }: Ask, match: Match) => (match.kind === 'token' ? match.kind : path);

const isForDevelopers = ({ host }: Ask) => isDevelopmentHost(hostName(host) ?? '');

function notOpen(ask: Ask, response: ServerResponse): void {
  response.setHeader('Retry-After', '120');
  plainPage(ask, response, 503, 'Not open yet', 'This site is being prepared. Please come back in a few minutes.');
}

/** The error page in the language of the address, where that is another than the default one. */
function localised(errorPath: string, path: string, release: Release): RecordedPage | undefined {
  const first = path.split('/')[1] ?? '';
  return /^[a-z]{2}$/.test(first) ? release.page(`/${first}${errorPath}`) : undefined;
}
