import type { SiteClient } from '../site-client.ts';
import type { Crawl, Finding, Visited } from '../types.ts';
import { isIndexable } from './indexing.ts';

const MAX_LINKS_AWAY = 4;
const MOVED = [301, 308];

/**
 * Finds broken and redirected links, pages without incoming links, and pages too far from the home page.
 * @param entries paths that may be linked although they redirect
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
      message: `It responds with status ${status} without Retry-After.`,
    });
  if (from === undefined) return findings;
  const report = (kind: Finding['kind'], message: string) => findings.push({ kind, url: origin + from, message });
  if (status >= 400) report('broken-link', `It links to ${path}, which responds with status ${status}.`);
  if (MOVED.includes(status) && !entries.includes(path))
    report('redirected-link', `It links to ${path}, which has moved to ${headers['location']}.`);
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
  if (depth <= MAX_LINKS_AWAY) return [];
  return [{ kind: 'depth', url, message: `It is ${depth} links away from the nearest home page.` }];
}

/** Finds missing images, style sheets and scripts. */
export async function checkFiles(client: SiteClient, { origin, files }: Crawl): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [path, from] of files) {
    const { status } = await client.head(path);
    if (status !== 200)
      findings.push({
        kind: 'broken-link',
        url: origin + from,
        message: `It needs ${path}, which responds with status ${status}.`,
      });
  }
  return findings;
}
