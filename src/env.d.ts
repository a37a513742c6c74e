/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** The page's brand. Passed by the server and the rebuild; undefined in a plain `astro build`. */
    brand?: import('./brand/public-brand.ts').PublicBrand;
    /** The page's model, if the rebuild has computed it. */
    model?: unknown;
    /** Whether to render a page without a book, which serves as the compression dictionary for its kind of page. */
    sample?: boolean;
    /** Origin of the upstream API, for pages rendered on request. */
    upstreamOrigin?: string;
    /** Path of the brand's snapshot (`catalogue.db`), for a prerendered page that is rendered on request. */
    snapshot?: string | undefined;
    /** Time limit of a call to the upstream, for pages rendered on request. */
    upstreamTimeoutMs?: number | undefined;
    /**
     * The page's path, percent-encoded. It is taken from the request, because Astro decodes paths more than once. A
     * plain `astro build` computes it.
     */
    path: string;
    /** The page's brand, locale and path builders. The middleware sets this and the following values. */
    site: import('#src/shell/page/view.ts').Site;
    /** Texts of the page's locale. */
    t: import('./i18n/t.ts').T;
    /** The page that the address requests; undefined if no route matches it. */
    match: import('./routes/parse.ts').Match | undefined;
    /** The upstream for this page and visitor. */
    upstream: import('#src/shell/page/source.ts').Upstream;
  }
}

/** Exports a function that returns the texts that an island shows (src/publish/bundle/island-texts). */
declare module '*.tsx?texts' {
  const textsOf: (locale: import('#src/contract/locales.ts').Locale) => Record<string, string>;
  export default textsOf;
}
