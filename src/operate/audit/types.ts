import type { SiteHeaders } from './site-client.ts';

/** The kinds of findings (docs/operate/audit.md). */
export const KINDS = [
  'broken-link',
  'redirected-link',
  'orphan',
  'depth',
  'duplicate',
  'head',
  'canonical',
  'hreflang',
  'robots',
  'sitemap',
  'host',
  'status',
  'html',
  'structured-data',
  'feed',
  'accessibility',
  'unfinished',
] as const;
export type Kind = (typeof KINDS)[number];

export interface Finding {
  readonly kind: Kind;
  /** Absolute URL of the page or file, on the brand's first host. */
  readonly url: string;
  /** The problem in one sentence. */
  readonly message: string;
}

/** A link that browsers and crawlers can follow. */
export interface Link {
  readonly href: string;
  readonly nofollow: boolean;
}

/** The contents of a page's HTML. URLs are unchanged. */
export interface PageFacts {
  readonly lang: string;
  readonly titles: readonly string[];
  readonly descriptions: readonly string[];
  /** Contents of the `robots` meta elements. */
  readonly robots: readonly string[];
  readonly canonicals: readonly string[];
  readonly alternates: readonly { readonly hreflang: string; readonly href: string }[];
  readonly feeds: readonly string[];
  readonly links: readonly Link[];
  /** Images, style sheets, scripts and other files that the page loads or names. */
  readonly files: readonly string[];
  /** Texts of the scripts with type application/ld+json. */
  readonly jsonLd: readonly string[];
  /** Hash of the text in `main`, or of the whole body if there is no `main`; empty if there is no text. */
  readonly textHash: string;
}

/** A response from the site. */
export interface Visited {
  /** Path with query. */
  readonly path: string;
  readonly status: number;
  readonly headers: SiteHeaders;
  /** Number of links from a home page; undefined if no links lead to this page. */
  readonly depth: number | undefined;
  /** Facts about the page; only if its status is 200. */
  readonly facts: PageFacts | undefined;
}

/** Results of a crawl. */
export interface Crawl {
  readonly origin: string;
  readonly visited: ReadonlyMap<string, Visited>;
  /** For each path, the first other page that links to it. */
  readonly linkedFrom: ReadonlyMap<string, string>;
  /** For each file, the first page that names it. */
  readonly files: ReadonlyMap<string, string>;
  readonly feeds: ReadonlyMap<string, string>;
  /** Paths of the pages listed in sitemaps. */
  readonly listed: ReadonlySet<string>;
  /**
   * Whether the page at `path` may have the canonical URL `href` on another brand's site, because that brand may own
   * the book.
   */
  isOwnersPage(path: string, href: string): boolean;
  /** Whether crawlers may read a path. */
  isAllowed(path: string): boolean;
  /** False if the crawl stopped before it had visited everything. */
  readonly isComplete: boolean;
}
