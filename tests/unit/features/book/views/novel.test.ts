import { describe, expect, it } from 'vitest';
import type { Book, BookDetail } from '#src/contract/entities/book.ts';
import type { ActiveNovelModel, NovelModel } from '#src/shell/page/models.ts';
import { tablePages } from '../../../../helpers/table-pages.ts';
import { bookNumbered, pageOf, type Table } from '../../../../helpers/table-upstream.ts';
import { chapterNumbered, detailOf } from '../../../shell/page/whole-books.ts';

const TITLE = 'Mrs. Dalloway';
const CANONICAL = '/novel/1/Romance/Mrs--Dalloway';

interface Shown {
  readonly detail?: Partial<BookDetail>;
  readonly chapters?: number;
  /** Additional calls; the upstream lacks those that are undefined. */
  readonly calls?: Table;
}

function novel({ detail = {}, chapters = 3, calls = {} }: Shown = {}) {
  const items = Array.from({ length: chapters }, (_, index) => chapterNumbered(index + 1));
  return tablePages({
    'book.show': ({ book_id }) => ({ book: detailOf(Number(book_id), { title: TITLE, ...detail }) }),
    'book.chapters': () => ({ items }),
    ...calls,
  });
}

const model = (address: string, shown?: Shown) => novel(shown).model<NovelModel>(address);
const movedTo = (to: string, permanent = true) => ({ status: 'redirect', to, permanent });

describe('the page of a novel', () => {
  it.each(['/novel/1', '/novel/1/anything', '/novel/1/Mystery/Mrs--Dalloway', '/novel/1/Romance/mrs--dalloway'])(
    'redirects from %s to the URL with its current name',
    async (address) => {
      expect(await novel().open(address)).toEqual(movedTo(CANONICAL));
    },
  );

  it('is served without a redirect if the name contains non-ASCII letters', async () => {
    const shown = { detail: { title: '《三体》：第一部', category: { name: 'Ébène', sub_name: null } } };
    const moved = await novel(shown).open('/novel/1');
    expect(moved).toMatchObject({ status: 'redirect', to: expect.stringContaining('%') });
    const { to } = moved as { to: string };
    expect((await model(to, shown)).href).toBe(to);
  });

  it('redirects from ?chapter=N to that chapter, or to the last chapter if N is too high', async () => {
    for (const [number, chapter] of [
      [1, 1],
      [3, 3],
      [4, 3],
      [999_999_999, 3],
    ] as const)
      expect(await novel().open(`${CANONICAL}?chapter=${number}`)).toEqual(movedTo(`/book-reader/1/${chapter}`, false));
  });

  it.each(['0', '01', '-1', '1.5', 'two', '', '1234567890'])(
    'ignores the parameter chapter=%s, which is not a chapter number',
    async (number) => {
      expect(await novel().open(`${CANONICAL}?chapter=${number}`)).toMatchObject({ status: 'ok' });
    },
  );

  it('ignores ?chapter=N and has no link to read if the novel has no chapters', async () => {
    const shown = { chapters: 0, detail: { first_chapter_id: null } };
    expect(await model(`${CANONICAL}?chapter=1`, shown)).toMatchObject({ chapters: [], readHref: null });
  });

  it('has no chapter list if the upstream lacks the call for it, and fails if the call fails', async () => {
    expect(await model(CANONICAL, { calls: { 'book.chapters': () => 'NOT_FOUND' } })).toMatchObject({ chapters: [] });
    const failing = novel({ calls: { 'book.chapters': () => 'INTERNAL' } });
    expect(await failing.open(CANONICAL)).toMatchObject({ status: 'failed', httpStatus: 500 });
  });

  it.each([
    ['NOT_FOUND', { status: 'missing' }],
    ['GONE', { status: 'gone', httpStatus: 410 }],
    ['UNAVAILABLE_FOR_LEGAL_REASONS', { status: 'gone', httpStatus: 451 }],
    ['INTERNAL', { status: 'failed', httpStatus: 500 }],
  ] as const)('is not shown if the upstream responds with %s', async (code, outcome) => {
    const pages = novel({ calls: { 'book.show': () => code } });
    expect(await pages.open(CANONICAL)).toMatchObject(outcome);
    expect(await pages.open('/active-novel/1/Romance/Mrs--Dalloway')).toMatchObject(outcome);
  });

  it('links to the start chapter that the upstream names, or else to the first free chapter', async () => {
    const items = [chapterNumbered(1, { locked: true }), chapterNumbered(2), chapterNumbered(3)];
    const calls = { 'book.chapters': () => ({ items }) };
    const begin = async (first_chapter_id: number | null) =>
      (await model(CANONICAL, { detail: { first_chapter_id }, calls })).readHref;
    expect([await begin(3), await begin(null)]).toEqual(['/book-reader/1/3', '/book-reader/1/2']);
  });

  it('offers reading only in the app if the upstream has no chapter texts', async () => {
    expect((await model(CANONICAL)).readable).toBe(false);
    expect((await model(CANONICAL, { calls: { 'chapter.show': () => ({ chapter: null }) } })).readable).toBe(true);
  });

  it('lists its chapters in either order, oldest first by default', async () => {
    const order = async (query: string) => (await model(CANONICAL + query)).order;
    expect([await order(''), await order('?chapters=newest'), await order('?chapters=any')]).toEqual([
      'oldest',
      'newest',
      'oldest',
    ]);
  });

  it('links to its series, author, category and tags', async () => {
    const series = { keyword: { id: 4, name: 'The sea' }, number: 2 };
    expect((await model(CANONICAL)).seriesHref).toBeNull();
    expect(await model(CANONICAL, { detail: { series } })).toMatchObject({
      seriesHref: '/keywords/The-sea/1',
      authorHref: '/author/1/Somebody',
      trail: [{ name: 'Romance', href: '/category/Romance' }],
      tags: [{ name: 'slow', href: '/tags/1/slow' }],
    });
  });
});

