import { describe, expect, it } from 'vitest';
import type { BookDetail, Edition } from '#src/contract/entities/book.ts';
import type { Chapter } from '#src/contract/entities/chapter.ts';
import type { LocaleCode } from '#src/contract/locales.ts';
import { novelView, prerenderedNovelView } from '#src/features/book/views/novel.ts';
import { RELATED_LISTS } from '#src/features/book/views/related-books.ts';
import { prerenderedChapterView, readerView } from '#src/features/reader/view.ts';
import { parsePath } from '#src/routes/parse.ts';
import type { NovelData } from '#src/shell/page/book-data.ts';
import type { Upstream } from '#src/shell/page/source.ts';
import type { OnDemandView } from '#src/shell/page/view.ts';
import { makeBook, memorySource, testBrand, testSite, type WholeBook } from '../../../helpers/memory-source.ts';
import { relatedTable, type Table, tableUpstream } from '../../../helpers/table-upstream.ts';

const AT = '2026-03-01T04:05:06Z';

const detail = (id: number, change: Partial<BookDetail> = {}): BookDetail => ({
  ...makeBook(id, { tags: [{ id: 5, name: 'Slow burn' }], cover: { url: '/media/a.webp', widths: [160], tone: 3 } }),
  published_at: AT,
  first_chapter_id: null,
  last_chapter: null,
  source: null,
  ...change,
});
const chapter = (number: number, change: Partial<Chapter> = {}): Chapter => ({
  id: number * 11,
  number,
  title: `Chapter ${number}`,
  part: null,
  kind: 'chapter',
  words: 9,
  locked: false,
  price: null,
  free_from: null,
  updated_at: AT,
  ...change,
});

const HTML = '<p onclick="x()">Once</p><img src="/media/p.webp" alt="A map">';
const otherBooks = Array.from({ length: 9 }, (_, index) => makeBook(index + 1));
const chapters = [chapter(1, { locked: true, price: 3 }), chapter(2), chapter(3)];
/** The other editions of a book: two in Spanish, one in English and one in a language that the brand does not have. */
const editionsWith = (chapterOf: (id: number) => number | null): Edition[] =>
  [
    [21, 9],
    [22, 9],
    [23, 7],
    [24, 1],
  ].map(([id = 0, section = 0]) => ({
    id,
    section,
    title: `Edition ${id}`,
    category: { name: 'Romance', sub_name: null },
    language: section === 9 ? 'es' : 'en',
    chapter_id: chapterOf(id),
  }));
const correspondingTo22 = editionsWith((id) => id * 10);

const novel: NovelData = {
  book: detail(4, { work: 'w', alternative_titles: ['Four'] }),
  editions: editionsWith(() => null),
  chapters,
  related: Object.fromEntries(RELATED_LISTS.map(({ name }) => [name, otherBooks])),
  readable: true,
};
const prerenderedBook: WholeBook = {
  novel,
  first: { chapter: chapter(2), html: HTML, previousId: 11, nextId: 33 },
  editionsOfFirst: correspondingTo22,
};
const wordless: WholeBook = {
  novel: { ...novel, book: detail(9), editions: [], chapters: [], readable: true },
  first: null,
};
const source = memorySource({ books: [], whole: [prerenderedBook, wordless] });

/** An upstream with the same data for the first book. */
const answers: Table = {
  'book.show': () => ({ book: novel.book }),
  'book.chapters': () => ({ items: chapters }),
  'chapter.show': () => ({
    chapter: { ...chapter(2), book_id: 4, html: HTML, previous_id: 11, next_id: 33 },
  }),
  'book.editions': ({ chapter_id }) => ({ items: chapter_id === 22 ? correspondingTo22 : novel.editions }),
  ...relatedTable(otherBooks),
};
const withReports: Table = { ...answers, 'report.add': () => 'BAD_REQUEST' };

