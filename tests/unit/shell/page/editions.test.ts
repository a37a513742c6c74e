import { describe, expect, it } from 'vitest';
import type { Edition } from '#src/contract/entities/book.ts';
import { head } from '#src/shell/head/build-head.ts';
import { editionLinks } from '#src/shell/page/editions.ts';
import { testBrand, testSite } from '../../../helpers/memory-source.ts';

const brand = { ...testBrand, id: 'oak', locales: ['en', 'es', 'vn', 'cn'] as const };
const site = (code: 'en' | 'es' | 'vn' | 'cn') => testSite(code, { ...brand, locales: [...brand.locales] });

const SECTIONS = { en: 7, es: 9, vn: 15, cn: 1, fr: 25 };
const edition = (id: number, code: keyof typeof SECTIONS, more: Partial<Edition> = {}): Edition => ({
  id,
  section: SECTIONS[code],
  title: `Title ${id}`,
  category: { name: 'Romance', sub_name: null },
  language: code,
  chapter_id: null,
  ...more,
});
const summary = (links: ReturnType<typeof editionLinks>) =>
  links.map(({ code, href, isAlternate }) => `${code} ${href}${isAlternate ? ' alternate' : ''}`);

describe('editionLinks', () => {
  it('links one edition per language of the brand, in the order of its languages', () => {
    const editions = [edition(5, 'cn'), edition(4, 'fr'), edition(3, 'es'), edition(2, 'es')];
    expect(summary(editionLinks({ id: 1 }, editions, site('vn'), false))).toEqual([
      'es /es/novel/2/Romance/Title-2 alternate',
      'cn /cn/novel/5/Romance/Title-5 alternate',
    ]);
  });

  it('links the corresponding chapter, or the page of the book, which is no alternate of a chapter', () => {
    const editions = [edition(2, 'es', { chapter_id: 20 }), edition(3, 'cn')];
    expect(summary(editionLinks({ id: 1 }, editions, site('en'), true))).toEqual([
      'es /es/book-reader/2/20 alternate',
      'cn /cn/novel/3/Romance/Title-3',
    ]);
  });

  it('has no alternates on a second edition in the same language, which no other edition links to', () => {
    const editions = [edition(1, 'en'), edition(2, 'es')];
    expect(summary(editionLinks({ id: 3 }, editions, site('es'), false))).toEqual(['en /novel/1/Romance/Title-1']);
  });

  it('has no alternates for pages that are canonical on another brand', () => {
    const elm = { ...testBrand, id: 'elm', origin: 'https://elm.example' };
    const shared = {
      ...site('en'),
      brand: { ...site('en').brand, siblings: [{ ...elm, locales: ['en', 'es'] as const }] },
    } as never;
    const here = { id: 1, brands: ['oak', 'elm'] };
    const there = edition(2, 'es', { brands: ['elm', 'oak'] });
    expect(summary(editionLinks(here, [there], shared, false))).toEqual(['es /es/novel/2/Romance/Title-2']);
    expect(summary(editionLinks({ id: 1, brands: ['elm', 'oak'] }, [edition(2, 'es')], shared, false))).toEqual([
      'es /es/novel/2/Romance/Title-2',
    ]);
  });

  it('gives pairs of pages that name each other', () => {
    const all = [edition(1, 'es'), edition(2, 'cn'), edition(3, 'cn'), edition(4, 'vn'), edition(5, 'es')];
    const alternatesOf = (one: Edition) => {
      const code = (['es', 'cn', 'vn'] as const).find((name) => SECTIONS[name] === one.section) ?? 'en';
      const links = editionLinks(
        one,
        all.filter(({ id }) => id !== one.id),
        site(code),
        false,
      );
      return links.filter(({ isAlternate }) => isAlternate).map(({ title }) => title);
    };
    const named = new Map(all.map((one) => [one.title, alternatesOf(one)]));
    expect(named.get('Title 1')).toEqual(['Title 4', 'Title 2']);
    for (const [title, others] of named) for (const other of others) expect(named.get(other)).toContain(title);
  });
});

describe('the hreflang links of editions', () => {
  const alternates = (code: 'en' | 'es' | 'cn', editions: readonly { code: 'en' | 'es' | 'cn'; href: string }[]) => {
    const { brand: of, locale } = site(code);
    const input = { title: 'T', description: 'D', path: `/${code}/x`, editions, indexed: true };
    return head(of, locale, input).alternates.map(({ hreflang, href }) => `${hreflang} ${new URL(href).pathname}`);
  };

  it('include the page, in the order of the languages, and are the same on all editions', () => {
    const links = ['en-US /en/x', 'es-ES /es/x', 'zh-CN /cn/x', 'x-default /en/x'];
    const page = (code: 'en' | 'es' | 'cn') => ({ code, href: `/${code}/x` });
    expect(alternates('en', [page('cn'), page('es')])).toEqual(links);
    expect(alternates('es', [page('en'), page('cn')])).toEqual(links);
  });

  it('have no x-default without an edition in the default language, and are empty without another edition', () => {
    expect(alternates('es', [{ code: 'cn', href: '/cn/x' }])).toEqual(['es-ES /es/x', 'zh-CN /cn/x']);
    expect(alternates('es', [])).toEqual([]);
  });
});
