import type { Sibling } from '#src/brand/siblings.ts';
import type { LocaleCode } from '#src/contract/locales.ts';
import { parsePath } from '#src/routes/parse.ts';
import { createPaths, type RouteKind } from '#src/routes/paths.ts';
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
  /** Where the site listens. */
  readonly url: string;
  /** The first is the site's own; the others have to lead to it. */
  readonly hosts: readonly string[];
  readonly locales: readonly LocaleCode[];
  /** The other brands, which may own the pages of books. */
  readonly siblings?: readonly Sibling[] | undefined;
  /** Most pages to visit. */
  readonly most: number;
  /** Most pages of each kind whose HTML is validated. */
  readonly mostHtml: number;
  readonly skip: readonly Kind[];
  /** Tells what is done, for people who wait. */
  readonly tell: (progress: string) => void;
}

export interface AuditResult {
  /** Number of pages visited. */
  readonly pages: number;
  /** By kind and address. */
  readonly findings: readonly Finding[];
}

/** Crawls a running site from its home pages and sitemaps, and says what a crawler or reader would stumble over. */
export async function audit(options: AuditOptions): Promise<AuditResult> {
  const { client, url, hosts, locales, most, skip, tell } = options;
  const [host = '', ...others] = hosts;
  const origin = `https://${host}`;
  const paths = locales.map(createPaths);
  const wants = (kind: Kind) => !skip.includes(kind);

  const robots = await readRobots(client, origin);
  const sitemaps = await readSitemaps(client, origin, robots.sitemaps);
  tell(`The sitemaps list ${sitemaps.listed.size} pages.`);
  const samples = createSamples(locales, wants('html') ? options.mostHtml : 0);
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
  tell(`Visited ${crawl.visited.size} pages. Checking them.`);
  const findings: Finding[] = [
    ...robots.findings,
    ...sitemaps.findings,
    // The menu's link to the default ranking: with the ranking's own address every page would change with it.
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
    tell(`Looking at ${samples.firsts.length} pages with a browser.`);
    findings.push(...(await checkAccessibility({ url, origin, paths: samples.firsts })));
  }
  const wanted = findings.filter(({ kind }) => wants(kind));
  return { pages: crawl.visited.size, findings: wanted.toSorted(byKindAndUrl) };
}

const unfinished = ({ isComplete, origin }: Crawl, most: number): Finding[] =>
  isComplete
    ? []
    : [{ kind: 'unfinished', url: `${origin}/`, message: `There are more than ${most} pages. Raise --most.` }];

const byKindAndUrl = (one: Finding, other: Finding) =>
  one.kind.localeCompare(other.kind) || one.url.localeCompare(other.url);

/** The first page of each kind and language, and the HTML of the first `most` of each. */
function createSamples(locales: readonly LocaleCode[], most: number) {
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
      if (count < most) pages.push({ path, html });
    },
  };
}

/**
 * Makes a function that tells whether a page may have its canonical page at another brand: it is one of a book, at the same path
 * of the first host of a brand that has the language. A novel with a help event counts as the novel.
 */
const ownersPages =
  ({ locales, siblings = [] }: AuditOptions): Crawl['isOwnersPage'] =>
  (path, href) => {
    const match = parsePath(path, locales);
    if (!match || !OF_BOOKS.includes(match.kind)) return false;
    const there = path.replace('/active-novel/', '/novel/').split('?', 1)[0];
    return siblings.some((one) => one.locales.includes(match.locale) && href === one.origin + there);
  };

const OF_BOOKS: readonly RouteKind[] = ['novel', 'activeNovel', 'reader'];
