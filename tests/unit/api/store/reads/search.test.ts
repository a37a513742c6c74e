import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoreWriter } from '#src/api/store/index.ts';
import { searchAuthors, searchBooks, searchKeywords, searchTags } from '#src/api/store/reads/search.ts';
import { suggest } from '#src/api/store/reads/suggest.ts';
import { type EmptyStore, openEmptyStore } from '../../../../helpers/empty-store.ts';
import { book, chapter, titles } from '../../../../integration/api/fixture.ts';

let open: EmptyStore;
beforeAll(async () => {
  open = await openEmptyStore();
  await open.write(fill);
});
afterAll(() => open.close());

const PLAIN = {
  cover: null,
  introduction: '',
  tags: [],
  keywords: [],
  genres: [],
  author: { name: 'Nobody', introduction: '' },
};
const words = (count: number) => ({ chapters: [chapter('One', { words: count })] });

async function fill(writer: StoreWriter): Promise<void> {
  const put = (title: string, hot: number, more = {}) => writer.putBook(book(title, { ...PLAIN, title, hot, ...more }));
  await put('Old Lantern', 90);
  await put('Lantern Bay', 2, { tags: ['harbour lights', 'harbour'], keywords: ['harbour at dawn'] });
  await put('Lantern', 1);
  await put('Lantern Cove', 3);
  await put('Short', 5, { introduction: 'gauge', ...words(49_999) });
  await put('Medium', 4, { introduction: 'gauge', ...words(50_000) });
  await put('Longest Medium', 3, { introduction: 'gauge', ...words(199_999) });
  await put('Long', 2, { introduction: 'gauge', ...words(200_000) });
  await put('Marble', 99);
  await put('First', 1, { introduction: 'A marbel.' });
  for (const n of [1, 2, 3]) await put(`Third ${n}`, n, { introduction: 'A cobel.' });
  await put('Corbel', 99);
  for (const title of ['Stone', 'Store', 'The Store', 'River', 'The River', 'Rivet', 'Star']) await put(title, 1);
  for (let n = 1; n <= 7; n += 1)
    await put(`Sea ${n}`, n, { tags: ['sea', 'sea air'], keywords: ['sea dog', 'sea wind'] });
  for (const title of ['Quill of Ravens', 'Quill of Doves', 'The Quill', 'A Quill']) await put(title, 1);
  await put('Elsewhere', 1, {
    brands: ['oak'],
    tags: ['harbourless'],
    author: { name: 'Harbour Ann', introduction: '' },
  });
}

const OF = { section: 7, brand: 'ash', page: 1, page_size: 20 };
const search = (keyword: string, more: object = {}) =>
  searchBooks(open.store.catalogue, { ...OF, keyword, order: 'relevance', ...more });
const foundTitles = async (keyword: string, more: object = {}) => titles((await search(keyword, more)).items);

describe('a search for books', () => {
  it('returns the exact title first, then titles that begin with the query, then popular books', async () => {
    expect(await foundTitles('lantern')).toEqual(['Lantern', 'Lantern Cove', 'Lantern Bay', 'Old Lantern']);
    expect(await foundTitles('lantern', { order: 'hot' })).toEqual([
      'Old Lantern',
      'Lantern Cove',
      'Lantern Bay',
      'Lantern',
    ]);
  });

  it('returns one page of results and the total number', async () => {
    const page = await search('lantern', { page: 2, page_size: 3 });
    expect([titles(page.items), page.total, page.page]).toEqual([['Old Lantern'], 4, 2]);
    expect(await foundTitles('lantern', { page: 3, page_size: 3 })).toEqual([]);
  });

  it.each([
    ['short', ['Short']],
    ['medium', ['Medium', 'Longest Medium']],
    ['long', ['Long']],
  ])('can be filtered by length: %s', async (length, books) => {
    expect(await foundTitles('gauge', { length })).toEqual(books);
  });

  it('returns books that mention the word before books with a similar word in the title', async () => {
    expect(await foundTitles('marbel')).toEqual(['First', 'Marble']);
    expect((await search('marbel')).corrected).toBeUndefined();
  });

  it('does not look for similar words if three books contain the word', async () => {
    expect(await foundTitles('cobel')).toEqual(['Third 3', 'Third 2', 'Third 1']);
  });

  it.each([
    ['stoe', 'store', ['Store', 'The Store']],
    ['rivel', 'river', ['River', 'The River']],
  ])('corrects the typo %s to the similar word that most books contain: %s', async (typo, corrected, books) => {
    const { items, ...rest } = await search(typo);
    expect([titles(items), rest.corrected]).toEqual([books, corrected]);
  });

  it('returns books with any of the words if no book has all of them, but no books if the only word is unknown', async () => {
    expect((await foundTitles('lantern marble')).sort()).toEqual([
      'Lantern',
      'Lantern Bay',
      'Lantern Cove',
      'Marble',
      'Old Lantern',
    ]);
    expect([await foundTitles('zzzzzz'), await foundTitles('***')]).toEqual([[], []]);
  });
});

describe('a search for tags, keywords and authors', () => {
  const names = (items: readonly { name: string }[]) => items.map(({ name }) => name);

  it('returns the shortest names first, and only names of books of the brand', async () => {
    const query = { ...OF, keyword: 'harbour' };
    const { catalogue } = open.store;
    expect(names((await searchTags(catalogue, query)).items)).toEqual(['harbour', 'harbour lights']);
    expect(names((await searchKeywords(catalogue, query)).items)).toEqual(['harbour at dawn']);
    expect((await searchAuthors(catalogue, query)).total).toBe(0);
    const oak = { ...query, brand: 'oak' };
    expect(names((await searchTags(catalogue, oak)).items)).toContain('harbourless');
    expect((await searchAuthors(catalogue, oak)).items).toMatchObject([{ name: 'Harbour Ann', books: 1 }]);
  });
});

describe('search suggestions', () => {
  const suggested = async (keyword: string, limit: number) =>
    (await suggest(open.store.catalogue, { section: 7, brand: 'ash', keyword, limit })).map((one) =>
      one.kind === 'book' ? one.book.title : `${one.kind} ${one.name}`,
    );

  it('fill two thirds of the slots with books, most popular first, and the others with names', async () => {
    expect(await suggested('sea', 6)).toEqual(['Sea 7', 'Sea 6', 'Sea 5', 'Sea 4', 'tag sea', 'tag sea air']);
    expect(await suggested('sea', 1)).toEqual(['Sea 7']);
  });

  it('fill more slots with books if there are too few names', async () => {
    expect(await suggested('lantern', 4)).toEqual(['Lantern Cove', 'Lantern Bay', 'Lantern', 'Old Lantern']);
    expect(await suggested('lantern', 2)).toEqual(['Lantern Cove', 'Lantern Bay']);
  });

  it('rank titles beginning with the input first, and older books first if equally popular', async () => {
    expect(await suggested('quill', 9)).toEqual(['Quill of Ravens', 'Quill of Doves', 'The Quill', 'A Quill']);
  });

  it('include similar words only if no name or title begins with the input', async () => {
    expect((await suggested('stor', 9)).sort()).toEqual(['Store', 'The Store']);
    expect((await suggested('stoe', 9)).sort()).toEqual(['Stone', 'Store', 'The Store']);
    expect(await suggested('***', 9)).toEqual([]);
  });
});
