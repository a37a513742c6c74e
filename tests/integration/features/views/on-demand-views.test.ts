import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  ActiveNovelModel,
  AuthorModel,
  HelpModel,
  NovelModel,
  ReaderModel,
  SearchModel,
  SearchMoreModel,
} from '#src/shell/page/models.ts';
import { testBrand, testSite } from '../../../helpers/memory-source.ts';
import { nameOf, startRecordingUpstream } from '../../../helpers/recording-upstream.ts';
import { type RequestPages, requestPages } from '../../../helpers/request-pages.ts';
import { refuse, startScriptedServer } from '../../../helpers/scripted-server.ts';
import { book, chapter, startApi, type TestApi } from '../../api/fixture.ts';

let api: TestApi;
let pages: RequestPages;

const LONG_TITLE = 'The extraordinarily long and winding account of everything that happened afterwards in the valley';

beforeAll(async () => {
  api = await startApi(async (writer) => {
    await writer.putBook(
      book('dalloway', {
        title: 'Mrs. Dalloway',
        category: 'Classics',
        author: { name: 'V. Woolf', introduction: 'A writer.' },
        tags: ['London'],
        chapters: [
          chapter('Flowers', { html: '<h1>Flowers</h1><p id="a">One<script>x()</script> <a href="#a">2</a></p>' }),
          chapter('Party', { part: 'Evening', html: '<p>Two <img src="/media/pictures/p.webp"></p>' }),
          chapter('Afterwards', { price: 5 }),
        ],
      }),
    );
    await writer.putBook(book('twin', { title: 'Mrs. Dalloway', category: 'Romance', tags: [] }));
    await writer.putBook(book('numeric', { title: '1984' }));
    const [preface, one, two] = [chapter('Preface', { kind: 'section' }), chapter('One'), chapter('Two')];
    await writer.putBook(book('long', { title: LONG_TITLE, chapters: [preface, one, two] }));
    for (let number = 1; number <= 24; number += 1) {
      const author = { name: 'Ada Marsh', introduction: '' };
      await writer.putBook(
        book(`d${number}`, { title: `Dragon ${number}`, tags: ['London'], hot: 100 - number, author }),
      );
    }
    await writer.putBook(book('otra', { section: 9, title: 'Dragon en otra parte', category: 'Fantasía' }));
    await writer.putHelpEvent({
      section: 7,
      book: 'dalloway',
      inviter: 'Mo',
      needed: 5,
      helped: 1,
      expiresAt: '2027-01-01T00:00:00Z',
    });
  });
  pages = await requestPages(api.address, '/public');
});
afterAll(async () => {
  await pages.close();
  await api.close();
});

const CANONICAL = '/novel/1/Classics/Mrs--Dalloway';
const relatedTo = ({ related }: NovelModel, title: string) =>
  related.find((shelf) => shelf.title === title)?.books ?? [];
const movedTo = (to: string, permanent = true) => ({ status: 'redirect', to, permanent });

