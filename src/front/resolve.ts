import { DEFAULT_LOCALE } from '#src/contract/locales.ts';
import type { Match } from '#src/paths/parse.ts';
import type { RouteKind } from '#src/paths.ts';

/** Looks up what a release holds. */
export interface ReleaseIndex {
  has(path: string): boolean;
  /** Canonical address of the first page that goes by this identity. */
  alias(key: string): string | undefined;
}

export type Resolved =
  | { readonly status: 200 }
  | { readonly status: 308; readonly to: string }
  | { readonly status: 404 };

/** Which page of the release an address means: itself, one canonical other, or none (docs/routes.md). */
export function resolve(path: string, match: Match, release: ReleaseIndex): Resolved {
  if (release.has(path)) return { status: 200 };
  for (const identity of match.identities) {
    const first = release.alias(match.locale === DEFAULT_LOCALE ? identity : `${match.locale}:${identity}`);
    if (first === undefined) continue;
    const to = pageAddress(first, match.kind, match.page);
    return release.has(to) ? { status: 308, to } : { status: 404 };
  }
  return { status: 404 };
}

/** Kinds whose page number is the last segment of every page's address. */
const NUMBERED: readonly RouteKind[] = ['letter', 'keyword', 'ranking'];

function pageAddress(first: string, kind: RouteKind, page: number): string {
  if (NUMBERED.includes(kind)) return first.replace(/\/1$/, `/${page}`);
  if (page === 1) return first;
  return kind === 'keywords' ? `${first}/${page}` : `${first}/page-${page}`;
}
