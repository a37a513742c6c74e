import type { PublicBrand } from '#src/brand/public-brand.ts';
import { readPlainSync } from '#src/lib/plain-files.ts';
import { aliasKey, type RecordedPage, type Release } from '#src/publish/release/index.ts';
import { PAGE_KINDS, type RouteKind } from '#src/routes/page-kinds.ts';
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

/**
 * Follows the internal links on some pages of a release that is not live yet, and reports broken ones.
 * @param operatorLinks gets a description of each broken link that the operator wrote. These are no findings, because
 * a list may disappear in any night, and nobody but the operator can correct the link.
 */
export function deadLinkFindings(
  release: Release,
  brand: PublicBrand,
  pages: readonly RecordedPage[],
  operatorLinks: Set<string>,
): Finding[] {
  const findings: Finding[] = [];
  const inFrame = frameLinks(brand);
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
    for (const path of dead) {
      const source: OperatorText | undefined =
        inFrame.get(path) ?? (hasOperatorText(page.path, brand) ? { name: page.path, field: 'pages' } : undefined);
      if (source) operatorLinks.add(advice(source, path, release, brand));
      else
        findings.push({
          rule: 'broken-link',
          what: `${page.path} links to ${path}, which does not exist`,
          target: path,
        });
    }
    if (findings.length >= MAX_FINDINGS) break;
  }
  return findings;
}

/** A text of the operator, and the field of the brand that contains it. */
interface OperatorText {
  readonly name: string;
  readonly field: 'announcement' | 'menu' | 'pages';
}

/** Describes a broken link, and where to correct it: settings replace whole fields of the brand's folder. */
function advice({ name, field }: OperatorText, path: string, { info }: Release, { id }: PublicBrand): string {
  const isSetting = info.settings !== undefined && field in info.settings;
  const place = isSetting ? `the settings of the brand in the admin (${field})` : `brand.ts of ${id} (${field})`;
  return `${name} links to ${path}, which does not exist. Correct it in ${place}.`;
}

/** The paths to which the operator's announcement and menu link, with the text that has the link. */
function frameLinks({ announcement, menu = [], origin }: PublicBrand): Map<string, OperatorText> {
  const inMenu: OperatorText = { name: 'The menu', field: 'menu' };
  const inAnnouncement: OperatorText = { name: 'The announcement', field: 'announcement' };
  const links = [
    ...menu.map(({ link }) => ({ link, part: inMenu })),
    { link: announcement?.link, part: inAnnouncement },
  ];
  return new Map(
    links.flatMap(({ link, part }) => (link === undefined ? [] : [[new URL(link, origin).pathname, part] as const])),
  );
}

/** Kinds of pages whose texts an operator may write. */
const OPERATOR_KINDS: readonly RouteKind[] = ['brandPage', 'myinfo'];

function hasOperatorText(path: string, { locales }: PublicBrand): boolean {
  const match = parsePath(path, locales);
  return match !== undefined && OPERATOR_KINDS.includes(match.kind);
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
