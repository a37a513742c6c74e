import { aliasKey, type Release } from '#src/release/index.ts';
import type { Match } from '#src/routes/parse.ts';
import type { RouteKind } from '#src/routes/paths.ts';

/** Looks up what a release holds. */
export type ReleaseIndex = Pick<Release, 'page' | 'alias'>;

/** The one address of the page that an address without a page of its own means; undefined for none (docs/routes.md). */
export function canonicalOf(match: Match, release: ReleaseIndex): string | undefined {
  for (const identity of match.aliases) {
    const first = release.alias(aliasKey(match.locale, identity));
    if (first === undefined) continue;
    const address = pageAddress(first, match.kind, match.page);
    return release.page(address) && address;
  }
  return undefined;
}

/** Kinds whose page number is the last segment of every page's address. */
const NUMBERED: readonly RouteKind[] = ['letter', 'keyword', 'ranking'];

function pageAddress(first: string, kind: RouteKind, page: number): string {
  if (NUMBERED.includes(kind)) return first.replace(/\/1$/, `/${page}`);
  if (page === 1) return first;
  return kind === 'keywords' ? `${first}/${page}` : `${first}/page-${page}`;
}
