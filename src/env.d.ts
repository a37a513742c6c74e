/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** Set by the server or the rebuild; in a plain build, by the middleware. */
    brand?: import('./brand/public-brand.ts').PublicBrand;
    /** The page's view model, where the rebuild computed it. */
    model?: unknown;
    /** Renders a page without a book, which is the compression dictionary of its kind of page. */
    sample?: boolean;
    /** Origin of the upstream API, for pages rendered on request. */
    upstreamOrigin?: string;
    /** The brand's `catalogue.db`, for a page of a prerendered kind that is rendered on request. */
    snapshot?: string | undefined;
    /** For how long such a page waits for one call. */
    upstreamTimeoutMs?: number | undefined;
    /** The page's path, percent-encoded: from the request, since Astro decodes paths more than once; computed in a static build. */
    path: string;
    /** Brand, locale and builders of addresses of this page (set by middleware). */
    site: import('#src/shell/page/view.ts').Site;
    /** Texts of the page's locale. */
    t: import('./i18n/t.ts').T;
    /** What the address asks for; undefined where no route answers. */
    match: import('./routes/parse.ts').Match | undefined;
    /** The upstream as this visitor sees it. */
    upstream: import('#src/shell/page/source.ts').Upstream;
  }
}

/** The texts that an island shows (src/publish/bundle/island-texts). */
declare module '*.tsx?texts' {
  const textsOf: (locale: import('#src/contract/locales.ts').Locale) => Record<string, string>;
  export default textsOf;
}
