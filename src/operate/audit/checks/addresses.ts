import { pathOf } from '../addresses.ts';
import type { Crawl, Finding, Visited } from '../types.ts';
import { canonicalOf, isHidden, isIndexable } from './indexing.ts';

/** Checks that canonical URLs, hreflang, robots rules and sitemaps agree for each page. */
export function checkAddresses(crawl: Crawl): Finding[] {
  const pages = [...crawl.visited.values()];
  return [
    ...pages.flatMap((page) => [...ofCanonical(page, crawl), ...ofRobots(page, crawl), ...ofHreflang(page, crawl)]),
    ...pages.flatMap((page) => ofUnlisted(page, crawl)),
    ...[...crawl.listed].flatMap((path) => ofListed(path, crawl)),
  ];
}

function ofCanonical(page: Visited, crawl: Crawl): Finding[] {
  const { origin, visited, isAllowed } = crawl;
  if (!page.facts) return [];
  const report = (message: string): Finding[] => [{ kind: 'canonical', url: origin + page.path, message }];
  const { canonicals } = page.facts;
  const [href] = canonicals;
  if (canonicals.length > 1) return report('It has several canonical links.');
  if (href === undefined) return isHidden(page) ? [] : report('It has no canonical link.');
  if (!/^https?:\/\//.test(href)) return report(`Its canonical link ${href} is not absolute.`);
  const path = canonicalOf(page, origin);
  if (crawl.isOwnersPage(page.path, href))
    return isHidden(page) ? report(`It is noindex and names ${href} as canonical, which contradict each other.`) : [];
  if (path === undefined) return report(`Its canonical link ${href} is not at the first host of the brand.`);
  if (path === page.path) return [];
  if (isHidden(page)) return report(`It is noindex and names ${path} as canonical, which contradict each other.`);
  const target = visited.get(path);
  if (!isAllowed(path)) return report(`robots.txt forbids its canonical page ${path}.`);
  if (target?.status !== 200) return report(`Its canonical page ${path} responds with status ${target?.status}.`);
  return isIndexable(target, crawl) ? [] : report(`Its canonical page ${path} is noindex, or names another page.`);
}

function ofRobots(page: Visited, { origin }: Crawl): Finding[] {
  const report = (message: string): Finding[] => [{ kind: 'robots', url: origin + page.path, message }];
  const rules = page.facts?.robots ?? [];
  const header = String(page.headers['x-robots-tag'] ?? '');
  if (rules.length > 1) return report('It has several robots elements.');
  if (/\bindex\b/i.test(rules[0] ?? '') && /\b(noindex|none)\b/i.test(header))
    return report('Its robots element says index, its header X-Robots-Tag noindex.');
  return [];
}

function ofHreflang(page: Visited, crawl: Crawl): Finding[] {
  const { origin, visited } = crawl;
  const alternates = page.facts?.alternates ?? [];
  if (alternates.length === 0) return [];
  const findings: Finding[] = [];
  const report = (message: string) => void findings.push({ kind: 'hreflang', url: origin + page.path, message });
  const paths = alternates.map(({ href }) => pathOf(href, origin, page.path));
  if (!isIndexable(page, crawl)) report('It names pages in other languages, but may not be indexed itself.');
  if (!paths.includes(page.path)) report('It does not name itself.');
  const names = alternates.map(({ hreflang }) => hreflang);
  if (new Set(names).size < names.length) report('It names a language twice.');
  for (const [index, { hreflang, href }] of alternates.entries()) {
    const path = paths[index];
    const target = path === undefined ? undefined : visited.get(path);
    if (hreflang !== 'x-default' && !isLanguage(hreflang)) report(`${hreflang} is not a language.`);
    if (target === undefined || !isIndexable(target, crawl)) report(`Its ${hreflang} page ${href} may not be indexed.`);
    else if (!namesBack(target, page, origin)) report(`Its ${hreflang} page ${href} does not name it.`);
  }
  return findings;
}

/** Whether `page` links back to this page. Skips `x-default` links, which name no language. */
const namesBack = ({ path, facts }: Visited, page: Visited, origin: string) =>
  facts?.alternates.some(
    ({ hreflang, href }) => hreflang !== 'x-default' && pathOf(href, origin, path) === page.path,
  ) === true;

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

function ofUnlisted(page: Visited, crawl: Crawl): Finding[] {
  const { origin, listed } = crawl;
  if (listed.has(page.path) || !isIndexable(page, crawl)) return [];
  return [{ kind: 'sitemap', url: origin + page.path, message: 'It may be indexed, but no sitemap lists it.' }];
}

function ofListed(path: string, crawl: Crawl): Finding[] {
  const { origin, visited, isAllowed, isComplete } = crawl;
  const report = (message: string): Finding[] => [{ kind: 'sitemap', url: origin + path, message }];
  if (!isAllowed(path)) return report('A sitemap lists it, but robots.txt forbids it.');
  const page = visited.get(path);
  if (!page) return isComplete ? report('A sitemap lists it, but it was not reached.') : [];
  if (page.status !== 200) return report(`A sitemap lists it, but it responds with status ${page.status}.`);
  if (isHidden(page)) return report('A sitemap lists it, but it is noindex.');
  return isIndexable(page, crawl) ? [] : report('A sitemap lists it, but it names another page as canonical.');
}
