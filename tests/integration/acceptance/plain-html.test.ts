import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Book } from '#src/contract/entities/book.ts';
import type { Chapter } from '#src/contract/entities/chapter.ts';
import type { AnyCall } from '#src/contract/index.ts';
import * as contract from '#src/contract/index.ts';
import { createPaths } from '#src/routes/paths.ts';
import { done, type RunningServer, serve } from '../../helpers/commands.ts';
import { ask } from '../../helpers/http.ts';
import { flat, type PlainPage, readPage } from '../../helpers/page-text.ts';
import { readStructuredData, type StructuredPage, texts } from '../../helpers/structured-data.ts';
import { seededState, type TestState } from '../../helpers/test-state.ts';

const paths = createPaths('en');

let state: TestState;
let api: RunningServer;
let site: RunningServer;

beforeAll(async () => {
  state = await seededState();
  const env = { LECTERN_STATE: state.folder };
  api = await serve('api', [], env);
  await done('rebuild', ['--brand', 'local'], { ...env, LECTERN_UPSTREAM: api.origin });
  site = await serve('site', ['--upstream', api.origin], env);
}, 300_000);
afterAll(async () => {
  await site?.stop();
  await api?.stop();
  await state?.remove();
});

/** Returns the HTML that a single request for a page receives. */
async function htmlOf(path: string): Promise<string> {
  const { status, text } = await ask(site.port, 'localhost', path);
  expect({ path, status }).toEqual({ path, status: 200 });
  return text;
}

const open = async (path: string): Promise<PlainPage> => readPage(await htmlOf(path));
const openData = async (path: string): Promise<StructuredPage> => readStructuredData(await htmlOf(path));

/** Calls the API by GET and returns the data. */
async function data<C extends AnyCall>(call: C, params: Record<string, string | number>): Promise<contract.Data<C>> {
  const query = new URLSearchParams(
    Object.entries({ section: 7, ...params }).map(([key, value]) => [key, String(value)]),
  );
  const answer = await fetch(`${api.origin}/public${call.path}?${query}`);
  expect(answer.status).toBe(200);
  const body: { data: contract.Data<C> } = JSON.parse(await answer.text());
  return body.data;
}

function expectBooks(page: PlainPage, books: readonly Book[]): void {
  expect(books.length).toBeGreaterThan(0);
  for (const book of books) {
    expect(page.text).toContain(flat(book.title));
    expect(page.links).toContain(paths.novel(book));
  }
}

const first = <T>([item]: readonly T[]): T => {
  if (item === undefined) throw new Error('The demo catalogue lacks something.');
  return item;
};

describe('prerendered HTML without JavaScript', () => {
  it('contains the shelves with their books on the home page', async () => {
    const home = await open('/');
    for (const { name, books } of (await data(contract.recommendIndex3, {})).items) {
      expect(home.text).toContain(flat(name));
      expectBooks(home, books.slice(0, 3));
    }
  });

  it('contains the books of a genre', async () => {
    const genre = first((await data(contract.recommendTagGroupList, {})).items);
    const { items } = await data(contract.genreBooks, { genre_id: genre.id, page_size: 20 });
    expectBooks(await open(paths.genre(genre)), items);
  });

  it('contains the books of a tag', async () => {
    const book = first((await data(contract.bookList, {})).items.filter(({ tags }) => tags.length > 0));
    const tag = first(book.tags);
    expectBooks(await open(paths.tag(tag)), (await data(contract.tagBooks, { tag_id: tag.id })).items);
  });

  it('contains the books of a keyword', async () => {
    const used = new Set((await data(contract.bookList, { page_size: 200 })).items.flatMap(({ keywords }) => keywords));
    const { items } = await data(contract.seoKeywordsPage, { page_size: 200 });
    const keyword = first(items.filter(({ id }) => used.has(id)));
    const books = await data(contract.seoKeywordBooks, { keyword_id: keyword.id });
    expectBooks(await open(paths.keyword(keyword)), books.items);
  });

  it('contains the books on /hotnovels/A/1', async () => {
    expectBooks(await open('/hotnovels/A/1'), (await data(contract.letterBooks, { letter: 'A' })).items);
  });

  it('contains the introduction and chapters of a novel, and the whole text of a chapter', async () => {
    const listed = first((await data(contract.bookList, {})).items);
    const novel = await open(paths.novel(listed));
    const { items } = await data(contract.bookChapters, { book_id: listed.id });
    for (const text of [listed.title, listed.author.name, ...items.map(({ title }) => title)])
      expect(novel.text).toContain(flat(text));
    const { chapter } = await data(contract.chapterShow, { book_id: listed.id, chapter_id: first(items).id });
    const { text } = readPage(`<!doctype html><html><body>${chapter?.html}</body></html>`);
    expect(text.length).toBeGreaterThan(1000);
    expect((await open(paths.reader(listed.id, first(items).id))).text).toContain(text);
  });
});

