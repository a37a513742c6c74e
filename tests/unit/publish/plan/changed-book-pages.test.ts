import { describe, expect, it } from 'vitest';
import type { Book } from '#src/contract/entities/book.ts';
import { PRERENDERED_VIEWS } from '#src/features/views.ts';
import { showsChangedBook } from '#src/publish/plan/changed-book-pages.ts';
import type { ModelSource } from '#src/publish/plan/plan.ts';
import type { PrerenderedView } from '#src/shell/page/view.ts';
import {
  type MemoryData,
  makeBook,
  makeGenre,
  makeKeyword,
  makeTag,
  memorySource,
  testSite,
  type WholeBook,
} from '../../../helpers/memory-source.ts';

const ranking = [{ type: 'hot', name: 'Hot', items: [{ id: 1, name: 'All' }] }] as unknown as NonNullable<
  MemoryData['rankings']
>;

function localized(data: MemoryData, locale: 'en' | 'es' = 'en') {
  return { source: memorySource(data), site: testSite(locale) };
}

/** Returns the paths of the pages that show a changed book. */
function requested(
  sites: readonly MemoryData[],
  changed: Readonly<Record<string, readonly Book[]>>,
  views: readonly PrerenderedView<unknown>[] = PRERENDERED_VIEWS,
): string[] {
  const source: ModelSource = { sites: sites.map((data, index) => localized(data, index ? 'es' : 'en')), views };
  const books = Object.entries(changed).map(
    ([code, all]) => [code, new Map(all.map((book) => [book.id, book]))] as const,
  );
  const shows = showsChangedBook(source, new Map(books));
  return source.sites.flatMap((site, siteIndex) =>
    views.flatMap((view, viewIndex) =>
      [...view.paths(site.source, site.site)].flatMap((ref) =>
        shows({ siteIndex, viewIndex, ref }) ? [ref.path] : [],
      ),
    ),
  );
}

const only = (...kinds: string[]) => PRERENDERED_VIEWS.filter(({ kind }) => kinds.includes(kind));

const slow = makeTag(1, 'slow', 1);
const quick = makeTag(2, 'quick', 1);
const taggedBook = (id: number, { id: tag, name }: typeof slow, change: Partial<Book> = {}) =>
  makeBook(id, { genres: [tag], tags: [{ id: tag, name }], ...change });

/** Twenty-one books with the same tag, and one with another tag. */
const data: MemoryData = {
  books: [
    ...Array.from({ length: 21 }, (_, index) => taggedBook(index + 1, slow)),
    taggedBook(22, quick, { title: 'Quick one' }),
  ],
  genres: [makeGenre(1, 'Slow ones', [slow]), makeGenre(2, 'Quick ones', [quick])],
  tags: [slow, quick],
  keywords: [makeKeyword(1, 'phrase')],
};
const changedBook = (id: number, from = data) => from.books.find((book) => book.id === id) as Book;

