import { aliasKey, type Release } from '#src/publish/release/index.ts';
import { otherCases } from '#src/routes/aliases.ts';
import type { RouteKind } from '#src/routes/page-kinds.ts';
import type { Match } from '#src/routes/parse.ts';

/**
 * The canonical path of the page that a path refers to (docs/develop/routes.md); undefined if the page does not exist.
 */
export function canonicalPath(match: Match, release: Pick<Release, 'page' | 'alias'>): string | undefined {
  for (const alias of [...match.aliases, ...match.aliases.flatMap(otherCases)]) {
    const first = release.alias(aliasKey(match.locale, alias));
    if (first === undefined) continue;
    const path = pathOfPage(first, match.kind, match.page);
    return release.page(path) && path;
  }
  return undefined;
}

/** Kinds of pages whose paths always end with a page number. */
const NUMBERED: readonly RouteKind[] = ['letter', 'keyword', 'ranking'];

function pathOfPage(first: string, kind: RouteKind, page: number): string {
  if (NUMBERED.includes(kind)) return first.replace(/\/1$/, `/${page}`);
  if (page === 1) return first;
  return kind === 'keywords' ? `${first}/${page}` : `${first}/page-${page}`;
}
