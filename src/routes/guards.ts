import type { Match } from './parse.ts';

/**
 * Route guards: checks before a page is shown, and where each one runs (docs/develop/routes.md). The server cannot know who is
 * signed in, because the token is in the browser's storage and is sent with API calls only.
 */
export const GUARDS = {
  /** The host selects a brand. */
  host: 'server',
  /** `/` redirects to the visitor's language. */
  language: 'server',
  /** Signed-out visitors are sent to the sign-in page and back. */
  signIn: 'browser',
} as const satisfies Readonly<Record<string, 'server' | 'browser'>>;

export type GuardName = keyof typeof GUARDS;

export const isGuardName = (name: string): name is GuardName => Object.hasOwn(GUARDS, name);

/** Names of guards by route: a kind of page or `kind/child`; `*` is every other address. */
export type GuardTable = Readonly<Record<string, readonly string[]>>;

const OPEN: readonly GuardName[] = ['host', 'language'];

export const ROUTE_GUARDS: GuardTable = {
  '*': OPEN,
  myinfo: [...OPEN, 'signIn'],
  'myinfo/privacyPolicy': OPEN,
  'myinfo/teams_of_services': OPEN,
};

/** The guards of an address, in the order in which they run. */
export function guardsOf(
  match: Pick<Match, 'kind' | 'params'> | undefined,
  table: GuardTable = ROUTE_GUARDS,
): readonly string[] {
  const child = match?.params['child'];
  const routes = match ? [`${match.kind}/${child}`, match.kind, '*'] : ['*'];
  const route = routes.find((name) => Object.hasOwn(table, name));
  return route === undefined ? [] : (table[route] ?? []);
}