describe('the page of a novel with the embedded API', () => {
  it('shows the book, its chapters and similar books', async () => {
    const model = await pages.model<NovelModel>(CANONICAL);
    expect(model).toMatchObject({
      book: { id: 1, cover: { url: '/test_api/media/covers/dalloway.svg' } },
      href: CANONICAL,
      authorHref: '/author/1/V--Woolf',
      categoryHref: '/category/Classics',
      readHref: '/book-reader/1/1',
      readable: true,
      trail: [{ name: 'Classics', href: '/category/Classics' }],
      tags: [{ name: 'London', href: '/tags/1/London' }],
    });
    expect(model.chapters.map(({ title, href, locked }) => [title, href, locked])).toEqual([
      ['Flowers', '/book-reader/1/1', false],
      ['Party', '/book-reader/1/2', false],
      ['Afterwards', '/book-reader/1/3', true],
    ]);
    const similar = relatedTo(model, 'novel:similar');
    expect(similar).toHaveLength(8);
    expect(similar.map((card) => card.title)).not.toContain('Mrs. Dalloway');
  });

  it.each([
    ['/novel/1', CANONICAL],
    ['/novel/1/anything', CANONICAL],
    ['/novel/1/Romance/Mrs--Dalloway', CANONICAL],
    ['/novel/1/Classics/mrs--dalloway', CANONICAL],
    ['/novel/Mrs--Dalloway', CANONICAL],
    ['/novel/mrs--dalloway', CANONICAL],
    ['/novel/Romance/Mrs--Dalloway', '/novel/2/Romance/Mrs--Dalloway'],
    ['/novel/1984', '/novel/3/Fantasy/1984'],
    [
      `/novel/${LONG_TITLE.slice(0, 80).replaceAll(' ', '-')}`,
      `/novel/4/Fantasy/${LONG_TITLE.slice(0, 80).replaceAll(' ', '-')}`,
    ],
    ['/active-novel/1', '/active-novel/1/Classics/Mrs--Dalloway'],
    ['/active-novel/Classics/Mrs--Dalloway', '/active-novel/1/Classics/Mrs--Dalloway'],
  ])('redirects from %s to %s', async (address, to) => {
    expect(await pages.open(address)).toEqual(movedTo(to));
  });

  it.each([
    '/novel/999',
    '/novel/999/Classics/Mrs--Dalloway',
    '/novel/No-such-book',
    '/novel/Nowhere/Mrs--Dalloway',
    '/novel/---',
  ])('returns 404 for %s', async (address) => {
    expect(await pages.open(address)).toEqual({ status: 'missing' });
  });

  it.each(['/novel/{id}', '/novel/{id}/Fantasy/Title-removed', '/book-reader/{id}', '/book-reader/{id}/1'])(
    'returns 410 at %s after the book was taken down',
    async (address) => {
      const { id } = await api.write((writer) => writer.putBook(book('removed')));
      await api.write((writer) => writer.removeBook('removed'));
      expect(await pages.open(address.replace('{id}', String(id)))).toEqual({ status: 'gone', httpStatus: 410 });
    },
  );

  it('shows other books of its author, if there are any', async () => {
    const dragon = (await api.get('search.suggest', { keyword: 'Dragon 1' })).body.data.items.at(0);
    const moved = await pages.open(`/novel/${dragon.book.id}`);
    const others = relatedTo(await pages.model(moved.status === 'redirect' ? moved.to : ''), 'novel:others');
    expect(others).toHaveLength(8);
    expect(new Set(others.map((card) => card.author))).toEqual(new Set(['Ada Marsh']));
    expect(others.map((card) => card.id)).not.toContain(dragon.book.id);
    expect(relatedTo(await pages.model(CANONICAL), 'novel:others')).toEqual([]);
  });

  it('has its canonical URL under /novel when it is opened with a help event', async () => {
    const model = await pages.model<NovelModel>('/active-novel/1/Classics/Mrs--Dalloway');
    expect(model.href).toBe(CANONICAL);
  });
});

describe('the page of a chapter with the embedded API', () => {
  it('numbers the chapter by its position in the complete chapter list, including prefaces', async () => {
    const { data } = (await api.get('book.show', { book_id: 4 })).body;
    const last = data.book.last_chapter;
    const model = await pages.model<ReaderModel>(`/book-reader/4/${last.id}`);
    expect(model).toMatchObject({ chapter: { title: 'Two', number: 3 }, chapterCount: 3, nextHref: null });
  });

  it('has sanitised text and links to the previous and next chapter', async () => {
    const model = await pages.model<ReaderModel>('/book-reader/1/1');
    expect(model).toMatchObject({
      bookHref: CANONICAL,
      previousHref: null,
      nextHref: '/book-reader/1/2',
      chapterCount: 3,
      chapter: { id: 1, number: 1, title: 'Flowers', part: null, locked: false },
      html: '<h2>Flowers</h2><p id="c-a">One <a href="#c-a">2</a></p>',
    });
    const second = await pages.model<ReaderModel>('/book-reader/1/2');
    expect(second).toMatchObject({ previousHref: '/book-reader/1/1', chapter: { part: 'Evening' } });
    expect(second.html).toContain('src="/test_api/media/pictures/p.webp"');
  });

  it('shows only the free preview of a locked chapter', async () => {
    expect(await pages.model<ReaderModel>('/book-reader/1/3')).toMatchObject({
      chapter: { locked: true },
      nextHref: null,
      html: expect.stringContaining('Text of Afterwards'),
    });
  });

  it('redirects to the first readable chapter if the URL contains only the book', async () => {
    expect(await pages.open('/book-reader/1')).toEqual(movedTo('/book-reader/1/1', false));
  });

  it.each(['/book-reader/1/999', '/book-reader/2/1', '/book-reader/999/1', '/book-reader/999'])(
    'returns 404 for %s',
    async (address) => {
      expect(await pages.open(address)).toEqual({ status: 'missing' });
    },
  );
});

