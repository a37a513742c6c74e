import { join } from 'node:path';
import type { BrandBundle } from '#src/brand/assets.ts';
import type { Brand } from '#src/brand/registry.ts';
import { pagePolicy, strictTransportSecurity } from '#src/brand/response-headers.ts';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { pageHeaders } from '#src/lib/page-headers.ts';
import { CACHE_CONTROL, FILE_HEADERS, STALE_HEADER } from '#src/lib/response-headers.ts';
import { SPECULATION_RULES_FILE } from '#src/lib/speculation-rules.ts';
import type { Release } from '#src/release/index.ts';
import type { Match } from '#src/routes/parse.ts';
import { ROBOTS_PATH, robotsTxt } from '#src/seo/robots.ts';
import { createDamageLog } from './damage-log.ts';
import { decideNotRendered, errorPage, type Facts } from './decide-response.ts';
import type {
  ContentDecision,
  DictionaryFile,
  ErrorPage,
  PageToRender,
  PlainPage,
  PrerenderedPage,
  Redirect,
} from './decision.ts';
import { dictionaryUse } from './dictionaries.ts';
import { earlierAsset, earlierPage, orEarlier } from './earlier-content.ts';
import { createRuntimeFiles, type FileStore, isImmutable } from './file-store.ts';
import { LANGUAGE_HEADERS } from './language.ts';
import { createLiveRelease } from './live-release.ts';
import type { ParsedRequest } from './parse-request.ts';
import type { RenderCache, RenderResult } from './render-cache.ts';
import type { SiteResponse } from './responses.ts';
import { loadServiceWorker, SERVICE_WORKER_CACHE, SERVICE_WORKER_HEADERS } from './service-worker.ts';
import { createTakenDown } from './taken-down.ts';

export interface BrandSiteConfig {
  readonly brand: Brand;
  readonly bundle: BrandBundle;
  /** Folder of all state. */
  readonly state: string;
  /** Folder of the site bundle's browser files. */
  readonly clientFolder: string;
  readonly files: FileStore;
  readonly rendered: RenderCache;
  readonly log: Log;
  /** False removes the service worker; default true. */
  readonly serviceWorker?: boolean;
}

/** Pages and files of one brand. */
export interface BrandSite {
  readonly brand: Brand;
  readonly hasRuntimeFile: Facts['hasRuntimeFile'];
  readonly hasServiceWorker: boolean;
  /** Headers of every response of the brand. */
  readonly headers: Readonly<Record<string, string>>;
  /** Status of a book that was taken down. */
  readonly takenDown: NonNullable<Facts['takenDown']>;
  /** The live release. */
  release(): Release | undefined;
  /**
   * Carries out a decision about content.
   * @param release the one that the decision was made for
   * @returns the response, or what else is sent where rendering gave no page
   */
  respond(
    decision: ContentDecision,
    request: ParsedRequest,
    release: Release,
  ): Promise<SiteResponse | Redirect | PlainPage>;
  /** What is sent instead where the file that was decided for is damaged. */
  respondInstead(
    decision: ContentDecision,
    request: ParsedRequest,
    release: Release,
  ): Promise<SiteResponse | PlainPage>;
  /** Goes back to the release before, because the manifest of this one is damaged. */
  refuse(release: Release, error: unknown): void;
  close(): void;
}

/** A page that took too long is rendered in the background, and may be kept by then. */
const RETRY_AFTER_SECONDS = '5';
const FOREVER = Number.POSITIVE_INFINITY;
/** What stands in for a damaged file is kept so long: the file may be mended. */
const INSTEAD_MS = 60_000;
/** A response with a rendered page is kept so long: then the page itself is looked up, which a change of content removes. */
const RENDERED_MS = 500;

