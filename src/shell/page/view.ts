import type { PublicBrand } from '#src/brand/public-brand.ts';
import type { Result } from '#src/contract/index.ts';
import type { Locale } from '#src/contract/locales.ts';
import type { RouteKind } from '#src/routes/page-kinds.ts';
import type { Match } from '#src/routes/parse.ts';
import type { Paths } from '#src/routes/paths.ts';
import type { Source, Upstream } from './source.ts';

/** The brand and locale of a page, and the builder of its links. */
export interface Site {
  readonly brand: PublicBrand;
  readonly locale: Locale;
  readonly paths: Paths;
}

/** A page to prerender: its canonical path and the parameters that load it. */
export interface PageRef {
  readonly kind: RouteKind;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly page: number;
  /** Other addresses of the page (src/routes/aliases.ts). In a listing, only the first page can have aliases. */
  readonly aliases: readonly string[];
  /** Path of the listing's first page, if the page belongs to a listing. */
  readonly listing?: string;
}

/** The pages of one paged list. */
export interface Listing {
  readonly first: PageRef;
  /** Number of pages. */
  readonly pages: number;
  /** A text that changes whenever the model of any page or the number of pages changes; empty if unknown. */
  version(): string;
  /** All pages in order. */
  refs(): Iterable<PageRef>;
}

export type Loaded<M> =
  | { readonly status: 'ok'; readonly model: M }
  | { readonly status: 'missing' }
  /** The page was taken down. The status is 451 if there is a legal reason (RFC 7725). */
  | { readonly status: 'gone'; readonly httpStatus: 410 | 451 }
  | { readonly status: 'redirect'; readonly to: string; readonly permanent: boolean }
  /**
   * The upstream failed, so the page cannot be shown at the moment. `httpStatus` 400 redirects to /400
   * (docs/product.md, section 8).
   */
  | { readonly status: 'failed'; readonly httpStatus: number; readonly message: string };

/** A kind of page that the rebuild prerenders. Pure: an equal source gives equal paths and models. */
export interface PrerenderedView<M> {
  readonly kind: RouteKind;
  paths(source: Source, site: Site): Iterable<PageRef>;
  load(ref: Pick<PageRef, 'params' | 'page'>, source: Source, site: Site): Loaded<M>;
  /** The pages of `paths`, grouped by listing, so that the rebuild can skip a listing whose version has not changed. */
  listings?(source: Source, site: Site): Iterable<Listing>;
  /** The page's sort key for rendering. Pages with equal or close numbers show many of the same books. */
  renderOrder?(ref: Pick<PageRef, 'params' | 'page'>, source: Source, site: Site): number;
  /**
   * A text that changes whenever the model changes: equal versions mean equal models. It is much cheaper to compute
   * than the model.
   */
  version?(ref: Pick<PageRef, 'params' | 'page'>, source: Source, site: Site): string | undefined;
}

/** A kind of page that is rendered when a visitor requests it. */
export interface OnDemandView<M> {
  readonly kind: RouteKind;
  load(match: Match, query: URLSearchParams, upstream: Upstream, site: Site): Promise<Loaded<M>>;
  /** A model with only the content that all pages of this kind have in common. */
  sample?(site: Site): M;
}

/** The outcomes for which no page can be rendered. */
export type LoadFailure = Extract<Loaded<never>, { status: 'missing' | 'gone' | 'failed' }>;

/** The outcome of a page whose main call returned no data (docs/product.md, section 8). */
export function loadFailure(result: Result<unknown>): LoadFailure {
  if (result.success || result.status === 404) return { status: 'missing' };
  if (result.status === 410 || result.status === 451) return { status: 'gone', httpStatus: result.status };
  const [first] = result.errors;
  return { status: 'failed', httpStatus: result.status, message: result.desc ?? first?.message ?? 'Has Error' };
}

/** A redirect with status 308 to the canonical spelling of the address. */
export const permanentRedirect = (to: string): Loaded<never> => ({ status: 'redirect', to, permanent: true });

/** A redirect with status 302 to another page. */
export const temporaryRedirect = (to: string): Loaded<never> => ({ status: 'redirect', to, permanent: false });
