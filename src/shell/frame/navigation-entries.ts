import type { RouteKind } from '#src/routes/page-kinds.ts';

/** The entries of the header and the bottom bar. */
export type Place = 'home' | 'category' | 'ranking' | 'history' | 'mine';

const PLACES: Partial<Record<RouteKind, Place>> = {
  home: 'home',
  genres: 'category',
  genre: 'category',
  category: 'category',
  tags: 'category',
  tag: 'category',
  allTags: 'category',
  ranking: 'ranking',
  history: 'history',
  notebook: 'history',
  login: 'mine',
  myinfo: 'mine',
};

/** The navigation entry that a kind of page belongs to, if any. */
export const placeOf = (kind: RouteKind | undefined): Place | undefined => kind && PLACES[kind];
