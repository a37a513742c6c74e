import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PublicBrand } from '#src/brand/public-brand.ts';

/** Renders pages of the built site. */
export interface SiteApp {
  /** Renders a complete response. The request's URL must be on the brand's origin. */
  render(request: Request, locals: SiteLocals): Promise<Response>;
  /**
   * Renders the markup shared by all novel or all chapter pages, for the compression dictionary. If this method is
   * missing, there is no dictionary.
   */
  renderSample?(request: Request, brand: PublicBrand): Promise<Response>;
  /** The Content-Security-Policy of all pages; undefined if only the release has one. */
  readonly policy?: string;
}

/** The input for one prerendered page. */
export interface FilePage {
  readonly brand: PublicBrand;
  /** Canonical path, percent-encoded. It selects the page. */
  readonly path: string;
  readonly model: unknown;
}

export interface RenderedFile {
  readonly status: number;
  readonly html: Uint8Array;
}

/** The built site, loaded into this thread. */
export interface LoadedSite extends SiteApp {
  /** The Content-Security-Policy of all pages. */
  readonly policy: string;
  /**
   * Renders a page that becomes a file, with the same bytes as `render` but in half the time.
   */
  renderFile(page: FilePage): Promise<RenderedFile>;
  /** Loads the code of every page. Otherwise a page's code is loaded when the page is first rendered. */
  preloadPages(): Promise<void>;
}

/**
 * The `Astro.locals` set by the caller of the built site. In a plain `astro build`, middleware computes these values.
 */
export interface SiteLocals {
  readonly brand?: PublicBrand;
  /** The page's view model, computed by the rebuild, so that the page's hash and its HTML always agree. */
  readonly model?: unknown;
  /** Origin of the upstream API, for pages rendered on request. */
  readonly upstreamOrigin?: string;
  /** Path of the brand's `catalogue.db`. Prerendered kinds of pages read it if there is no model. */
  readonly snapshot?: string | undefined;
  /** Timeout of one upstream call of a page rendered on request; default: 1.5 seconds. */
  readonly upstreamTimeoutMs?: number | undefined;
}

/** The exports of server-entry.ts. */
interface ServerEntry {
  renderFile(page: FilePage): Promise<RenderedFile>;
  readonly policy: string;
  preloadPages(): Promise<void>;
  readonly app: { render(request: Request, options: { locals: object }): Promise<Response> };
}

/** Loads a bundle returned by `ensureBundle`. */
export async function loadSite(bundle: { readonly folder: string }): Promise<LoadedSite> {
  const entry: ServerEntry = await import(pathToFileURL(join(bundle.folder, 'server/entry.mjs')).href);
  return {
    policy: entry.policy,
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
 * Rewrites the request for Astro's router, which decodes a path repeatedly until decoding no longer changes it
 * (core/util/pathname.ts). That would alter or break a search text that contains `%`. No route depends on that text,
 * and pages read `locals.path`.
 */
const routable = (request: Request, path: string): Request =>
  path.includes('%25') ? new Request(request.url.replace(path, path.replaceAll('%25', '_')), request) : request;
