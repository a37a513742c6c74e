import { join } from 'node:path';
import type { BrandBundle } from '#src/brand/assets.ts';
import { pageHeaders } from '#src/brand/page-headers.ts';
import type { PublicBrand } from '#src/brand/public-brand.ts';
import type { Brand } from '#src/brand/registry.ts';
import { pagePolicy, strictTransportSecurity } from '#src/brand/response-headers.ts';
import { SPECULATION_RULES_FILE } from '#src/brand/speculation-rules.ts';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { CACHE_CONTROL, FILE_HEADERS, STALE_HEADER } from '#src/lib/response-headers.ts';
import type { Release } from '#src/publish/release/index.ts';
import type { Match } from '#src/routes/parse.ts';
import { ROBOTS_PATH, robotsTxt } from '#src/shell/head/robots.ts';
import { decideNotRendered, errorPage, type Facts } from './decide/decide-response.ts';
import type {
  ContentDecision,
  DictionaryFile,
  ErrorPage,
  PageToRender,
  PlainPage,
  PrerenderedPage,
  Redirect,
} from './decide/decision.ts';
import { LANGUAGE_HEADERS } from './decide/language.ts';
import { createDamageLog } from './files/damage-log.ts';
import { dictionaryUse } from './files/dictionaries.ts';
import { earlierAsset, earlierPage, orEarlier } from './files/earlier-content.ts';
import { createRuntimeFiles, type FileStore, isImmutable } from './files/file-store.ts';
import { createLegalNotices } from './files/legal-notice.ts';
import { createLiveRelease } from './files/live-release.ts';
import { createOldAddresses } from './files/redirects.ts';
import { loadServiceWorker, SERVICE_WORKER_CACHE, SERVICE_WORKER_HEADERS } from './files/service-worker.ts';
import { createTakenDown } from './files/taken-down.ts';
import type { ParsedRequest } from './http/parse-request.ts';
import type { SiteResponse } from './http/responses.ts';
import { createReleaseBrand } from './release-brand.ts';
import type { RenderCache, RenderResult } from './render/render-cache.ts';

export interface BrandSiteConfig {
  readonly brand: Brand;
  readonly bundle: BrandBundle;
  /** The state folder. */
  readonly state: string;
  /** Folder with the browser files of the site bundle. */
  readonly clientFolder: string;
  readonly files: FileStore;
  readonly rendered: RenderCache;
  readonly log: Log;
  /** If false, the service worker is removed from browsers; default: true. */
  readonly serviceWorker?: boolean;
}

/** Pages and files of one brand. */
export interface BrandSite {
  readonly brand: Brand;
  readonly hasRuntimeFile: Facts['hasRuntimeFile'];
  readonly hasServiceWorker: boolean;
  /** Headers of all responses for the brand. */
  readonly headers: Readonly<Record<string, string>>;
  /** Returns status and reason for responses about a book that was taken down. */
  readonly takenDown: NonNullable<Facts['takenDown']>;
  /** Returns the path of the page that replaces a URL of a former site. */
  readonly newAddress: NonNullable<Facts['newAddress']>;
  /** The live release. */
  release(): Release | undefined;
  /**
   * Creates the response for a decision about content.
   * @param release the release that the decision is based on
   * @returns the response; if rendering does not produce a page, an error page or a redirect
   */
  respond(
    decision: ContentDecision,
    request: ParsedRequest,
    release: Release,
  ): Promise<SiteResponse | Redirect | PlainPage>;
  /** Returns a response to send instead if the requested file is damaged. */
  respondWithFallback(
    decision: ContentDecision,
    request: ParsedRequest,
    release: Release,
  ): Promise<SiteResponse | PlainPage>;
  /** Falls back to the previous release. Called if the manifest of `release` is damaged. */
  refuse(release: Release, error: unknown): void;
  close(): void;
}

/**
 * Value of Retry-After, in seconds. A page that exceeded the time limit continues to render in the background, and may
 * be in the cache after this time.
 */
const RETRY_AFTER_SECONDS = '5';
const FOREVER = Number.POSITIVE_INFINITY;
/** How long the replacement for a damaged file is cached, in ms. In the meantime, the file may be repaired. */
const FALLBACK_CACHE_MS = 60_000;
/**
 * How long a response with a rendered page is cached, in ms. After that, the page is looked up again, so that content
 * changes take effect.
 */
