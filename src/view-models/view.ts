import type { PublicBrand } from '#src/brand/public-brand.ts';
import type { Result } from '#src/contract/index.ts';
import type { Locale } from '#src/contract/locales.ts';
import type { Match } from '#src/routes/parse.ts';
import type { Paths, RouteKind } from '#src/routes/paths.ts';
import type { Source, Upstream } from './source.ts';

/** Where a page stands: what its links and texts depend on besides its data. */
export interface Site {
  readonly brand: PublicBrand;
  readonly locale: Locale;
  readonly paths: Paths;
}

/** A prerendered page to be: its canonical address and how to load it. */
export interface PageRef {
  readonly kind: RouteKind;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly page: number;
  /** Other names of the page, given by the first page of a listing only (paths/identity.ts). */
  readonly aliases: readonly string[];
  /** Path of the first page of the listing that the page is of. */
  readonly listing?: string;
}

/** Pages that show one list of things a part at a time. */
export interface Listing {
  readonly first: PageRef;
  /** How many there are. */
  readonly pages: number;
  /** Changes with the model of every page of it, and with their number; empty where nothing tells. */
  version(): string;
  /** All of them, the first one first. */
  refs(): Iterable<PageRef>;
}

export type Loaded<M> =
  | { readonly status: 'ok'; readonly model: M }
  | { readonly status: 'missing' }
  | { readonly status: 'redirect'; readonly to: string; readonly permanent: boolean }
  /** The upstream failed: the page cannot be made now. `httpStatus` 400 leads to /400 (spec 8). */
  | { readonly status: 'failed'; readonly httpStatus: number; readonly message: string };

/** A kind of page that the rebuild renders. Pure: equal source, equal paths and models. */
export interface PrerenderedView<M> {
  readonly kind: RouteKind;
  paths(source: Source, site: Site): Iterable<PageRef>;
  load(ref: Pick<PageRef, 'params' | 'page'>, source: Source, site: Site): Loaded<M>;
  /** The pages that `paths` names, by the listings they are of: a listing that is what it was need not be gone through. */
  listings?(source: Source, site: Site): Iterable<Listing>;
  /** A sort key: pages with the same or a close number show many of the same books, and are rendered together. */
  renderOrder?(ref: Pick<PageRef, 'params' | 'page'>, source: Source, site: Site): number;
  /** Changes with all that the model is made of, and costs far less; equal versions mean equal models. */
  version?(ref: Pick<PageRef, 'params' | 'page'>, source: Source, site: Site): string | undefined;
}

/** A kind of page that is rendered when asked for. */
export interface OnDemandView<M> {
  readonly kind: RouteKind;
  load(match: Match, query: URLSearchParams, upstream: Upstream, site: Site): Promise<Loaded<M>>;
}

/** A page that cannot be made of what the upstream said. */
export type LoadFailure = Extract<Loaded<never>, { status: 'missing' | 'failed' }>;

/** What a page does when a call that it cannot be made without brought nothing to show (spec 8). */
export function loadFailure(result: Result<unknown>): LoadFailure {
  if (result.success || result.status === 404 || result.status === 410) return { status: 'missing' };
  const [first] = result.errors;
  return { status: 'failed', httpStatus: result.status, message: result.desc ?? first?.message ?? 'Has Error' };
}

/** 308 to the canonical spelling of the address. */
export const permanentRedirect = (to: string): Loaded<never> => ({ status: 'redirect', to, permanent: true });

/** 302 to another page. */
export const temporaryRedirect = (to: string): Loaded<never> => ({ status: 'redirect', to, permanent: false });
