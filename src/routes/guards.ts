import type { Match } from './parse.ts';

/**
 * The one registry of guards: what asks before a page is shown, and where it asks (docs/routes.md). The front cannot
 * know who is signed in, for the token never leaves the browser's storage but in calls.
 */
export const GUARDS = {
  /** The host selects a brand. */
  host: 'front',
  /** `/` leads to the visitor's language. */
  language: 'front',
  /** Signed out, the page leads to the sign-in and back. */
  signIn: 'browser',
} as const satisfies Readonly<Record<string, 'front' | 'browser'>>;

export type GuardName = keyof typeof GUARDS;

export const isGuardName = (name: string): name is GuardName => Object.hasOwn(GUARDS, name);

/** Names of guards by route: a kind of page, or `kind/child`; `*` stands for every other address. */
export type GuardTable = Readonly<Record<string, readonly string[]>>;

const OPEN: readonly GuardName[] = ['host', 'language'];

export const ROUTE_GUARDS: GuardTable = {
  '*': OPEN,
  myinfo: [...OPEN, 'signIn'],
  'myinfo/privacyPolicy': OPEN,
  'myinfo/teams_of_services': OPEN,
};

/** The guards of an address, in the order they ask. */
export function guardsOf(
  match: Pick<Match, 'kind' | 'params'> | undefined,
  table: GuardTable = ROUTE_GUARDS,
): readonly string[] {
  const child = match?.params['child'];
  const routes = match ? [`${match.kind}/${child}`, match.kind, '*'] : ['*'];
  const route = routes.find((name) => Object.hasOwn(table, name));
  return route === undefined ? [] : (table[route] ?? []);
}