describe('the pages found for a changed book', () => {
  it('include the list pages that contain the book, but no other pages of those lists', () => {
    const paths = requested([data], { en: [changedBook(21)] });
    expect(paths).toEqual(
      expect.arrayContaining([expect.stringMatching('/tags/1/slow/page-2'), expect.stringMatching('/genres/1/')]),
    );
    expect(paths).not.toContain('/tags/1/slow');
    expect(paths.join()).not.toMatch(/quick/i);
    const other = requested([data], { en: [changedBook(22)] });
    expect(other).toContain('/tags/2/quick');
    expect(other.join()).not.toMatch(/slow/i);
  });

  it('are an empty list if no book changed, or if the book was removed', () => {
    expect(requested([data], {})).toEqual([]);
    expect(requested([data], { en: [] })).toEqual([]);
    expect(requested([data], { en: [taggedBook(99, slow)] })).toEqual([]);
  });

  it("are limited to the book's own language", () => {
    const paths = requested([data, data], { es: [changedBook(22)] }, only('tag'));
    expect(paths).toEqual([expect.stringMatching(/^\/es\/.*2\/quick$/)]);
  });

  it('include pages of rankings and shelves', () => {
    const shelves: MemoryData['shelves'] = [{ id: 5, name: 'For you', style: 'row', books: [] }] as never;
    const paths = requested(
      [{ ...data, rankings: ranking, shelves }],
      { en: [changedBook(1)] },
      only('ranking', 'section'),
    );
    expect(paths).toEqual(['/ranking/hot/1/1', '/secPage/5/For-you']);
    const at22 = requested(
      [{ ...data, rankings: ranking, shelves }],
      { en: [changedBook(22)] },
      only('ranking', 'section'),
    );
    expect(at22).toEqual(['/ranking/hot/1/2', '/secPage/5/For-you/2'].map(() => expect.any(String)));
  });

  it('include the home page if one of its shelves contains the book', () => {
    const shelf = (id: number) => ({ id: 5, name: 'For you', style: 'row', books: [makeBook(id)] }) as never;
    const home = (id: number) =>
      requested([{ ...data, shelves: [shelf(id)] }], { en: [changedBook(22)] }, only('home'));
    expect([home(22), home(1)]).toEqual([['/'], []]);
  });

  it('are determined without reading lists that contain no changed book', () => {
    const site = localized(data);
    const read: string[] = [];
    const source = {
      ...site.source,
      books(...args: Parameters<typeof site.source.books>) {
        read.push(JSON.stringify(args[0]));
        return site.source.books(...args);
      },
    };
    const views = only('tag');
    const sites = [{ ...site, source }];
    const shows = showsChangedBook({ sites, views }, new Map([['en', new Map([[22, changedBook(22)]])]]));
    for (const ref of views[0]?.paths(site.source, site.site) ?? []) shows({ siteIndex: 0, viewIndex: 0, ref });
    expect(read).toEqual(['{"kind":"tag","id":2}']);
  });

  it('are determined by loading the model of each page once if the view has no versions', () => {
    const loaded: number[] = [];
    const view = {
      kind: 'tag',
      paths: () => [1, 2].map((page) => ({ kind: 'tag', path: `/${page}`, params: {}, page, aliases: [] })),
      load({ page }, source) {
        loaded.push(page);
        source.books({ kind: 'tag', id: page }, 1, 20);
        return { status: 'missing' };
      },
    } as PrerenderedView<unknown>;
    expect(requested([data], { en: [changedBook(22)] }, [view])).toEqual(['/2']);
    expect(loaded).toEqual([1, 2]);
  });
});

describe('the pages of a prerendered book', () => {
  const prerenderedBook = (id: number, change: Partial<WholeBook['novel']> = {}) => {
    const book = makeBook(id) as WholeBook['novel']['book'];
    const chapter = { id: 1, number: 1, title: 'One' } as never;
    const novel = { book, chapters: [chapter], related: {}, editions: [], readable: true, ...change };
    return { novel, first: { chapter, html: '<p>Once.</p>', previousId: null, nextId: null } } as WholeBook;
  };
  const kinds = only('novel', 'reader');
  const of = (books: readonly WholeBook[], id: number) => {
    const paths = requested([{ books: [], whole: books }], { en: [makeBook(id)] }, kinds);
    return paths.map((path) => path.split('/').slice(1, 3).join(' '));
  };

  it('are affected by changes to that book; the novel page also by changes to books with the same tag or author', () => {
    expect(of([prerenderedBook(1), prerenderedBook(2)], 2)).toEqual(['novel 2', 'book-reader 2']);
    expect(
      of(
        [
          prerenderedBook(1, { related: { tag: [makeBook(9)] } }),
          prerenderedBook(2, { related: { author: [makeBook(9)] } }),
          prerenderedBook(3),
        ],
        9,
      ),
    ).toEqual(['novel 1', 'novel 2']);
  });

  it('are determined by loading their models if the views have no versions', () => {
    const views = kinds.map(({ version: _, ...view }) => view);
    const paths = requested(
      [{ books: [], whole: [prerenderedBook(1), prerenderedBook(2)] }],
      { en: [makeBook(2)] },
      views,
    );
    expect(paths).toHaveLength(2);
    expect(paths.every((path) => path.split('/')[2] === '2')).toBe(true);
  });
});

it('a page with an unknown view or language is not affected by changed books', () => {
  const shows = showsChangedBook({ sites: [localized(data)], views: only('tag') }, new Map());
  const ref = { kind: 'tag', path: '/', params: {}, page: 1, aliases: [] } as const;
  expect([shows({ siteIndex: 1, viewIndex: 0, ref }), shows({ siteIndex: 0, viewIndex: 1, ref })]).toEqual([
    false,
    false,
  ]);
});
