import { describe, expect, it } from 'vitest';
import { LOCALES } from '#src/contract/locales.ts';
import { type HeadInput, head } from '#src/shell/head/build-head.ts';
import { embeddableJson } from '#src/shell/head/json-ld.ts';
import { testBrand } from '../../../helpers/memory-source.ts';

const input: HeadInput = { title: 'Title', description: 'Words.', path: '/genres', indexed: true };
const origin = testBrand.origin;

describe('the head of a page', () => {
  it('builds every absolute URL from the origin of the brand', () => {
    const actual = head(testBrand, LOCALES.en, { ...input, image: '/c.jpg' });
    expect(actual.canonical).toBe(`${origin}/genres`);
    expect(actual.og).toContainEqual(['og:url', `${origin}/genres`]);
    expect(actual.og).toContainEqual(['og:image', `${origin}/c.jpg`]);
    const external = head(testBrand, LOCALES.en, { ...input, image: 'https://cdn.example/c.jpg' });
    expect(external.og).toContainEqual(['og:image', 'https://cdn.example/c.jpg']);
  });

  it.each([undefined, '/c.svg', '/c.webp?w=480'])(
    "uses the brand's image if link previews cannot show the page's image: %s",
    (image) => {
      const actual = head(testBrand, LOCALES.en, { ...input, image });
      expect(Object.fromEntries(actual.og)).toMatchObject({
        'og:image': `${origin}/_brand/share.jpg`,
        'og:image:width': '1200',
        'og:image:height': '630',
        'og:image:alt': testBrand.appName,
      });
      expect(actual.twitter).toEqual([
        ['twitter:card', 'summary_large_image'],
        ['twitter:image', `${origin}/_brand/share.jpg`],
        ['twitter:image:alt', testBrand.appName],
      ]);
      const own = head(testBrand, LOCALES.en, { ...input, image: '/c.jpg' });
      expect(Object.fromEntries(own.twitter)).toMatchObject({
        'twitter:card': 'summary',
        'twitter:image': `${origin}/c.jpg`,
      });
      expect(Object.fromEntries(own.og)).not.toHaveProperty('og:image:width');
      expect(own.og.filter(([name]) => name === 'og:image')).toEqual([['og:image', `${origin}/c.jpg`]]);
    },
  );

  it('prefers the image drawn for a page, with its size and title', () => {
    const actual = head(testBrand, LOCALES.en, { ...input, image: '/c.jpg', share: '/share/5.0123456789.jpg' });
    expect(Object.fromEntries([...actual.og, ...actual.twitter])).toMatchObject({
      'og:image': `${origin}/share/5.0123456789.jpg`,
      'og:image:type': 'image/jpeg',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': 'Title',
      'twitter:card': 'summary_large_image',
      'twitter:image': `${origin}/share/5.0123456789.jpg`,
      'twitter:image:alt': 'Title',
    });
  });

  it('contains noindex and no canonical URL for an error page', () => {
    expect(head(testBrand, LOCALES.en, { ...input, path: null, indexed: false })).toMatchObject({
      canonical: null,
      robots: 'noindex, follow',
    });
  });

  it('lists the same page in other locales with hreflang', () => {
    const translate: NonNullable<HeadInput['translate']> = (paths) => paths.genres();
    expect(head(testBrand, LOCALES.en, { ...input, translate }).alternates).toEqual([]);
    const two = { ...testBrand, locales: ['en', 'cn'] as const };
    expect(head(two, LOCALES.cn, { ...input, translate }).alternates).toEqual([
      { hreflang: 'en-US', href: `${origin}/genres` },
      { hreflang: 'zh-CN', href: `${origin}/cn/genres` },
      { hreflang: 'x-default', href: `${origin}/genres` },
    ]);
    expect(head(two, LOCALES.cn, input).alternates).toEqual([]);
  });

  it('truncates a description between words and never within a character', () => {
    const long = head(testBrand, LOCALES.en, { ...input, description: `  One\n two ${'word '.repeat(60)}` });
    expect(long.description).toMatch(/^One two word .*word…$/);
    expect(long.description.length).toBeLessThanOrEqual(160);
    for (const lead of ['', 'a']) {
      const { description } = head(testBrand, LOCALES.en, { ...input, description: lead + '😀'.repeat(200) });
      expect(description.isWellFormed()).toBe(true);
    }
  });

  it('contains the app link of the page', () => {
    const actual = head(testBrand, LOCALES.en, { ...input, appPath: '/novel/12' });
    expect(actual.appleApp).toBe('app-id=1234567890, app-argument=testreads://novel/12');
    const none = { ...testBrand, apps: { ...testBrand.apps, ios: null } };
    expect(head(none, LOCALES.en, { ...input, appPath: '/novel/12' }).appleApp).toBeNull();
  });
});

describe('embeddableJson', () => {
  it.each(['</script><script>alert(1)</script>', '<!--', 'a & b', '\u2028\u2029', ']]>'])(
    'escapes %j so that it cannot end the element or a line',
    (text) => {
      const json = embeddableJson({ text });
      expect(json).not.toMatch(/[<>&\u2028\u2029]/);
      expect(JSON.parse(json)).toEqual({ text });
    },
  );
});
