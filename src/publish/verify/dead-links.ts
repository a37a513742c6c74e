import type { PublicBrand } from '#src/brand/public-brand.ts';
import { readPlainSync } from '#src/lib/plain-files.ts';
import { aliasKey, type RecordedPage, type Release } from '#src/publish/release/index.ts';
import { PAGE_KINDS } from '#src/routes/page-kinds.ts';
import { parsePath } from '#src/routes/parse.ts';
import { internalLinks } from './internal-links.ts';
import type { Finding } from './publish-guard/finding.ts';

/** Numbers of pages whose links are followed: how many of all pages, and how many of those that the run changed. */
const SAMPLE = { all: 100, changed: 200 };
const MAX_FINDINGS = 20;

/**
 * Selects the pages whose links are followed: a sample spread evenly over all pages, so that each kind is included, and
 * a sample of changed pages.
 * @param changed number of pages that the release changed or added
 */
export function followedPages(release: Release, changed: number): RecordedPage[] {
  const step = (pages: number, sample: number) => Math.max(1, Math.ceil(pages / sample));
  const ofAll = release.everyNthPath(step(release.info.pages, SAMPLE.all));
  const paths = new Set([...ofAll, ...release.changedPaths(step(changed, SAMPLE.changed))]);
  return [...paths].flatMap((path) => release.page(path) ?? []);
}

/** Follows the internal links on some pages of a release that is not live yet, and reports broken ones. */
export function deadLinkFindings(release: Release, brand: PublicBrand, pages: readonly RecordedPage[]): Finding[] {
  const findings: Finding[] = [];
  // Results are cached, because the header and footer have the same links on every page.
  const cache = new Map<string, boolean>();
  const leadsSomewhere = (path: string) => {
    const isResolved = cache.get(path) ?? resolves(path, release, brand);
    cache.set(path, isResolved);
    return isResolved;
  };
  for (const page of pages) {
    const html = readPlainSync(release.folder, `site/${page.file}`).toString();
    const dead = internalLinks(html, page.path, brand.origin).filter((path) => !leadsSomewhere(path));
    for (const path of dead)
      findings.push({ rule: 'broken-link', what: `${page.path} links to ${path}, which does not exist`, target: path });
    if (findings.length >= MAX_FINDINGS) break;
  }
  return findings;
}

/** Whether the path leads to a page, a file, a redirect to a page, or a page rendered on request. */
function resolves(path: string, release: Release, brand: PublicBrand): boolean {
  if (release.page(path) || release.hasAsset(path) || path.startsWith(`${brand.apiPrefix}/`)) return true;
  const match = parsePath(path, brand.locales);
  if (!match) return false;
  if (PAGE_KINDS[match.kind].rendering !== 'prerendered') return true;
  return (
    match.page === 1 && match.aliases.some((identity) => release.alias(aliasKey(match.locale, identity)) !== undefined)
  );
}