describe('the related books on the page of a novel', () => {
  const lists = (count: number): Table => {
    const books = Array.from({ length: count }, (_, index) => bookNumbered(index + 1));
    const author = { id: 1, name: 'Somebody', introduction: '', avatar: null };
    return {
      'tag.books': (params) => pageOf(books, params),
      'author.home': (params) => ({ author, books: pageOf(books.toReversed(), params) }),
    };
  };
  /** Ids of the books by title of the list. */
  const shelves = async (address: string, shown: Shown) => {
    const { related } = await model(address, shown);
    return Object.fromEntries(related.map(({ title, books }) => [title, books.map(({ id }) => id)]));
  };

  it('include eight books with the first tag of the novel and eight books by its author', async () => {
    const related = await shelves(CANONICAL, { calls: lists(20) });
    expect(related).toEqual({
      'novel:others': [20, 19, 18, 17, 16, 15, 14, 13],
      'novel:similar': [2, 3, 4, 5, 6, 7, 8, 9],
    });
    const elsewhere = await shelves('/novel/15/Romance/Mrs--Dalloway', { calls: lists(20) });
    expect(elsewhere['novel:similar']).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('are left out if there are no other books or the novel has no tags', async () => {
    expect(await shelves(CANONICAL, { calls: lists(1) })).toEqual({});
    expect(Object.keys(await shelves(CANONICAL, { calls: lists(20), detail: { tags: [] } }))).toEqual(['novel:others']);
  });

  it('have a heading with the name of the author, and links to the author and the category', async () => {
    const { related } = await model(CANONICAL, { calls: lists(20) });
    expect(related).toMatchObject([
      { title: 'novel:others', subject: 'Somebody', href: '/author/1/Somebody' },
      { title: 'novel:similar', subject: null, href: '/category/Romance' },
    ]);
  });

  it('come from a search for the tag if the upstream cannot list the books of a tag', async () => {
    const calls = { 'search.multi': () => ({ books: pageOf([bookNumbered(6)], {}) }) };
    const pages = novel({ calls });
    const { related } = await pages.model<NovelModel>(CANONICAL);
    expect(related).toMatchObject([{ title: 'novel:similar', subject: null, books: [{ id: 6 }] }]);
    expect(pages.seen.find(({ name }) => name === 'search.multi')?.params).toMatchObject({ keyword: 'slow' });
  });
});

describe('looking up a novel by the name in its URL', () => {
  const byName = (books: Readonly<Record<string, number>>): Table => ({
    'book.by_name': ({ name }) => ((name as string) in books ? { book_id: books[name as string] } : 'NOT_FOUND'),
  });

  it('uses the name, and the category if the URL contains a category', async () => {
    const pages = novel({ calls: byName({ 'Mrs--Dalloway': 1 }) });
    expect(await pages.open('/novel/Mrs--Dalloway')).toEqual(movedTo(CANONICAL));
    expect(await pages.open('/novel/Romance/Mrs--Dalloway')).toEqual(movedTo(CANONICAL));
    const requests = pages.seen.filter(({ name }) => name === 'book.by_name').map(({ params }) => params);
    expect(requests).toEqual([{ name: 'Mrs--Dalloway' }, { name: 'Mrs--Dalloway', category: 'Romance' }]);
  });

  it('tries a numeric name as a title first and then as an id', async () => {
    const open = (books: Readonly<Record<string, number>>) => novel({ calls: byName(books) }).open('/novel/1984');
    expect(await open({ '1984': 7 })).toEqual(movedTo('/novel/7/Romance/Mrs--Dalloway'));
    expect(await open({})).toEqual(movedTo('/novel/1984/Romance/Mrs--Dalloway'));
  });

  it('returns 404 if no book has that name, and fails if the upstream call fails', async () => {
    expect(await novel({ calls: byName({}) }).open('/novel/No-such-book')).toEqual({ status: 'missing' });
    const failing = novel({ calls: { 'book.by_name': () => 'INTERNAL' } });
    expect(await failing.open('/novel/Mrs--Dalloway')).toMatchObject({ status: 'failed' });
  });
});

describe('looking up a novel by name at an upstream without book.by_name', () => {
  /** An upstream whose search returns these books for these words. */
  const searching = (results: Readonly<Record<string, readonly Book[]>>): Table => ({
    'search.multi': ({ keyword }) => ({ books: pageOf(results[keyword as string] ?? [], {}) }),
  });
  const words = (pages: ReturnType<typeof novel>) =>
    pages.seen
      .filter(({ name }) => name === 'search.multi')
      .map(({ params }) => (params as { keyword: string }).keyword);
  const titledBook = (id: number, title = TITLE, category = 'Romance') =>
    bookNumbered(id, { title, category: { name: category, sub_name: null } });

  it('returns the oldest book with exactly that name', async () => {
    const results = [titledBook(3, 'Mrs. Dalloway again'), titledBook(9), titledBook(4), titledBook(12)];
    const pages = novel({ calls: searching({ 'Mrs Dalloway': results }) });
    expect(await pages.open('/novel/Mrs--Dalloway')).toEqual(movedTo('/novel/4/Romance/Mrs--Dalloway'));
  });

  it('returns only a book in the category that the URL names', async () => {
    const results = [titledBook(4, TITLE, 'Mystery'), titledBook(9, TITLE, 'Love & More')];
    const pages = novel({ calls: searching({ 'Mrs Dalloway': results }) });
    expect(await pages.open('/novel/Love---More/Mrs--Dalloway')).toEqual(movedTo('/novel/9/Romance/Mrs--Dalloway'));
    expect(await pages.open('/novel/Comedy/Mrs--Dalloway')).toEqual({ status: 'missing' });
  });

  it('searches for all words of the name, and then for the longest word', async () => {
    const pages = novel({ calls: searching({ Dalloway: [titledBook(5)] }) });
    expect(await pages.open('/novel/Mrs--Dalloway')).toEqual(movedTo('/novel/5/Romance/Mrs--Dalloway'));
    expect(words(pages).slice(0, 2)).toEqual(['Mrs Dalloway', 'Dalloway']);
  });

  it('searches only once if the name is a single word', async () => {
    const pages = novel({ calls: searching({}) });
    expect(await pages.open('/novel/Dalloway')).toEqual({ status: 'missing' });
    const long = 'o'.repeat(70);
    await pages.open(`/novel/${long}`);
    expect(words(pages)).toEqual(['Dalloway', long]);
  });

  it('searches without the last word if that word may be truncated', async () => {
    const pages = novel({ calls: searching({}) });
    const [fullTitle, long] = [`${'word-'.repeat(11)}last`, `${'word-'.repeat(11)}laste`];
    expect([fullTitle.length, long.length]).toEqual([59, 60]);
    for (const name of [fullTitle, long]) await pages.open(`/novel/${name}`);
    const all = Array<string>(11).fill('word').join(' ');
    expect(words(pages)).toEqual([`${all} last`, 'word', all, 'word']);
  });

  it('returns 404 without a search if the name contains no words', async () => {
    const pages = novel({ calls: searching({}) });
    expect(await pages.open('/novel/---')).toEqual({ status: 'missing' });
    expect(words(pages)).toEqual([]);
  });

  it('fails if the search fails', async () => {
    const pages = novel({ calls: { 'search.multi': () => 'INTERNAL' } });
    expect(await pages.open('/novel/Mrs--Dalloway')).toMatchObject({ status: 'failed' });
  });
});

describe('the page of a novel with a help event', () => {
  const ADDRESS = '/active-novel/1/Romance/Mrs--Dalloway';
  const event = { id: 2, inviter: 'Mo' };

  it('has its own URL, but its canonical URL is under /novel', async () => {
    expect(await novel().open('/active-novel/1')).toEqual(movedTo(ADDRESS));
    expect(await novel().model<NovelModel>(ADDRESS)).toMatchObject({ href: CANONICAL });
  });

  it.each<[string, ReturnType<Table[string]>, object | null | undefined]>([
    ['shows the event', { event }, event],
    ['says that there is no event', { event: null }, null],
    ['does not mention the event if the call fails', 'INTERNAL', undefined],
  ])('%s', async (_title, answer, expected) => {
    const pages = novel({ calls: { 'event.of_book': () => answer } });
    expect((await pages.model<ActiveNovelModel>(ADDRESS)).event).toEqual(expected);
  });
});
