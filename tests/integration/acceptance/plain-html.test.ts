import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Book } from '#src/contract/entities/book.ts';
import type { AnyCall } from '#src/contract/index.ts';
import * as contract from '#src/contract/index.ts';
import { createPaths } from '#src/routes/paths.ts';
import { done, type RunningServer, serve } from '../../helpers/commands.ts';
import { flat, type PlainPage, readPage } from '../../helpers/page-text.ts';
import { seededState, type TestState } from '../../helpers/test-state.ts';
import { ask } from '../server/http.ts';

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

/** A page as one request brings it, without following anything. */
async function open(path: string): Promise<PlainPage> {
  const { status, text } = await ask(site.port, 'localhost', path);
  expect({ path, status }).toEqual({ path, status: 200 });
  return readPage(text);
}

/** Data of a GET call of the API itself. */
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

describe('complete HTML without JavaScript', () => {
  it('of the home page has the shelves with their books', async () => {
    const home = await open('/');
    for (const { name, books } of (await data(contract.recommendIndex3, {})).items) {
      expect(home.text).toContain(flat(name));
      expectBooks(home, books.slice(0, 3));
    }
  });

  it('of a genre has its books', async () => {
    const genre = first((await data(contract.recommendTagGroupList, {})).items);
    const { items } = await data(contract.genreBooks, { genre_id: genre.id, page_size: 20 });
    expectBooks(await open(paths.genre(genre)), items);
  });

  it('of a tag has its books', async () => {
    const book = first((await data(contract.bookList, {})).items.filter(({ tags }) => tags.length > 0));
    const tag = first(book.tags);
    expectBooks(await open(paths.tag(tag)), (await data(contract.tagBooks, { tag_id: tag.id })).items);
  });

  it('of a keyword has its books', async () => {
    const used = new Set((await data(contract.bookList, { page_size: 200 })).items.flatMap(({ keywords }) => keywords));
    const { items } = await data(contract.seoKeywordsPage, { page_size: 200 });
    const keyword = first(items.filter(({ id }) => used.has(id)));
    const books = await data(contract.seoKeywordBooks, { keyword_id: keyword.id });
    expectBooks(await open(paths.keyword(keyword)), books.items);
  });

  it('of /hotnovels/A/1 has its books', async () => {
    expectBooks(await open('/hotnovels/A/1'), (await data(contract.letterBooks, { letter: 'A' })).items);
  });

  it('of a novel has introduction and chapters, and that of a chapter its whole text', async () => {
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
