import type { SiteHeaders } from './site-client.ts';

/** What an audit can find (docs/operate/audit.md). */
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
  /** Absolute address of the page or file, by the brand's first host. */
  readonly url: string;
  /** What is wrong, in one sentence. */
  readonly message: string;
}

/** A link that a page asks browsers and crawlers to follow. */
export interface Link {
  readonly href: string;
  readonly nofollow: boolean;
}

/** What the HTML of a page says. Addresses are as they are written. */
export interface PageFacts {
  readonly lang: string;
  readonly titles: readonly string[];
  readonly descriptions: readonly string[];
  /** Contents of the meta elements `robots`. */
  readonly robots: readonly string[];
  readonly canonicals: readonly string[];
  readonly alternates: readonly { readonly hreflang: string; readonly href: string }[];
  readonly feeds: readonly string[];
  readonly links: readonly Link[];
  /** Pictures, style sheets, scripts and other files that the page loads or names. */
  readonly files: readonly string[];
  /** Texts of the scripts of type application/ld+json. */
  readonly jsonLd: readonly string[];
  /** Hash of the text within `main`, else of the whole body; empty where there is none. */
  readonly textHash: string;
}

/** A response of the site. */
export interface Visited {
  /** Path with query. */
  readonly path: string;
  readonly status: number;
  readonly headers: SiteHeaders;
  /** Links to follow from a home page; undefined for what no links lead to. */
  readonly depth: number | undefined;
  /** Of a page of status 200. */
  readonly facts: PageFacts | undefined;
}

/** What a crawl has seen of a site. */
export interface Crawl {
  readonly origin: string;
  readonly visited: ReadonlyMap<string, Visited>;
  /** For each path, the first page that links to it; the page itself does not count. */
  readonly linkedFrom: ReadonlyMap<string, string>;
  /** For each file, the first page that names it. */
  readonly files: ReadonlyMap<string, string>;
  readonly feeds: ReadonlyMap<string, string>;
  /** Paths of the sitemaps. */
  readonly listed: ReadonlySet<string>;
  /** Whether the page may name this one of another brand as canonical, because that brand may own its book. */
  isOwnersPage(path: string, href: string): boolean;
  /** Whether crawlers may read a path. */
  isAllowed(path: string): boolean;
  /** False where the crawl ended before it had seen all. */
  readonly isComplete: boolean;
}
