import type { SiteClient } from '../site-client.ts';
import type { Crawl, Finding, Visited } from '../types.ts';
import { isIndexable } from './indexing.ts';

const MOST_LINKS_AWAY = 4;
const MOVED = [301, 308];

/**
 * Broken and redirected links, pages that no link leads to, and pages that are too far from the home page.
 * @param entries paths that are linked although they lead on
 */
export function checkLinks(crawl: Crawl, entries: readonly string[]): Finding[] {
  const pages = [...crawl.visited.values()];
  return pages.flatMap((page) => [...ofTarget(page, crawl, entries), ...ofPlace(page, crawl)]);
}

function ofTarget(
  { path, status, headers }: Visited,
  { origin, linkedFrom }: Crawl,
  entries: readonly string[],
): Finding[] {
  const from = linkedFrom.get(path);
  const findings: Finding[] = [];
  if (status >= 500 && (status !== 503 || headers['retry-after'] === undefined))
    findings.push({
      kind: 'status',
      url: origin + path,
      message: `It answers ${status} without a time to come again.`,
    });
  if (from === undefined) return findings;
  const say = (kind: Finding['kind'], message: string) => findings.push({ kind, url: origin + from, message });
  if (status >= 400) say('broken-link', `It links to ${path}, which answers ${status}.`);
  if (MOVED.includes(status) && !entries.includes(path))
    say('redirected-link', `It links to ${path}, which has moved to ${headers['location']}.`);
  return findings;
}

function ofPlace(page: Visited, crawl: Crawl): Finding[] {
  const { origin, linkedFrom, listed, isComplete } = crawl;
  const { path, depth } = page;
  if (!isComplete || !isIndexable(page, crawl)) return [];
  const url = origin + path;
  if (depth !== 0 && !linkedFrom.has(path) && listed.has(path))
    return [{ kind: 'orphan', url, message: 'A sitemap lists it, but no page links to it.' }];
  if (depth === undefined) return [{ kind: 'depth', url, message: 'No links lead to it from a home page.' }];
  if (depth <= MOST_LINKS_AWAY) return [];
  return [{ kind: 'depth', url, message: `It is ${depth} links away from the nearest home page.` }];
}

/** Pictures, style sheets and scripts that are not there. */
export async function checkFiles(client: SiteClient, { origin, files }: Crawl): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [path, from] of files) {
    const { status } = await client.head(path);
    if (status !== 200)
      findings.push({ kind: 'broken-link', url: origin + from, message: `It needs ${path}, which answers ${status}.` });
  }
  return findings;
}