/** Loads a page on request. @param used receives the name of every call that the view makes or looks up */
async function onRequest<M>(
  view: OnDemandView<M>,
  path: string,
  code: LocaleCode,
  callTable = withReports,
  used = new Set<string>(),
) {
  const site = testSite(code, { ...testBrand, locales: ['en', 'es'] });
  const table = tableUpstream(callTable);
  const upstream: Upstream = {
    call(call, params) {
      used.add(call.name);
      return table.call(call, params, { locale: site.locale });
    },
    lacks(call) {
      used.add(call.name);
      return table.lacks(call);
    },
  };
  const match = parsePath(path, ['en', 'es']);
  if (!match) throw new Error(`${path} is no address`);
  return view.load(match, new URLSearchParams(), upstream, site);
}

describe.each(['en', 'es'] as const)('prerendered book pages in %s', (code) => {
  const site = testSite(code, { ...testBrand, locales: ['en', 'es'] });
  const prefix = code === 'en' ? '' : '/es';
  const novels = [...prerenderedNovelView.paths(source, site)];
  const firsts = [...prerenderedChapterView.paths(source, site)];

  it('have the URLs of the novels and of their first chapters', () => {
    expect(novels.map(({ path }) => path)).toEqual([
      `${prefix}/novel/4/Romance/Book-4`,
      `${prefix}/novel/9/Romance/Book-9`,
    ]);
    expect(firsts.map(({ path }) => path)).toEqual([`${prefix}/book-reader/4/22`]);
  });

  it('have the same models as pages rendered on request', async () => {
    const [first] = novels;
    const [reader] = firsts;
    if (!first || !reader) throw new Error('there are no pages');
    const shown = prerenderedNovelView.load(first, source, site);
    expect(shown).toMatchObject({ status: 'ok', model: { readHref: `${prefix}/book-reader/4/22`, order: 'oldest' } });
    const other = code === 'en' ? 'es' : 'en';
    const [prefixOfOther, id] = other === 'es' ? ['/es', 21] : ['', 23];
    const edition = { code: other, title: `Edition ${id}`, isAlternate: true };
    expect(shown).toMatchObject({
      model: { editions: [{ ...edition, href: `${prefixOfOther}/novel/${id}/Romance/Edition-${id}` }] },
    });
    expect(shown).toEqual(await onRequest(novelView, first.path, code));
    const read = prerenderedChapterView.load(reader, source, site);
    expect(read).toMatchObject({ status: 'ok', model: { html: expect.not.stringContaining('onclick') } });
    expect(read).toMatchObject({
      model: { editions: [{ ...edition, href: `${prefixOfOther}/book-reader/${id}/${id}0` }] },
    });
    expect(read).toEqual(await onRequest(readerView, reader.path, code));
  });

  // A required call without an answer here returns empty data, so its effect on the page would not be compared.
  it('are tested with a response to every call that the same pages make when rendered on request', async () => {
    const used = new Set<string>();
    const pages = [
      ...novels.map(({ path }) => onRequest(novelView, path, code, withReports, used)),
      ...firsts.map(({ path }) => onRequest(readerView, path, code, withReports, used)),
    ];
    await Promise.all(pages);
    expect([...used].sort()).toEqual(Object.keys(withReports).sort());
  });

  it('accept reports if the upstream accepts them, and have a different version otherwise', async () => {
    const [reader] = firsts;
    if (!reader) throw new Error('there is no chapter');
    const without = memorySource({ books: [], whole: [prerenderedBook], reports: false });
    for (const [read, calls, canReport] of [
      [source, withReports, true],
      [without, answers, false],
    ] as const) {
      const shown = prerenderedChapterView.load(reader, read, site);
      expect(shown).toMatchObject({ model: { canReport } });
      expect(shown).toEqual(await onRequest(readerView, reader.path, code, calls));
    }
    const [version, other] = [source, without].map((read) => prerenderedChapterView.version?.(reader, read, site));
    expect(version).not.toBe(other);
  });

  it('do not exist for books and chapters that are not prerendered', () => {
    expect(prerenderedNovelView.load({ params: { id: '5' }, page: 1 }, source, site)).toEqual({ status: 'missing' });
    const others = [
      { bookId: '4', chapterId: '33' },
      { bookId: '9', chapterId: '22' },
    ];
    for (const params of others)
      expect(prerenderedChapterView.load({ params, page: 1 }, source, site)).toEqual({ status: 'missing' });
  });
});
