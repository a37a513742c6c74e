import { expect, it } from 'vitest';
import { type LocalizedGroups, type SitemapFile, sitemapFiles } from '#src/shell/head/sitemap.ts';
import type { SitemapEntry } from '#src/shell/page/sitemap-groups.ts';

const BRAND = { origin: 'https://www.test.example' };

const entry = (path: string, lastmod?: string) => ({ path, ...(lastmod && { lastmod }) });

const novels = (...entries: SitemapEntry[]) => ({ name: 'novels', entries });

const SITE = { name: 'site', entries: [entry('/')] };

const filesOf = (...languages: LocalizedGroups[]): SitemapFile[] => [...sitemapFiles(BRAND, languages)];

const textOf = async (file: SitemapFile | undefined) => Buffer.from((await file?.content()) ?? []).toString();

it('a sitemap has one file per language and group, and an index of these files', async () => {
  const files = filesOf(
    { locale: 'en', groups: [SITE, novels(entry('/novel/1/a/b', '2026-05-01'))] },
    { locale: 'es', groups: [novels(entry('/es/novel/2/a/b', '2026-06-01'))] },
  );
  expect(files.map(({ url }) => url)).toEqual([
    '/sitemap-site-1.xml',
    '/sitemap-novels-1.xml',
    '/sitemap-es-novels-1.xml',
    '/sitemap.xml',
  ]);
  const index = await textOf(files.at(-1));
  expect(index).toContain(
    '<sitemap><loc>https://www.test.example/sitemap-novels-1.xml</loc><lastmod>2026-05-01</lastmod></sitemap>',
  );
  expect(index).toContain('<sitemap><loc>https://www.test.example/sitemap-site-1.xml</loc></sitemap>');
});

it('a sitemap lists each URL with the day of its last change, if known', async () => {
  const [file] = filesOf({
    locale: 'en',
    groups: [novels(entry('/novel/1/a/b', '2026-05-01'), entry('/novel/2/a/c'))],
  });
  const text = await textOf(file);
  expect(text).toContain(
    '<url><loc>https://www.test.example/novel/1/a/b</loc><lastmod>2026-05-01</lastmod></url><url><loc>https://www.test.example/novel/2/a/c</loc></url>',
  );
});

it.each([
  ['first', ['2026-05-03', '2026-05-01', '2026-05-02']],
  ['in the middle', ['2026-05-01', '2026-05-03', '2026-05-02']],
  ['last', ['2026-05-02', '2026-05-01', '2026-05-03']],
])('a sitemap index contains the latest date in each file if the URL with this date is %s', async (_where, days) => {
  const entries = days.map((day, index) => entry(`/novel/${index}/a/b`, day));
  const files = filesOf({ locale: 'en', groups: [novels(...entries)] });
  expect(await textOf(files.at(-1))).toContain('<lastmod>2026-05-03</lastmod>');
});

it('a sitemap escapes reserved XML characters', async () => {
  const [file] = filesOf({ locale: 'en', groups: [{ name: 'tags', entries: [entry('/tags/1/R&B')] }] });
  expect(await textOf(file)).toContain('<loc>https://www.test.example/tags/1/R&amp;B</loc>');
});

it('a sitemap names the alternates of a URL, and declares their namespace only then', async () => {
  const alternates = [
    { hreflang: 'es-ES', href: 'https://www.test.example/es/novel/2/a/b' },
    { hreflang: 'zh-CN', href: 'https://www.test.example/cn/novel/3/a/R&B' },
  ];
  const [without, file] = filesOf({
    locale: 'es',
    groups: [SITE, novels({ ...entry('/es/novel/2/a/b'), alternates }, entry('/es/novel/4/a/b'))],
  });
  const namespace = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"';
  expect(await textOf(without)).not.toContain(namespace);
  const text = await textOf(file);
  expect(text).toContain(namespace);
  expect(text).toContain(
    '<url><loc>https://www.test.example/es/novel/2/a/b</loc>' +
      '<xhtml:link rel="alternate" hreflang="es-ES" href="https://www.test.example/es/novel/2/a/b"/>' +
      '<xhtml:link rel="alternate" hreflang="zh-CN" href="https://www.test.example/cn/novel/3/a/R&amp;B"/></url>' +
      '<url><loc>https://www.test.example/es/novel/4/a/b</loc></url>',
  );
});

it('a sitemap starts a new file after 45,000 URLs', async () => {
  const entries = Array.from({ length: 45_001 }, (_, index) => entry(`/novel/${index}/a/b`));
  const files = filesOf({ locale: 'en', groups: [novels(...entries)] });
  expect(files.map(({ url }) => url)).toEqual(['/sitemap-novels-1.xml', '/sitemap-novels-2.xml', '/sitemap.xml']);
  expect((await textOf(files[0])).match(/<loc>/g)).toHaveLength(45_000);
  expect(await textOf(files[1])).toContain('<loc>https://www.test.example/novel/45000/a/b</loc>');
});

it('a sitemap changes the version only of files whose URLs or days changed', () => {
  const versions = (day: string) =>
    Object.fromEntries(
      filesOf({ locale: 'en', groups: [SITE, novels(entry('/novel/1/a/b', day))] }).map(({ url, version }) => [
        url,
        version,
      ]),
    );
  const [before, same, after] = [versions('2026-05-01'), versions('2026-05-01'), versions('2026-05-02')];
  expect(same).toEqual(before);
  expect(after['/sitemap-site-1.xml']).toBe(before['/sitemap-site-1.xml']);
  expect(after['/sitemap-novels-1.xml']).not.toBe(before['/sitemap-novels-1.xml']);
  expect(after['/sitemap.xml']).not.toBe(before['/sitemap.xml']);
});
