import type { Menu, MenuPage } from '#src/brand/navigation.ts';
import type { TextKey } from '#src/i18n/keys.ts';
import type { T } from '#src/i18n/t.ts';
import type { RouteKind } from '#src/routes/page-kinds.ts';
import type { Paths } from '#src/routes/paths.ts';
import { siteLink } from '#src/routes/site-link.ts';
import type { Site } from '../page/view.ts';

/** The entries of the bottom bar. */
export type Place = 'home' | 'history' | 'mine';

const PLACES: Partial<Record<RouteKind, Place>> = {
  home: 'home',
  history: 'history',
  notebook: 'history',
  login: 'mine',
  myinfo: 'mine',
};

/** The entry of the bottom bar that a kind of page belongs to, if any. */
export const placeOf = (kind: RouteKind | undefined): Place | undefined => kind && PLACES[kind];

const PAGES: Readonly<
  Record<MenuPage, { readonly text: TextKey; href(paths: Paths): string; readonly kinds: RouteKind[] }>
> = {
  home: { text: 'common:home', href: (paths) => paths.home(), kinds: ['home'] },
  genres: {
    text: 'common:category',
    href: (paths) => paths.genres(),
    kinds: ['genres', 'genre', 'category', 'tags', 'tag', 'allTags'],
  },
  ranking: { text: 'common:ranking', href: (paths) => paths.rankingEntry(), kinds: ['ranking'] },
  hotnovels: { text: 'common:hot-novels', href: (paths) => paths.hotnovels(), kinds: ['hotnovels', 'letter'] },
  tags: { text: 'common:tags', href: (paths) => paths.tags(), kinds: ['tags', 'tag', 'allTags'] },
  keywords: { text: 'common:keywords', href: (paths) => paths.keywords(), kinds: ['keywords', 'keyword'] },
};

const DEFAULT_MENU: Menu = [{ page: 'home' }, { page: 'genres' }, { page: 'ranking' }];

export interface MenuLink {
  readonly href: string;
  readonly text: string;
  /** Whether the current page belongs to this entry. */
  readonly isCurrent: boolean;
}

/**
 * The links in the header. If the current page belongs to several entries, such as a tag to tags and genres, the last
 * entry is the most specific one.
 * @param path path of the current page
 */
export function menuLinks({ brand, locale, paths }: Site, t: T, kind: RouteKind | undefined, path: string): MenuLink[] {
  const entries = (brand.menu ?? DEFAULT_MENU).flatMap(({ page, link = '', texts }) => {
    if (page) return [{ href: PAGES[page].href(paths), text: t(PAGES[page].text), kinds: PAGES[page].kinds }];
    const text = texts?.[locale.code];
    return text === undefined ? [] : [{ href: siteLink(link), text, kinds: [] }];
  });
  const matches = entries.map(({ href, kinds }) => href === path || kinds.some((other) => other === kind));
  const current = matches.lastIndexOf(true);
  return entries.map(({ href, text }, index) => ({ href, text, isCurrent: index === current }));
}
