import { pathOf } from './addresses.ts';
import { readPage } from './page-facts.ts';
import type { RobotsRules } from './robots.ts';
import { CONNECTIONS, type SiteClient } from './site-client.ts';
import type { Crawl, Visited } from './types.ts';

export interface CrawlOptions {
  readonly client: SiteClient;
  /** Scheme and first host of the brand: the prefix of all page URLs. */
  readonly origin: string;
  /** See `Crawl`. */
  readonly isOwnersPage: Crawl['isOwnersPage'];
  /** Home pages, one for each language. */
  readonly homes: readonly string[];
  readonly robots: RobotsRules;
  readonly listed: ReadonlySet<string>;
  /** The crawl ends after this many pages. */
  readonly most: number;
  /** Called for each page with status 200. */
  readonly onPage: (page: Visited, html: string) => void;
}

/**
 * Visits all linked pages, level by level starting from the home pages, then pages that occur only in sitemaps. Skips
 * pages forbidden by robots.txt, and does not follow `nofollow` links.
 */
export async function crawlSite(options: CrawlOptions): Promise<Crawl> {
  const { origin, isOwnersPage, homes, robots, listed, most } = options;
  const visited = new Map<string, Visited>();
  const [linkedFrom, files, feeds] = [new Map<string, string>(), new Map<string, string>(), new Map<string, string>()];
  const queued = new Set(homes);

  const follow = ({ path, facts, headers }: Visited): string[] => {
    const nextPaths: string[] = [];
    const reach = (to: string | undefined) => {
      if (to === undefined) return;
      if (to !== path) setOnce(linkedFrom, to, path);
      if (!queued.has(to) && robots.isAllowed(to)) nextPaths.push(to);
      queued.add(to);
    };
    const { location } = headers;
    if (typeof location === 'string') reach(pathOf(location, origin, path));
    for (const { href, nofollow } of facts?.links ?? []) if (!nofollow) reach(pathOf(href, origin, path));
    for (const href of facts?.files ?? []) setOnce(files, pathOf(href, origin, path), path);
    for (const href of facts?.feeds ?? []) setOnce(feeds, pathOf(href, origin, path), path);
    return nextPaths;
  };

  const walk = async (start: readonly string[], first: number | undefined) => {
    let level = start;
    for (let depth = first; level.length > 0 && visited.size < most; depth = depth === undefined ? depth : depth + 1) {
      const pages = await visitAll(level.slice(0, most - visited.size), depth, options);
      for (const page of pages) visited.set(page.path, page);
      level = pages.flatMap(follow);
    }
    return level.length === 0;
  };

  const isWalked = await walk(homes, 0);
  const unlinked = [...listed].filter((path) => !queued.has(path) && robots.isAllowed(path));
  for (const path of unlinked) queued.add(path);
  const isComplete = (await walk(unlinked, undefined)) && isWalked;
  const named = new Set([...visited.values()].flatMap((page) => namedBy(page, origin)));
  for (const page of await visitAll(
    [...named].filter((path) => !queued.has(path) && robots.isAllowed(path)),
    undefined,
    options,
  ))
    visited.set(page.path, page);
  const { isAllowed } = robots;
  return { origin, visited, linkedFrom, files, feeds, listed, isAllowed, isOwnersPage, isComplete };
}

/** Returns the pages that a page's head names as canonical or as its version in another language. */
const namedBy = ({ path, facts }: Visited, origin: string): string[] =>
  [...(facts?.canonicals ?? []), ...(facts?.alternates ?? []).map(({ href }) => href)]
    .map((href) => pathOf(href, origin, path))
    .filter((named) => named !== undefined);

function setOnce(map: Map<string, string>, key: string | undefined, value: string): void {
  if (key !== undefined && !map.has(key)) map.set(key, value);
}

async function visitAll(
  paths: readonly string[],
  depth: number | undefined,
  options: CrawlOptions,
): Promise<readonly Visited[]> {
  const pages = new Array<Visited>(paths.length);
  const waiting = paths.entries();
  const work = async () => {
    for (const [index, path] of waiting) pages[index] = await visit(path, depth, options);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return pages;
}

async function visit(path: string, depth: number | undefined, { client, onPage }: CrawlOptions): Promise<Visited> {
  const { status, headers, text } = await client.get(path);
  const isPage = status === 200 && /^text\/html\b/.test(String(headers['content-type']));
  const page: Visited = { path, status, headers, depth, facts: isPage ? readPage(text) : undefined };
  if (isPage) onPage(page, text);
  return page;
}
