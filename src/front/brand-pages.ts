import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { BrandBundle } from '#src/brand/assets.ts';
import { hostName } from '#src/brand/hosts.ts';
import type { Brand } from '#src/brand/registry.ts';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { isDevelopmentHost } from '#src/lib/private-address.ts';
import { type Match, normalisePath } from '#src/paths/parse.ts';
import { readQuery, unreadQuery } from '#src/paths/queries.ts';
import { ROUTES } from '#src/paths.ts';
import type { RecordedPage, Release } from '#src/release/index.ts';
import { ERROR_PAGES } from '#src/release/types.ts';
import { type Ask, answer, plainPage, redirect } from './answer.ts';
import { canonicalOf } from './canonical.ts';
import { type FileStore, isAssetPath, isImmutable } from './files.ts';
import { dependsOnLanguage, LANGUAGE_HEADERS } from './language.ts';
import { createLiveRelease } from './live-release.ts';
import type { RenderedPages } from './rendered.ts';
import { createWorkerFile, WORKER_CACHE, WORKER_HEADERS, WORKER_PATH } from './worker.ts';

const PAGE_CACHE = 'public, max-age=0, must-revalidate';
const ASSET_CACHE = 'public, max-age=3600';
/** Whoever holds a shared link may follow it; nobody else is told of it. */
const TOKEN_HEADERS = { 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer' };
const IMMUTABLE_CACHE = 'public, max-age=31536000, immutable';

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
  /** @param match what the path asks for; undefined for no route */
  answer(ask: Ask, response: ServerResponse, match: Match | undefined): Promise<void>;
  close(): void;
}

export function createBrandPages(config: BrandPagesConfig): BrandPages {
  const { brand, bundle, files, rendered, log } = config;
  const live = createLiveRelease(join(config.state, brand.id), log);
  const own = { folder: config.clientFolder, brand: new Map(bundle.files.map(({ url, content }) => [url, content])) };

  const workerFile = createWorkerFile(bundle.brand, { ...config, enabled: config.serviceWorker ?? true });

  const worker = async (ask: Ask, response: ServerResponse): Promise<boolean> => {
    const body = await workerFile();
    if (!body) return false;
    await answer(ask, response, body, { status: 200, cacheControl: WORKER_CACHE, headers: WORKER_HEADERS });
    return true;
  };

  const asset = async (ask: Ask, response: ServerResponse, release: Release): Promise<boolean> => {
    const body = await files.asset(release, ask.path, own);
    if (!body) return false;
    const cacheControl = isImmutable(ask.path) ? IMMUTABLE_CACHE : ASSET_CACHE;
    await answer(ask, response, body, { status: 200, cacheControl });
    return true;
  };

  /** The release's own page for an error; a plain one where even that is missing. */
  const errorPage = async (ask: Ask, response: ServerResponse, release: Release, status: number) => {
    const path = status === 400 ? ERROR_PAGES.badRequest : status < 500 ? ERROR_PAGES.notFound : ERROR_PAGES.fault;
    const page = localised(path, ask.path, release) ?? release.page(path);
    if (!page) return plainPage(ask, response, status, 'This page cannot be shown', 'Please try again in a moment.');
    const headers = { 'Content-Security-Policy': release.info.bundle.csp, 'X-Robots-Tag': 'noindex' };
    await answer(ask, response, files.page(release, page), { status, cacheControl: 'no-store', headers });
  };

  const released = async (ask: Ask, response: ServerResponse, release: Release, match: Match) => {
    const page = release.page(ask.path);
    if (!page) return elsewhere(ask, response, release, match);
    if (match.kind === 'badRequest') return errorPage(ask, response, release, 400);
    // Filters of a page that is there: rendered on request.
    if (readQuery(match, ask.search) !== '') return requested(ask, response, release, match);
    const vary = dependsOnLanguage({ brand, match }) ? { Vary: `Accept-Encoding, ${LANGUAGE_HEADERS}` } : {};
    const headers = { 'Content-Security-Policy': release.info.bundle.csp, ...vary };
    await answer(ask, response, files.page(release, page), { status: 200, cacheControl: PAGE_CACHE, headers });
  };

  const elsewhere = async (ask: Ask, response: ServerResponse, release: Release, match: Match) => {
    const to = canonicalOf(match, release);
    if (to === undefined) await errorPage(ask, response, release, 404);
    else redirect(response, 308, to + ask.search);
  };

  const requested = async (ask: Ask, response: ServerResponse, release: Release, match: Match) => {
    const query = readQuery(match, ask.search);
    const result = await rendered.get(bundle.brand, ask.path + query).catch((error: unknown) => {
      log.error(`rendering ${loggable(ask, match)} failed: ${error instanceof Error ? error.stack : messageOf(error)}`);
      return { kind: 'error', status: 500 } as const;
    });
    const quiet = match.kind === 'token' ? TOKEN_HEADERS : {};
    if (result.kind === 'redirect') return redirect(response, result.status, leadOn(result, ask, match), quiet);
    if (result.kind === 'error') {
      if (result.status >= 500)
        log.warn(`the page answered ${result.status}`, { brand: brand.id, path: loggable(ask, match) });
      return errorPage(ask, response, release, result.status);
    }
    const headers = { 'Content-Security-Policy': result.csp ?? release.info.bundle.csp };
    await answer(ask, response, result.body, { status: 200, cacheControl: PAGE_CACHE, headers });
  };

  return {
    brand,
    isReady: () => live.get() !== undefined,
    holds: (path) => live.get()?.page(path) !== undefined,
    close: live.close,
    async answer(ask, response, match) {
      const release = live.get();
      if (!release) return notOpen(ask, response);
      if (ask.path === WORKER_PATH && (await worker(ask, response))) return;
      if (isAssetPath(ask.path) && (await asset(ask, response, release))) return;
      const spelled = normalisePath(ask.path);
      if (spelled === undefined) return errorPage(ask, response, release, 400);
      if (spelled !== ask.path) {
        // A shared link is kept by nobody on the way, so it is led on as if it were there.
        const [status, quiet] = match?.kind === 'token' ? [302, TOKEN_HEADERS] : [308, {}];
        return redirect(response, status, spelled + ask.search, quiet);
      }
      if (!match || (match.kind === 'design' && !isForDevelopers(ask))) return errorPage(ask, response, release, 404);
      return ROUTES[match.kind] === 'release'
        ? released(ask, response, release, match)
        : requested(ask, response, release, match);
    },
  };
}

/** Where a redirect leads, with what else was asked: all of it to another spelling, such as a campaign's mark elsewhere. */
function leadOn({ status, to }: { status: number; to: string }, { search }: Ask, match: Match): string {
  const rest = status === 308 && !to.includes('?') ? search : unreadQuery(match, search);
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
