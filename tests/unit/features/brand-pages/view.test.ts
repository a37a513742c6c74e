import { beforeAll, describe, expect, it } from 'vitest';
import type { BrandPage } from '#src/brand/pages.ts';
import { brandPageHead } from '#src/features/brand-pages/head.ts';
import { brandPageView } from '#src/features/brand-pages/view.ts';
import type { T } from '#src/i18n/t.ts';
import { myinfoView } from '#src/shell/page/app-shells.ts';
import { sitemapGroups } from '#src/shell/page/sitemap-groups.ts';
import { memorySource, testBrand, testSite } from '../../../helpers/memory-source.ts';
import { englishT } from '../../../helpers/texts.ts';

let t: T;
beforeAll(async () => {
  t = await englishT();
});

const source = memorySource({ books: [] });
const page = (slug: string, text: string): BrandPage => ({ slug, texts: { en: { title: `All ${slug}`, text } } });
const siteWith = (pages: readonly BrandPage[], code: 'en' | 'es' = 'en') =>
  testSite(code, { ...testBrand, locales: ['en', 'es', 'vn'], pages: [...pages] });

function modelOf(pages: readonly BrandPage[], slug: string, code: 'en' | 'es' = 'en') {
  const loaded = brandPageView.load({ params: { slug }, page: 1 }, source, siteWith(pages, code));
  if (loaded.status !== 'ok') throw new Error(loaded.status);
  return loaded.model;
}

const about: BrandPage = {
  slug: 'about',
  texts: {
    en: { title: 'About', text: '## Who\n\nWe *read*\nall day.\n\nMore.' },
    es: { title: 'Acerca de', description: 'Quiénes somos.', text: 'Leemos.' },
  },
};

describe('the pages of a brand', () => {
  it('exist in the languages that have a text, in the order of the brand', () => {
    const pages = [about, page('help', 'Help.')];
    const pathsIn = (code: 'en' | 'es') =>
      [...brandPageView.paths(source, siteWith(pages, code))].map(({ path }) => path);
    expect(pathsIn('en')).toEqual(['/pages/about', '/pages/help']);
    expect(pathsIn('es')).toEqual(['/es/pages/about']);
    expect(brandPageView.load({ params: { slug: 'help' }, page: 1 }, source, siteWith(pages, 'es')).status).toBe(
      'missing',
    );
  });

  it('are in the sitemap of their language', () => {
    const groups = [...sitemapGroups([brandPageView], source, siteWith([about], 'es'))];
    const entries = groups.flatMap(({ entries }) => [...entries]);
    expect(entries).toContainEqual({ path: '/es/pages/about' });
  });

  it('name the other languages with hreflang, and describe themselves by the first paragraph', () => {
    const model = modelOf([about], 'about');
    expect(model.editions.map(({ code, href }) => [code, href])).toEqual([['es', '/es/pages/about']]);
    const head = brandPageHead({ site: siteWith([about]), t, path: '/pages/about' }, model);
    expect(head.alternates.map(({ hreflang }) => hreflang)).toEqual(['en-US', 'es-ES', 'x-default']);
    expect(head.description).toBe('We read all day.');
    expect(head.robots).toContain('index');
    expect(modelOf([about], 'about', 'es').description).toBe('Quiénes somos.');
  });

  it.each([
    ['[a](/hotnovels?x=1#y)', '<a href="/hotnovels?x=1#y">a</a>'],
    ['[a](/es/pages/other)', '<a href="/es/pages/other">a</a>'],
    ['[a](/pages/none)', '<a>a</a>'],
    ['[a](/no/such/page)', '<a>a</a>'],
    ['[a](//evil.example)', '<a>a</a>'],
    ['[a](http://plain.example)', '<a>a</a>'],
    ['[a](https://other.example/x)', '<a href="https://other.example/x">a</a>'],
    ['[a](mailto:me@site.example)', '<a href="mailto:me@site.example">a</a>'],
    ['[a](javascript:x)', '[a](javascript:x)'],
    ['<script>x</script>', '&lt;script&gt;x&lt;/script&gt;'],
    ['![a](https://other.example/a.png)', '<img src="https://other.example/a.png" loading="lazy" alt="a" />'],
    ['![a](/media/a.png)', ''],
  ])('show %s as %s', (text, html) => {
    const other: BrandPage = { slug: 'other', texts: { es: { title: 'Otra', text: 'x' } } };
    expect(modelOf([page('p', text), other], 'p').html.trim()).toBe(`<p>${html}</p>`);
  });

  it('replace the terms and the privacy policy in their languages', () => {
    const textOf = (child: string, code: 'en' | 'es' = 'en') => {
      const loaded = myinfoView.load(
        { params: { child }, page: 1 },
        source,
        siteWith([page('privacy', 'Ours.')], code),
      );
      return loaded.status === 'ok' ? loaded.model.text : loaded.status;
    };
    expect(textOf('privacyPolicy')).toBe('<p>Ours.</p>\n');
    expect([textOf('teams_of_services'), textOf('privacyPolicy', 'es')]).toEqual([undefined, undefined]);
  });
});
