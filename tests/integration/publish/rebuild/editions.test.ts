import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LOCALES } from '#src/contract/locales.ts';
import { diffReleases } from '#src/publish/release/index.ts';
import { type SmallApi, smallBook, startSmallApi } from '../../../helpers/small-api.ts';
import { type SmallRebuild, smallRebuild } from '../../../helpers/small-rebuild.ts';

let api: SmallApi;
let site: SmallRebuild;

const [first] = smallBook(0).chapters;
if (!first) throw new Error('The book has no chapter.');
const chapters = [first, { ...first, title: 'Two' }];

/** Three editions of one work, and in each language a book that belongs to no work. */
beforeEach(async () => {
  api = await startSmallApi(60);
  await api.write(async (writer) => {
    for (const [code, title] of Object.entries({ es: 'El faro', vn: 'Ngọn hải đăng', cn: '灯塔' })) {
      const { section, tag } = LOCALES[code as 'es'];
      const place = { section, language: tag, chapters };
      await writer.putBook(smallBook(100, { ...place, key: code, title, work: 'lighthouse' }));
      await writer.putBook(smallBook(101, { ...place, key: `other ${code}`, title: `Other ${code}` }));
    }
  });
  site = await smallRebuild(api.origin);
});
afterEach(async () => {
  await site.close();
  await api.close();
});

const BRAND = { prerender: { books: 'all' }, locales: ['en', 'es', 'vn', 'cn'] } as const;
const night = async () => (await site.run({ mode: 'night' }, {}, { ...BRAND, locales: [...BRAND.locales] })).release;

/** Novel and chapter pages that a night after the change renders again, without those of the changed edition. */
async function changedBookPages(before: string | null, edition: number): Promise<string[]> {
  const { changed } = diffReleases(site.folder, before ?? '', (await night()) ?? '');
  return changed
    .filter((path) => /\/(?:novel|book-reader)\/\d/.test(path) && !path.includes(`/${edition}/`))
    .map((path) => decodeURI(path).replace(/^(\/\w+\/[\w-]+\/\d+).*$/, '$1'))
    .sort();
}

describe('a night after a change of an edition', () => {
  const OTHERS = ['/cn/book-reader/65', '/cn/novel/65', '/es/book-reader/61', '/es/novel/61'];

  it('renders exactly the pages of the other editions if its title changes', async () => {
    const before = await night();
    await api.write((writer) => writer.editBook('vn', { title: 'Hải đăng' }));
    expect(await changedBookPages(before, 63)).toEqual(OTHERS);
  });

  it('renders no page of the other editions if they do not show the change', async () => {
    const before = await night();
    await api.write((writer) => writer.editBook('vn', { introduction: 'Another introduction.' }));
    expect(await changedBookPages(before, 63)).toEqual([]);
  });

  it('renders the chapters of the other editions if a chapter no longer corresponds, but not their novel pages', async () => {
    const before = await night();
    await api.write((writer) => writer.editChapters('vn', (all) => all.slice(0, 1)));
    expect(await changedBookPages(before, 63)).toEqual(['/cn/book-reader/65', '/es/book-reader/61']);
  });

  it('renders the pages of the other editions if it is hidden or leaves the work', async () => {
    const before = await night();
    await api.write((writer) => writer.publishBook('vn', 'draft'));
    expect(await changedBookPages(before, 63)).toEqual(OTHERS);
    const hidden = await night();
    await api.write((writer) => writer.editBook('cn', { work: null }));
    expect((await changedBookPages(hidden, 65)).filter((path) => path.startsWith('/es/'))).toEqual([
      '/es/book-reader/61',
      '/es/novel/61',
    ]);
  });
});

describe('the sitemaps', () => {
  /** The `hreflang` values of each novel and chapter in the sitemaps of the editions, by path. */
  function alternates(): Record<string, string[]> {
    const text = ['es', 'vn', 'cn'].flatMap((code) =>
      ['novels', 'chapters'].map((group) =>
        readFileSync(join(site.folder, `current/site/sitemap-${code}-${group}-1.xml`), 'utf8'),
      ),
    );
    const urls = text.flatMap((xml) => xml.match(/<url>.*?<\/url>/g) ?? []);
    return Object.fromEntries(
      urls.map((url) => [
        /<loc>https?:\/\/[^/]*(\/\w+\/[\w-]+\/\d+(?:\/\d+)?)/.exec(url)?.[1],
        Array.from(url.matchAll(/hreflang="([^"]*)"/g), ([, tag = '']) => tag),
      ]),
    );
  }
  const ALL = ['es-ES', 'vi-VN', 'zh-CN'];

  it('name the editions of each novel and chapter, and no other pages of books', async () => {
    await night();
    const named = alternates();
    expect(Object.keys(named)).toHaveLength(18);
    const withAlternates = Object.entries(named).filter(([, tags]) => tags.length > 0);
    expect(withAlternates).toHaveLength(9);
    for (const [path, tags] of withAlternates) {
      expect(path).toMatch(/\/(?:61|63|65)(?:\/|$)/);
      expect(tags).toEqual(ALL);
    }
  });

  it('name only editions that have the chapter', async () => {
    // Finished editions with different numbers of chapters would have no corresponding chapters.
    await api.write((writer) => writer.editBook('vn', { status: 'updating' }));
    await api.write((writer) => writer.editChapters('vn', (all) => all.slice(0, 1)));
    await night();
    const tags = Object.entries(alternates()).filter(([path]) => path.includes('/book-reader/6'));
    const ofEditions = tags.filter(([path]) => /\/(?:61|63|65)\//.test(path)).map(([, names]) => names);
    // The first chapters of the three editions, and the second chapters of two.
    expect(ofEditions.sort((a, b) => b.length - a.length)).toEqual([
      ALL,
      ALL,
      ALL,
      ['es-ES', 'zh-CN'],
      ['es-ES', 'zh-CN'],
    ]);
  });
});
