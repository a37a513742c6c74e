import type { Sibling } from '#src/brand/siblings.ts';
import type { LocaleCode } from '#src/contract/locales.ts';
import { counted } from '#src/lib/text.ts';
import type { RouteKind } from '#src/routes/page-kinds.ts';
import { parsePath } from '#src/routes/parse.ts';
import { createPaths } from '#src/routes/paths.ts';
import { checkAccessibility } from './checks/accessibility.ts';
import { checkAddresses } from './checks/addresses.ts';
import { checkFeeds } from './checks/feeds.ts';
import { checkHeads } from './checks/head.ts';
import { checkHosts } from './checks/hosts.ts';
import { checkHtml } from './checks/html.ts';
import { checkFiles, checkLinks } from './checks/links.ts';
import { checkStructuredData } from './checks/structured-data.ts';
import { crawlSite } from './crawl.ts';
import { readRobots } from './robots.ts';
import { schemaOrg } from './schema-org.ts';
import type { SiteClient } from './site-client.ts';
import { readSitemaps } from './sitemaps.ts';
import type { Crawl, Finding, Kind, Visited } from './types.ts';

export interface AuditOptions {
  readonly client: SiteClient;
  /** URL of the running site. */
  readonly url: string;
  /** The first host is the site's own. The others must redirect to it. */
  readonly hosts: readonly string[];
  readonly locales: readonly LocaleCode[];
  /** The other brands; a book's canonical page may belong to one of them. */
  readonly siblings?: readonly Sibling[] | undefined;
  /** Maximum number of pages to visit. */
  readonly most: number;
  /** Maximum number of pages of each kind whose HTML is validated. */
  readonly maxHtmlPages: number;
  readonly skip: readonly Kind[];
  /** Called with progress messages. */
  readonly tell: (progress: string) => void;
}

export interface AuditResult {
  /** Number of pages visited. */
  readonly pages: number;
  /** All findings, sorted by kind and URL. */
  readonly findings: readonly Finding[];
}

/** Crawls a running site from its home pages and sitemaps, and reports problems for crawlers and readers. */
export async function audit(options: AuditOptions): Promise<AuditResult> {
  const { client, url, hosts, locales, most, skip, tell } = options;
  const [host = '', ...others] = hosts;
  const origin = `https://${host}`;
  const paths = locales.map(createPaths);
  const wants = (kind: Kind) => !skip.includes(kind);

  const robots = await readRobots(client, origin);
  const sitemaps = await readSitemaps(client, origin, robots.sitemaps);
  tell(`The sitemaps list ${counted(sitemaps.listed.size, 'page')}.`);
  const samples = createSamples(locales, wants('html') ? options.maxHtmlPages : 0);
  const crawl = await crawlSite({
    client,
    origin,
    isOwnersPage: ownersPages(options),
    homes: paths.map((path) => path.home()),
    robots,
    listed: sitemaps.listed,
    most,
    onPage: samples.add,
  });
  tell(`Visited ${counted(crawl.visited.size, 'page')}. Checking them.`);
  const findings: Finding[] = [
    ...robots.findings,
    ...sitemaps.findings,
    // The menu links to the default ranking through a redirect. If it linked to the ranking's own URL, every page would
    // change when the default changes.
    ...checkLinks(
      crawl,
      paths.map((path) => path.rankingEntry()),
    ),
    ...checkHeads(crawl),
    ...checkAddresses(crawl),
    ...(wants('structured-data') ? checkStructuredData(crawl, schemaOrg()) : []),
    ...unfinished(crawl, most),
    ...(await checkHosts(client, origin, others)),
    ...(await checkFiles(client, crawl)),
    ...(await checkFeeds(client, crawl)),
  ];
  for (const { path, html } of samples.pages) findings.push(...(await checkHtml(origin + path, html)));
  if (wants('accessibility')) {
    tell(`Checking ${counted(samples.firsts.length, 'page')} in a browser.`);
    findings.push(...(await checkAccessibility({ url, origin, paths: samples.firsts })));
  }
  const reported = findings.filter(({ kind }) => wants(kind));
  return { pages: crawl.visited.size, findings: reported.toSorted(byKindAndUrl) };
}

const unfinished = ({ isComplete, origin }: Crawl, maxPages: number): Finding[] =>
  isComplete
    ? []
    : [{ kind: 'unfinished', url: `${origin}/`, message: `There are more than ${maxPages} pages. Raise --most.` }];

const byKindAndUrl = (a: Finding, b: Finding) => a.kind.localeCompare(b.kind) || a.url.localeCompare(b.url);

/** Collects the first page of each kind and language, and the HTML of the first `maxHtmlPages` pages of each. */
function createSamples(locales: readonly LocaleCode[], maxHtmlPages: number) {
  const counts = new Map<string, number>();
  const firsts: string[] = [];
  const pages: { readonly path: string; readonly html: string }[] = [];
  return {
    firsts,
    pages,
    add({ path }: Visited, html: string) {
      const match = parsePath(path.split('?', 1)[0] ?? '', locales);
      const kind = match ? `${match.locale} ${match.kind} ${match.params['child'] ?? ''}` : path;
      const count = counts.get(kind) ?? 0;
      counts.set(kind, count + 1);
      if (count === 0) firsts.push(path);
      if (count < maxHtmlPages) pages.push({ path, html });
    },
  };
}

/**
 * Returns a function that checks whether a page of a book may name `href` as its canonical URL. It may if `href` is the
 * same path on another brand's first host, and that brand has the page's language. A novel's page with a help event may
 * name the novel's ordinary page on that host.
 */
const ownersPages =
  ({ locales, siblings = [] }: AuditOptions): Crawl['isOwnersPage'] =>
  (path, href) => {
    const match = parsePath(path, locales);
    if (!match || !OF_BOOKS.includes(match.kind)) return false;
    const pathOfNovel = path.replace('/active-novel/', '/novel/').split('?', 1)[0];
    return siblings.some((sibling) => sibling.locales.includes(match.locale) && href === sibling.origin + pathOfNovel);
  };

const OF_BOOKS: readonly RouteKind[] = ['novel', 'activeNovel', 'reader'];
