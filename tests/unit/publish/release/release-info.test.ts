import { describe, expect, it } from 'vitest';
import { INTERNAL_FIELDS } from '#src/brand/schema.ts';
import { SETTING_FIELDS } from '#src/contract/entities/brand-settings.ts';
import { checkedReleaseInfo } from '#src/publish/release/index.ts';

/** A value of each setting that pages get. */
const SETTINGS: Readonly<Record<string, unknown>> = {
  appName: 'Ash',
  tagline: 'Books',
  taglines: { es: 'Libros' },
  seoTexts: { es: { 'home-title': 'Inicio' } },
  supportEmail: 'help@ash.example',
  announcement: { texts: { en: 'New' }, link: '/genres' },
  texts: { en: { 'common:home': 'Start' } },
  menu: [{ page: 'home' }, { link: '/pages/about', texts: { en: 'About' } }],
  homeOrder: ['shelves', 'genres'],
  pages: [{ slug: 'about', texts: { en: { title: 'About', text: 'First line\n\nSecond line' } } }],
};

const info = (settings: object) => ({
  id: '20260502T120000000Z',
  brand: 'ash',
  created: '2026-05-02T12:00:00.000Z',
  bundle: { id: 'b', csp: "default-src 'self'" },
  pages: 1,
  bytes: 1,
  settings,
});
const check = (settings: object) => checkedReleaseInfo(info(settings), { id: '20260502T120000000Z', brand: 'ash' });

describe('the settings in the release.json of a release from elsewhere', () => {
  it.each(SETTING_FIELDS.filter((name) => !INTERNAL_FIELDS.some((internal) => internal === name)))(
    'may contain %s, which pages get from the settings of a brand',
    (name) => {
      expect(SETTINGS).toHaveProperty(name);
      expect(check({ [name]: SETTINGS[name] }).settings).toEqual({ [name]: SETTINGS[name] });
    },
  );

  it('may contain the addresses of pictures, but only below the folder of the brand', () => {
    for (const name of ['logo', 'icon', 'touchIcon', 'headerBg', 'bookSourceImg']) {
      expect(check({ [name]: '/_brand/a.0123456789.svg' }).settings).toHaveProperty(name);
      expect(() => check({ [name]: 'https://other.example/a.svg' })).toThrow('cannot be used');
    }
  });

  it.each([
    ['an unknown field', { hosts: ['a.example'] }],
    ['a script as link of the menu', { menu: [{ link: 'javascript:alert(1)', texts: { en: 'x' } }] }],
    ['a page without a title', { pages: [{ slug: 'about', texts: { en: { text: 'x' } } }] }],
    ['a text of several lines', { texts: { en: { 'common:home': 'a\nb' } } }],
  ])('are refused with %s', (_, settings) => {
    expect(() => check(settings)).toThrow('cannot be used');
  });
});