export function createBrandSite(config: BrandSiteConfig): BrandSite {
  const { brand, bundle, files, clientFolder, log } = config;
  const brandFolder = join(config.state, brand.id);
  const live = createLiveRelease(brandFolder, log);
  const takenDown = createTakenDown(brandFolder, {
    log,
    onChange() {
      config.rendered.forget(brand.id);
      live.reopen();
    },
  });
  const onDamage = createDamageLog(brand.id, brandFolder, log);
  const hsts = strictTransportSecurity(brand);
  const always: Readonly<Record<string, string>> = hsts === undefined ? {} : { 'Strict-Transport-Security': hsts };
  const headersOfPage = (policy: string) => ({ ...always, ...pageHeaders(pagePolicy(policy, brand)) });
  const runtime = createRuntimeFiles(clientFolder, brandFiles(bundle, brand.indexNowKey));
  const serviceWorker = loadServiceWorker(bundle.brand, { clientFolder, enabled: config.serviceWorker ?? true });

  const respondWithServiceWorker = (request: ParsedRequest, release: Release): SiteResponse | PlainPage => {
    if (!serviceWorker) return respondWithError(errorPage(404, request, release), release);
    const [content, cacheControl] = [serviceWorker, SERVICE_WORKER_CACHE];
    return {
      content,
      status: 200,
      cacheControl,
      headers: { ...always, ...SERVICE_WORKER_HEADERS },
      cacheable: undefined,
    };
  };

  const respondWithAsset = async (request: ParsedRequest, release: Release) => {
    const content = await files.asset(release, request.path, runtime, onDamage);
    if (!content) return respondWithError(errorPage(404, request, release), release);
    const cacheControl = isImmutable(request.path) ? CACHE_CONTROL.hashedFile : CACHE_CONTROL.file;
    const headers = { ...always, ...FILE_HEADERS };
    return { content, status: 200, cacheControl, headers, cacheable: { release, until: FOREVER } };
  };

  const respondWithPage = ({ page, variesByLanguage }: PrerenderedPage, release: Release): SiteResponse => {
    const headers = headersOfPage(release.info.bundle.csp);
    return {
      content: files.page(release, page, onDamage),
      status: 200,
      cacheControl: CACHE_CONTROL.page,
      headers: variesByLanguage ? { ...headers, Vary: VARIES_BY_LANGUAGE } : headers,
      cacheable: variesByLanguage ? undefined : { release, until: FOREVER },
    };
  };

  const respondWithError = (decision: ErrorPage | PlainPage, release: Release): SiteResponse | PlainPage => {
    if (decision.kind === 'plainPage') return decision;
    const headers = {
      ...headersOfPage(release.info.bundle.csp),
      'X-Robots-Tag': 'noindex',
      // RFC 7725, 4: who keeps it from being shown.
      ...(decision.status === 451 && { Link: `<${bundle.brand.origin}>; rel="blocked-by"` }),
      ...(decision.status === 503 && { 'Retry-After': RETRY_AFTER_SECONDS }),
    };
    const { path } = decision.page;
    const content = orEarlier(files.page(release, decision.page, onDamage), () => earlierPage(files, release, path));
    return { content, status: decision.status, cacheControl: 'no-store', headers, cacheable: undefined };
  };

  const respondByRendering = async (decision: PageToRender, request: ParsedRequest, release: Release) => {
    const { match, address, isCacheable, variesBySection } = decision;
    const result = await render(config, address, loggablePath(request, match));
    if (result.kind !== 'page') {
      const other = decideNotRendered(result, request, match, release);
      return other.kind === 'redirect' ? other : respondWithError(other, release);
    }
    const { content, csp, freshUntil, isStale = false } = result;
    const vary = variesBySection ? { Vary: 'Accept-Encoding, Cookie' } : {};
    const stale = isStale ? { [STALE_HEADER]: '1' } : {};
    const headers = { ...headersOfPage(csp ?? release.info.bundle.csp), ...vary, ...stale };
    // The address of a picture tells what it shows.
    const cacheControl = match.kind === 'sharePicture' ? CACHE_CONTROL.hashedFile : CACHE_CONTROL.page;
    const response = { content, status: 200, cacheControl, headers, cacheable: undefined };
    const until = Math.min(freshUntil, Date.now() + RENDERED_MS);
    return isCacheable ? { ...response, cacheable: { release, until }, freshUntil } : response;
  };

  const respondWithDictionary = async ({ name }: DictionaryFile, request: ParsedRequest, release: Release) => {
    const result = await render(config, request.path, request.path);
    if (result.kind !== 'page') {
      const status = result.kind === 'error' ? result.status : 500;
      return respondWithError(errorPage(status, request, release), release);
    }
    const headers = { ...always, ...FILE_HEADERS, 'Use-As-Dictionary': dictionaryUse(name) };
    const { content, freshUntil } = result;
    const cacheable = { release, until: freshUntil };
    return { content, status: 200, cacheControl: CACHE_CONTROL.hashedFile, headers, cacheable };
  };

  const assetInstead = async ({ path }: ParsedRequest, release: Release) => {
    const earlier = await earlierAsset(files, release, path);
    const headers = { ...always, ...FILE_HEADERS };
    // Later the file may be another one, where its name has no hash.
    const cacheControl = isImmutable(path) ? CACHE_CONTROL.hashedFile : CACHE_CONTROL.page;
    return earlier && { ...shortly(release), content: earlier.content, status: 200, cacheControl, headers };
  };

  /** Rendered from the upstream, or for a prerendered kind from the snapshot. */
  const renderedInstead = async ({ page }: PrerenderedPage, release: Release) => {
    const result = await config.rendered.get(bundle.brand, page.path, join(brandFolder, 'catalogue.db')).catch(ignore);
    if (result?.kind !== 'page') return undefined;
    const headers = headersOfPage(result.csp ?? release.info.bundle.csp);
    return { ...shortly(release), content: result.content, status: 200, cacheControl: CACHE_CONTROL.page, headers };
  };

  const earlierInstead = async ({ page }: PrerenderedPage, release: Release) => {
    const earlier = await earlierPage(files, release, page.path);
    if (!earlier) return undefined;
    const headers = { ...headersOfPage(earlier.csp), [STALE_HEADER]: '1' };
    return { ...shortly(release), content: earlier.content, status: 200, cacheControl: CACHE_CONTROL.page, headers };
  };

  const pageInstead = async (decision: PrerenderedPage, release: Release) => {
    const response = (await renderedInstead(decision, release)) ?? (await earlierInstead(decision, release));
    if (!response || !decision.variesByLanguage) return response;
    return { ...response, headers: { ...response.headers, Vary: VARIES_BY_LANGUAGE }, cacheable: undefined };
  };

  const findInstead = (decision: ContentDecision, request: ParsedRequest, release: Release) => {
    if (decision.kind === 'asset') return assetInstead(request, release);
    return decision.kind === 'page' ? pageInstead(decision, release) : undefined;
  };

  return {
    brand,
    headers: always,
    hasRuntimeFile: runtime.has,
    hasServiceWorker: serviceWorker !== undefined,
    takenDown: takenDown.statusOf,
    release() {
      takenDown.check();
      return live.get();
    },
    refuse: live.refuse,
    close: live.close,
    async respondInstead(decision, request, release) {
      const found = await findInstead(decision, request, release);
      return found ?? respondWithError(errorPage(503, request, release), release);
    },
    async respond(decision, request, release) {
      switch (decision.kind) {
        case 'serviceWorker':
          return respondWithServiceWorker(request, release);
        case 'asset':
          return respondWithAsset(request, release);
        case 'dictionary':
          return respondWithDictionary(decision, request, release);
        case 'page':
          return respondWithPage(decision, release);
        case 'render':
          return respondByRendering(decision, request, release);
        default:
          return respondWithError(decision, release);
      }
    },
  };
}