describe('the page of an author with the embedded API', () => {
  it('shows the books of the author, page by page', async () => {
    const id = (await pages.model<NovelModel>('/novel/3/Fantasy/1984')).book.author.id;
    const address = `/author/${id}/Ada-Marsh`;
    const first = await pages.model<AuthorModel>(address);
    expect(first).toMatchObject({ author: { name: 'Ada Marsh' }, first: 1, pagination: { page: 1, pages: 2 } });
    expect(first.books).toHaveLength(20);
    const second = await pages.model<AuthorModel>(`${address}/page-2`);
    expect(second).toMatchObject({ first: 21, pagination: { page: 2, previous: address, next: null } });
    expect(await pages.open(`${address}/page-3`)).toEqual({ status: 'missing' });
  });

  it('is found by id, and has a URL that contains the name', async () => {
    expect(await pages.open('/author/1')).toEqual(movedTo('/author/1/V--Woolf'));
    expect(await pages.open('/author/1/Somebody/page-2')).toEqual({ status: 'missing' });
    expect(await pages.open('/author/999/Nobody')).toEqual({ status: 'missing' });
  });
});

describe('the search page with the embedded API', () => {
  it('shows suggested words without a search word, and results by group with a word', async () => {
    const empty = await pages.model<SearchModel>('/search');
    expect(empty).toMatchObject({
      word: '',
      groups: [],
      suggested: { links: [{ href: '/search/result/dragon%20rider' }] },
    });
    const { word, groups } = await pages.model<SearchModel>('/search/result/dragon');
    expect(word).toBe('dragon');
    expect(groups.map(({ kind }) => kind)).toEqual(['books', 'authors', 'tags', 'keywords']);
    const [books, , , keywords] = groups;
    expect(books?.books).toHaveLength(20);
    expect(books).toMatchObject({ total: 28, moreHref: '/search-more/result/dragon' });
    expect(keywords?.links).toEqual([{ name: 'dragon rider', href: '/keywords/dragon-rider/1' }]);
  });

  it('uses the content section in its URL and the language of the page', async () => {
    const upstream = await startRecordingUpstream(api.address);
    const site = testSite('en', { ...testBrand, locales: ['en', 'es'] });
    const recorded = await requestPages(upstream.origin, '/public', site);
    const model = await recorded.model<SearchModel>('/search/result/dragon?section=9');
    const own = await recorded.model<SearchModel>('/search/result/dragon?section=25');
    const sections = upstream.seen
      .filter((request) => nameOf(request) === 'search.multi')
      .map(({ body }) => JSON.parse(body).section);
    expect(sections).toEqual([9, 7]);
    expect(model.groups[0]?.books.map(({ href }) => href)).toEqual([expect.stringMatching(/^\/es\/novel\/\d+\//)]);
    expect(own.groups[0]?.moreHref).toBe('/search-more/result/dragon');
    await recorded.close();
    await upstream.close();
  });

  it('requests suggested words only if nothing was found', async () => {
    const upstream = await startRecordingUpstream(api.address);
    const recorded = await requestPages(upstream.origin, '/public');
    const requests = () => upstream.seen.filter((request) => nameOf(request) === 'seo.keywords.page').length;
    const before = requests();
    expect((await recorded.model<SearchModel>('/search/result/dragon')).suggested.links).toEqual([]);
    expect(requests()).toBe(before);
    const nothing = await recorded.model<SearchModel>('/search/result/xylophone');
    expect(nothing.suggested.links).toEqual([{ name: 'dragon rider', href: '/search/result/dragon%20rider' }]);
    expect(requests()).toBe(before + 1);
    await recorded.close();
    await upstream.close();
  });

  it('links each group to a paged list', async () => {
    const model = await pages.model<SearchMoreModel>('/search-more/result/dragon?page=2');
    expect(model.results?.group.books).toHaveLength(8);
    expect(model.results?.pagination).toMatchObject({ page: 2, previous: '/search-more/result/dragon', next: null });
    expect(model.results?.groups).toEqual(
      ['books', 'tags', 'keywords'].flatMap((name) => expect.objectContaining({ name, current: name === 'books' })),
    );
    expect(await pages.open('/search-more/result/dragon?page=9')).toEqual({ status: 'missing' });
    const tags = await pages.model<SearchMoreModel>('/search-more/result/dragon?group=tags');
    expect(tags.results?.group.links).toEqual([
      { name: 'Dragons', href: expect.stringMatching(/^\/tags\/\d+\/Dragons$/) },
    ]);
  });

  it('filters books by status, and keeps the filter in the link to all results', async () => {
    const model = await pages.model<SearchModel>('/search/result/dragon?status=finished&order=title');
    expect(model.groups[0]).toMatchObject({ moreHref: '/search-more/result/dragon?status=finished' });
    expect(model.groups[0]?.books.every(({ finished }) => finished)).toBe(true);
    expect(model.filters?.clearHref).toBe('/search/result/dragon');
    expect(model.filters?.groups.map(({ name }) => name)).toEqual(['status', 'length']);
    expect(model.kinds.map(({ name }) => name)).toEqual(['books', 'tags', 'keywords']);
  });

  it('shows the corrected word if the search used that word instead of the entered word', async () => {
    const model = await pages.model<SearchModel>('/search/result/dragn');
    expect(model).toMatchObject({ word: 'dragn', corrected: 'dragon' });
    expect((await pages.model<SearchModel>('/search/result/dragon')).corrected).toBeNull();
  });
});

describe('the page of a help event with the embedded API', () => {
  it('shows the event and its book, and redirects from other URLs', async () => {
    expect(await pages.open('/invited-to-help/1')).toEqual(movedTo('/invited-to-help/1/1'));
    expect(await pages.open('/invited-to-help/2/1')).toEqual(movedTo('/invited-to-help/1/1'));
    expect(await pages.model<HelpModel>('/invited-to-help/1/1')).toMatchObject({
      event: { inviter: 'Mo', state: 'open' },
      book: { title: 'Mrs. Dalloway', href: CANONICAL },
    });
    expect(await pages.open('/invited-to-help/9')).toEqual({ status: 'missing' });
  });
});

describe('the page of a shared link with the embedded API', () => {
  const share = async (target: object) =>
    (await api.post('share.create', target, { 'device-uuid': 'device-of-a-friend' })).body.data.share.token;

  it('redirects to the shared book or help event', async () => {
    expect(await pages.open(`/${await share({ kind: 'book', id: 1 })}`)).toEqual(movedTo(CANONICAL, false));
    const help = await share({ kind: 'help', id: 1 });
    expect(await pages.open(`/${help}`)).toEqual(movedTo('/invited-to-help/1/1', false));
  });

  it('returns 404 for an unknown token', async () => {
    expect(await pages.open('/435u331G4FkP_k_QkVDTKb9n')).toEqual({ status: 'missing' });
  });
});

describe('the page at /active-novel', () => {
  it("contains the novel's help event, or none if the novel has no event", async () => {
    const model = await pages.model<ActiveNovelModel>('/active-novel/1/Classics/Mrs--Dalloway');
    expect(model.event).toMatchObject({ inviter: 'Mo', state: 'open', needed: 5 });
    const without = await pages.model<ActiveNovelModel>('/active-novel/3/Fantasy/1984');
    expect(without.event).toBeNull();
  });
});

describe('a page rendered on request while the upstream fails', () => {
  it('fails with a server error instead of 404', async () => {
    const server = await startScriptedServer((response) => refuse(response, 500, 'INTERNAL', 'Out of order'));
    const failing = await requestPages(server.origin, '/public');
    const addresses = [
      CANONICAL,
      '/novel/Mrs--Dalloway',
      '/book-reader/1',
      '/book-reader/1/1',
      '/author/1/V--Woolf',
      '/search/result/dragon',
      '/search-more/result/dragon',
      '/invited-to-help/1/1',
      '/435u331G4FkP_k_QkVDTKb9n',
    ];
    const loaded = await Promise.all(addresses.map(failing.open));
    expect(loaded).toEqual(addresses.map(() => ({ status: 'failed', httpStatus: 500, message: 'Out of order' })));
    await failing.close();
    await server.close();
  });
});
