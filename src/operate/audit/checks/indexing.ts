import { pathOf } from '../addresses.ts';
import type { Crawl, Visited } from '../types.ts';

/** Whether the page is marked noindex, in its HTML or its headers. */
export const isHidden = ({ facts, headers }: Visited): boolean =>
  [...(facts?.robots ?? []), String(headers['x-robots-tag'] ?? '')].some((rules) => /\b(noindex|none)\b/i.test(rules));

/** Path of the page's canonical URL. */
export const canonicalOf = ({ path, facts }: Visited, origin: string): string | undefined => {
  const [canonical] = facts?.canonicals ?? [];
  return canonical === undefined ? undefined : pathOf(canonical, origin, path);
};

/** Whether a search engine may index the page under this URL. */
export const isIndexable = (page: Visited, { origin, isAllowed }: Crawl): boolean =>
  page.facts !== undefined && !isHidden(page) && isAllowed(page.path) && canonicalOf(page, origin) === page.path;