/** Expects the same steps and URLs in breadcrumb and BreadcrumbList, ending with the page itself. */
function expectBreadcrumb(path: string, { data, breadcrumb }: StructuredPage): void {
  const steps: { name: string; item: string }[] = data.get('BreadcrumbList').itemListElement;
  const shown = breadcrumb.map(({ name, href }) => ({ name, path: href ?? path }));
  expect(steps.map(({ name, item }) => ({ name: flat(name), path: item.replace(/^https:\/\/[^/]+/, '') }))).toEqual(
    shown,
  );
  expect(shown.length).toBeGreaterThan(1);
}

/** Expects the visible books in the ItemList, in the same order. */
function expectItems({ document }: StructuredPage, list: { itemListElement: { name: string; url: string }[] }): void {
  const shown = Array.from(document.querySelectorAll('.item-title a'), (link) => ({
    name: flat(link.textContent ?? ''),
    path: link.getAttribute('href'),
  }));
  expect(shown.length).toBeGreaterThan(0);
  const listed = list.itemListElement.map(({ name, url }) => ({ name: flat(name), path: new URL(url).pathname }));
  expect(listed).toEqual(shown);
}

describe('the structured data of a page', () => {
  it('matches the visible content on lists and hubs', async () => {
    const genre = first((await data(contract.recommendTagGroupList, {})).items);
    const types = (await data(contract.bookRankList, {})).items;
    const ranking = paths.ranking(first(types).type, first(first(types).items).id);
    for (const path of [paths.genre(genre), '/hotnovels/A/1', ranking]) {
      const page = await openData(path);
      expectBreadcrumb(path, page);
      expect(page.data.get('CollectionPage').name).toBe(texts(page.document, 'h1')[0]);
      expectItems(page, page.data.get('CollectionPage').mainEntity);
    }
    const hub = await openData(paths.genres());
    expectBreadcrumb(paths.genres(), hub);
    const groups: { name: string }[] = hub.data.get('CollectionPage').mainEntity.itemListElement;
    expect(groups.map(({ name }) => name)).toEqual(texts(hub.document, '.group h2'));
  });

  it('matches the visible content on novels, authors, and free and locked chapters', async () => {
    const { items } = await data(contract.bookList, { page_size: 200 });
    const listed = first(items.filter(({ rating }) => rating !== null));
    const novel = await openData(paths.novel(listed));
    expectBreadcrumb(paths.novel(listed), novel);
    const { name, author, aggregateRating } = novel.data.get('Book');
    expect([name, author.name]).toEqual([...texts(novel.document, 'h1'), ...texts(novel.document, '.novel-by a')]);
    const rated = `${aggregateRating.ratingValue.toFixed(1)} (${aggregateRating.ratingCount.toLocaleString('en-US')})`;
    expect(texts(novel.document, '.facts')[0]).toContain(rated);

    const written = await openData(paths.author(listed.author));
    expectBreadcrumb(paths.author(listed.author), written);
    expect(written.data.get('ProfilePage').mainEntity.name).toBe(texts(written.document, 'h1')[0]);
    expectItems(written, written.data.get('ItemList'));

    const chapters = await chaptersOf(items);
    for (const locked of [false, true]) {
      const { bookId, chapter } = first(chapters.filter((each) => each.chapter.locked === locked));
      const path = paths.reader(bookId, chapter.id);
      const page = await openData(path);
      expectBreadcrumb(path, page);
      const article = page.data.get('Article');
      expect(article.headline).toBe(texts(page.document, 'h1')[0]);
      expect(article.isAccessibleForFree).toBe(!locked);
      const named = locked ? page.document.querySelectorAll(article.hasPart.cssSelector).length : article.hasPart;
      expect(named).toBe(locked ? 1 : undefined);
    }
  });
});

/** Chapters of the books, up to the first locked chapter. */
async function chaptersOf(books: readonly Book[]) {
  const chapters: { bookId: number; chapter: Chapter }[] = [];
  for (const { id } of books) {
    const { items } = await data(contract.bookChapters, { book_id: id });
    chapters.push(...items.map((chapter) => ({ bookId: id, chapter })));
    if (items.some(({ locked }) => locked)) return chapters;
  }
  return chapters;
}
