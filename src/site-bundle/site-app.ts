import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PublicBrand } from '#src/brand/public-brand.ts';

/** Renders pages of the built site. */
export interface SiteApp {
  /** Renders to one whole response. The URL of the request has to be on the brand's own origin. */
  render(request: Request, locals: SiteLocals): Promise<Response>;
  /** Renders what the pages of a kind share, and no book: a novel or a chapter. Without it pages have no dictionary. */
  renderSample?(request: Request, brand: PublicBrand): Promise<Response>;
}

/** The input of one prerendered page. */
export interface FilePage {
  readonly brand: PublicBrand;
  /** Canonical path, percent-encoded: decides which page it is. */
  readonly path: string;
  readonly model: unknown;
}

export interface RenderedFile {
  readonly status: number;
  readonly html: Uint8Array;
}

/** The built site, loaded into this thread. */
export interface LoadedSite extends SiteApp {
  /** Renders a page that becomes a file: the bytes that `render` gives, in half the time. Needs `policy: false`. */
  renderFile(page: FilePage): Promise<RenderedFile>;
  /** Loads the code of every page. Without it a page's code is loaded when it is rendered for the first time. */
  preloadPages(): Promise<void>;
}

/** `Astro.locals` as the caller of the built site sets it. In a plain `astro build` middleware finds the values out. */
export interface SiteLocals {
  readonly brand?: PublicBrand;
  /** The page's view model, computed by the rebuild, so that the page's hash and its HTML cannot disagree. */
  readonly model?: unknown;
  /** Origin of the upstream API, for pages rendered on request. */
  readonly upstreamOrigin?: string;
  /** The brand's `catalogue.db`, for a page of a prerendered kind without its model. */
  readonly snapshot?: string | undefined;
  /** For how long such a page waits for one call; default 1.5 seconds. */
  readonly upstreamTimeoutMs?: number | undefined;
}

/** What server-entry.ts exports. */
interface ServerEntry {
  renderFile(page: FilePage): Promise<RenderedFile>;
  omitPolicy(): void;
  preloadPages(): Promise<void>;
  readonly app: { render(request: Request, options: { locals: object }): Promise<Response> };
}

/**
 * Loads a bundle of `ensureBundle`.
 * @param options.policy false: responses have no Content-Security-Policy, which saves a tenth of the rendering time
 */
export async function loadSite(
  bundle: { readonly folder: string },
  { policy = true }: { policy?: boolean } = {},
): Promise<LoadedSite> {
  const entry: ServerEntry = await import(pathToFileURL(join(bundle.folder, 'server/entry.mjs')).href);
  if (!policy) entry.omitPolicy();
  return {
    render: (request, locals) => {
      const { pathname: path } = new URL(request.url);
      return entry.app.render(routable(request, path), { locals: { ...locals, path } });
    },
    renderSample: (request, brand) => entry.app.render(request, { locals: { brand, sample: true } }),
    renderFile: entry.renderFile,
    preloadPages: entry.preloadPages,
  };
}

/**
 * Rewrites the request for Astro's router, which decodes a path until nothing changes (core/util/pathname.ts) and would change
 * or break a search for a text with `%`. No route depends on that text, and pages read `locals.path`.
 */
const routable = (request: Request, path: string): Request =>
  path.includes('%25') ? new Request(request.url.replace(path, path.replaceAll('%25', '_')), request) : request;