const ignore = () => undefined;

const VARIES_BY_LANGUAGE = `Accept-Encoding, ${LANGUAGE_HEADERS}`;

/** Every visitor gets it, for a while. */
const shortly = (release: Release) => ({ cacheable: { release, until: Date.now() + INSTEAD_MS } });

/**
 * The brand's files by path. robots.txt and the key of IndexNow are among them, so that crawlers get them whatever else fails,
 * and the rules that the headers of pages name.
 */
const brandFiles = ({ files, brand }: BrandBundle, indexNowKey: string | undefined) =>
  new Map<string, Uint8Array>([
    ...files.map(({ url, content }) => [url, content] as const),
    [ROBOTS_PATH, Buffer.from(robotsTxt(brand))],
    [SPECULATION_RULES_FILE.url, SPECULATION_RULES_FILE.content],
    ...(indexNowKey === undefined ? [] : [[`/${indexNowKey}.txt`, Buffer.from(indexNowKey)] as const]),
  ]);

/** Renders a page, or takes it from the cache. A failure is logged and becomes a result. */
async function render(
  { brand, bundle, rendered, log }: BrandSiteConfig,
  address: string,
  path: string,
): Promise<RenderResult> {
  const result = await rendered.get(bundle.brand, address).catch((error: unknown): RenderResult => {
    log.error(`rendering ${path} failed: ${error instanceof Error ? error.stack : messageOf(error)}`);
    return { kind: 'error', status: 500 };
  });
  if (result.kind === 'error' && result.status >= 500)
    log.warn(`the page answered ${result.status}`, { brand: brand.id, path });
  return result;
}

/** The path of a shared link is a secret. */
const loggablePath = ({ path }: ParsedRequest, match: Match) => (match.kind === 'token' ? match.kind : path);
