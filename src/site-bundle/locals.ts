import type { PublicBrand } from '#src/brand/public.ts';

/** What the caller of the built site hands to a page. A plain `astro build` hands nothing: middleware finds it out. */
export interface GivenLocals {
  readonly brand?: PublicBrand;
  /** The page's view model, computed by the rebuild, so that its hash and its HTML cannot disagree. */
  readonly model?: unknown;
  /** Origin of the upstream API, for pages rendered on request. */
  readonly upstreamOrigin?: string;
}