const RENDERED_CACHE_MS = 500;

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
  const legalNotices = createLegalNotices();
  const oldAddresses = createOldAddresses(brandFolder, log);
  const onDamage = createDamageLog(brand.id, brandFolder, log);
  const hsts = strictTransportSecurity(brand);
  const always: Readonly<Record<string, string>> = hsts === undefined ? {} : { 'Strict-Transport-Security': hsts };
  const headersOfPage = (policy: string) => ({ ...always, ...pageHeaders(pagePolicy(policy, brand)) });
  const runtime = createRuntimeFiles(clientFolder, brandFiles(bundle, brand.indexNowKey));
  const serviceWorker = loadServiceWorker(bundle.brand, { clientFolder, enabled: config.serviceWorker ?? true });

  const brandIn = createReleaseBrand(bundle.brand);

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
      content: files.page(release, page, onDamage, live.compression()),
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
      // The link identifies who blocks the page (RFC 7725, 4).
      ...(decision.status === 451 && { Link: `<${bundle.brand.origin}>; rel="blocked-by"` }),
      ...(decision.status === 503 && { 'Retry-After': RETRY_AFTER_SECONDS }),
    };
    const { path } = decision.page;
    const stored = files.page(release, decision.page, onDamage, live.compression());
    const page = orEarlier(stored, () => earlierPage(files, release, path));
    const content = decision.status === 451 ? legalNotices.content(page, decision, brandIn(release)) : page;
    return { content, status: decision.status, cacheControl: 'no-store', headers, cacheable: undefined };
  };

  const respondByRendering = async (decision: PageToRender, request: ParsedRequest, release: Release) => {
    const { match, address, isCacheable, variesBySection } = decision;
    const result = await render(config, brandIn(release), address, loggablePath(request, match));
    if (result.kind !== 'page') {
      const other = decideNotRendered(result, request, match, release);
      return other.kind === 'redirect' ? other : respondWithError(other, release);
    }
    const { content, csp, freshUntil, isStale = false } = result;
    const vary = variesBySection ? { Vary: 'Accept-Encoding, Cookie' } : {};
    const stale = isStale ? { [STALE_HEADER]: '1' } : {};
    const headers = { ...headersOfPage(csp ?? release.info.bundle.csp), ...vary, ...stale };
    // The URL of a share picture changes with its content.
    const cacheControl = match.kind === 'sharePicture' ? CACHE_CONTROL.hashedFile : CACHE_CONTROL.page;
    const response = { content, status: 200, cacheControl, headers, cacheable: undefined };
    const until = Math.min(freshUntil, Date.now() + RENDERED_CACHE_MS);
    return isCacheable ? { ...response, cacheable: { release, until }, freshUntil } : response;
  };

  const respondWithDictionary = async ({ name }: DictionaryFile, request: ParsedRequest, release: Release) => {
    const result = await render(config, brandIn(release), request.path, request.path);
    if (result.kind !== 'page') {
      const status = result.kind === 'error' ? result.status : 500;
      return respondWithError(errorPage(status, request, release), release);
    }
    const headers = { ...always, ...FILE_HEADERS, 'Use-As-Dictionary': dictionaryUse(name) };
    const { content, freshUntil } = result;
    const cacheable = { release, until: freshUntil };
    return { content, status: 200, cacheControl: CACHE_CONTROL.hashedFile, headers, cacheable };
  };

  const assetFallback = async ({ path }: ParsedRequest, release: Release) => {
    const earlier = await earlierAsset(files, release, path);
    const headers = { ...always, ...FILE_HEADERS };
    // A file without a hash in its name may change, so it must be revalidated.
    const cacheControl = isImmutable(path) ? CACHE_CONTROL.hashedFile : CACHE_CONTROL.page;
    return earlier && { ...shortly(release), content: earlier.content, status: 200, cacheControl, headers };
  };

  /**
   * Renders a page on request: from the snapshot if pages of this kind are prerendered, otherwise from the upstream.
   */
  const renderFallback = async ({ page }: PrerenderedPage, release: Release) => {
    const result = await config.rendered
      .get(brandIn(release), page.path, join(brandFolder, 'catalogue.db'))
      .catch(ignore);
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
    const response = (await renderFallback(decision, release)) ?? (await earlierInstead(decision, release));
    if (!response || !decision.variesByLanguage) return response;
    return { ...response, headers: { ...response.headers, Vary: VARIES_BY_LANGUAGE }, cacheable: undefined };
  };

  const findFallback = (decision: ContentDecision, request: ParsedRequest, release: Release) => {
    if (decision.kind === 'asset') return assetFallback(request, release);
    return decision.kind === 'page' ? pageInstead(decision, release) : undefined;
  };

  return {
    brand,
    headers: always,
    hasRuntimeFile: runtime.has,
    hasServiceWorker: serviceWorker !== undefined,
    takenDown: takenDown.takedownOf,
    newAddress: oldAddresses.find,
    release() {
      takenDown.check();
      return live.get();
    },
    refuse: live.refuse,
    close: live.close,
    async respondWithFallback(decision, request, release) {
      const fallback = await findFallback(decision, request, release);
      return fallback ?? respondWithError(errorPage(503, request, release), release);
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

/** Makes a response cacheable for all visitors for a short time. */
const shortly = (release: Release) => ({ cacheable: { release, until: Date.now() + FALLBACK_CACHE_MS } });

/**
 * The brand's files by path. They include robots.txt and the IndexNow key, which crawlers then get even if no release
 * can be read, and the speculation rules that page headers refer to.
 */
const brandFiles = ({ files, brand }: BrandBundle, indexNowKey: string | undefined) =>
  new Map<string, Uint8Array>([
    ...files.map(({ url, content }) => [url, content] as const),
    [ROBOTS_PATH, Buffer.from(robotsTxt(brand))],
    [SPECULATION_RULES_FILE.url, SPECULATION_RULES_FILE.content],
    ...(indexNowKey === undefined ? [] : [[`/${indexNowKey}.txt`, Buffer.from(indexNowKey)] as const]),
  ]);

/** Renders a page or takes it from the cache. A failure is logged and returned as a result. */
async function render(
  { rendered, log }: BrandSiteConfig,
  brand: PublicBrand,
  address: string,
  path: string,
): Promise<RenderResult> {
  const result = await rendered.get(brand, address).catch((error: unknown): RenderResult => {
    log.error(`rendering ${path} failed: ${error instanceof Error ? error.stack : messageOf(error)}`);
    return { kind: 'error', status: 500 };
  });
  if (result.kind === 'error' && result.status >= 500)
    log.warn(`the page responded with status ${result.status}`, { brand: brand.id, path });
  return result;
}

/** The path to log. Omits the path of a shared link, because the path is a secret. */
const loggablePath = ({ path }: ParsedRequest, match: Match) => (match.kind === 'token' ? match.kind : path);
