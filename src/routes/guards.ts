import { kindsWhere, PAGE_KINDS } from './page-kinds.ts';
import type { Match } from './parse.ts';

/**
 * Route guards: checks that run before a page is shown, and where each of them runs (docs/develop/routes.md). The
 * server cannot know who is signed in, because the token is in the browser's storage and is only sent with API calls.
 */
export const GUARDS = {
  /** The host selects a brand. */
  host: 'server',
  /** `/` redirects to the visitor's language. */
  language: 'server',
  /** Redirects signed-out visitors to the sign-in page, which returns them afterwards. */
  signIn: 'browser',
} as const satisfies Readonly<Record<string, 'server' | 'browser'>>;

export type GuardName = keyof typeof GUARDS;

export const isGuardName = (name: string): name is GuardName => Object.hasOwn(GUARDS, name);

/** Names of guards by route: a kind of page or `kind/child`; `*` is every other path. */
export type GuardTable = Readonly<Record<string, readonly string[]>>;

const OPEN: readonly GuardName[] = ['host', 'language'];

export const ROUTE_GUARDS: GuardTable = Object.fromEntries([
  ['*', OPEN],
  ...kindsWhere(({ guard }) => guard !== undefined).flatMap((kind) => {
    const { guard, openChildren = [] } = PAGE_KINDS[kind];
    return [[kind, [...OPEN, guard]], ...openChildren.map((child) => [`${kind}/${child}`, OPEN])];
  }),
]);

/** The guards for a path, in the order in which they run. */
export function guardsOf(
  match: Pick<Match, 'kind' | 'params'> | undefined,
  table: GuardTable = ROUTE_GUARDS,
): readonly string[] {
  const child = match?.params['child'];
  const routes = match ? [`${match.kind}/${child}`, match.kind, '*'] : ['*'];
  const route = routes.find((name) => Object.hasOwn(table, name));
  return route === undefined ? [] : (table[route] ?? []);
}
