import { beforeAll, expect, it } from 'vitest';
import type { Menu } from '#src/brand/navigation.ts';
import type { T } from '#src/i18n/t.ts';
import type { RouteKind } from '#src/routes/page-kinds.ts';
import { menuLinks } from '#src/shell/frame/navigation-entries.ts';
import { testBrand, testSite } from '../../../helpers/memory-source.ts';
import { englishT } from '../../../helpers/texts.ts';

let t: T;
beforeAll(async () => {
  t = await englishT();
});

const { menu: _, ...plain } = testBrand;
const links = (menu: Menu | undefined, kind: RouteKind, path = '/x', code: 'en' | 'es' = 'en') =>
  menuLinks(testSite(code, { ...plain, ...(menu && { menu }) }), t, kind, path);
const current = (menu: Menu | undefined, kind: RouteKind, path?: string) =>
  links(menu, kind, path).find(({ isCurrent }) => isCurrent)?.text;

it('the menu links to home, category and ranking unless the brand has its own', () => {
  expect(links(undefined, 'novel').map(({ href, text }) => [href, text])).toEqual([
    ['/', 'Home'],
    ['/genres', 'Category'],
    ['/ranking', 'Ranking'],
  ]);
});

it.each<[RouteKind, string | undefined]>([
  ['home', 'Home'],
  ['tag', 'Category'],
  ['ranking', 'Ranking'],
  ['novel', undefined],
])('the usual menu marks for a page of kind %s the entry %s', (kind, text) => {
  expect(current(undefined, kind)).toBe(text);
});

it('a menu of the brand marks the most specific entry, and omits links without a text in the language', () => {
  const menu: Menu = [{ page: 'genres' }, { page: 'tags' }, { link: '/pages/about', texts: { es: 'Acerca de' } }];
  expect([current(menu, 'tag'), current(menu, 'genre')]).toEqual(['Tags', 'Category']);
  expect(links(menu, 'home')).toHaveLength(2);
  expect(links(menu, 'home', '/x', 'es').at(-1)).toEqual({ href: '/pages/about', text: 'Acerca de', isCurrent: false });
  expect(links(menu, 'brandPage', '/pages/about', 'es').at(-1)?.isCurrent).toBe(true);
});
