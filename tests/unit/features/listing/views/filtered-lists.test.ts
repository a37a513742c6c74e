import { describe, expect, it } from 'vitest';
import {
  filteredCategoryView,
  filteredGenreView,
  filteredTagView,
} from '#src/features/listing/views/filtered-lists.ts';
import type { Filters } from '#src/routes/filters.ts';
import { parsePath } from '#src/routes/parse.ts';
import type { BookListModel } from '#src/shell/page/models.ts';
import type { Upstream } from '#src/shell/page/source.ts';
import type { Loaded, OnDemandView } from '#src/shell/page/view.ts';
import { makeBook, makeGenre, makeTag, testSite } from '../../../../helpers/memory-source.ts';
import { pageOf, type Table, tableUpstream } from '../../../../helpers/table-upstream.ts';

const tag = makeTag(5, 'slow burn');
const books = Array.from({ length: 50 }, (_, index) =>
  makeBook(index + 1, {
    tags: [{ id: 5, name: 'slow burn' }],
    category: { name: 'Romance & More', sub_name: null },
    words: (index + 1) * 5000,
  }),
);

/** Filters as defined in the contract. */
const filtered = (params: Filters & { page?: number; page_size?: number }) =>
  pageOf(
    books.filter(({ status }) => params.status === undefined || status === params.status),
    params,
  );

const TABLE: Table = {
  'category.list': () => ({
    items: [
      { name: 'Comedy', subs: [] },
      { name: 'Romance & More', subs: ['Small Town'] },
    ],
  }),
  'category.books': filtered,
  'genre.books': filtered,
  'tag.books': filtered,
  'recommend.tag_group_list': () => ({ items: [makeGenre(1, 'Love', [tag])] }),
};

const site = testSite();

async function open(view: OnDemandView<BookListModel>, address: string, table: Table = TABLE) {
  const upstreamTable = tableUpstream(table);
  const upstream: Upstream = {
    call: (call, params) => upstreamTable.call(call, params, { locale: site.locale }),
    lacks: upstreamTable.lacks,
  };
  const { pathname, searchParams } = new URL(address, site.brand.origin);
  const match = parsePath(pathname, ['en']);
  if (!match) throw new Error(`${address} is no address`);
  return { loaded: await view.load(match, searchParams, upstream, site), seen: upstreamTable.seen };
}

function model(loaded: Loaded<BookListModel>): BookListModel {
  if (loaded.status !== 'ok') throw new Error(JSON.stringify(loaded));
  return loaded.model;
}

const CATEGORY = '/category/Romance---More';

describe('a filtered category', () => {
  it('requests the category by name and shows the matching books', async () => {
    const { loaded, seen } = await open(filteredCategoryView, `${CATEGORY}?status=finished&order=new`);
    expect(seen.at(-1)?.params).toMatchObject({ name: 'Romance & More', status: 'finished', order: 'new', page: 1 });
    expect(model(loaded)).toMatchObject({ kind: 'category', name: 'Romance & More', filters: { found: 25 } });
    expect(model(loaded).books.every(({ finished }) => finished)).toBe(true);
  });

  it('keeps the filters in links to its pages, and each filter link changes one filter', async () => {
    const { loaded } = await open(filteredCategoryView, `${CATEGORY}?status=finished`);
    const { pagination, filters, menu } = model(loaded);
    expect(pagination.next).toBe(`${CATEGORY}/page-2?status=finished`);
    expect(menu[0]?.href).toBe('/category/Comedy?status=finished');
    expect(filters?.clearHref).toBe(CATEGORY);
    const [status, length] = filters?.groups ?? [];
    expect(status?.options.map(({ value, current, href }) => [value, current, href])).toEqual([
      [null, false, CATEGORY],
      ['finished', true, `${CATEGORY}?status=finished`],
      ['updating', false, `${CATEGORY}?status=updating`],
    ]);
    expect(length?.options[1]).toMatchObject({ value: 'short', href: `${CATEGORY}?status=finished&length=short` });
  });

  it('has further pages, and returns 404 beyond the last page', async () => {
    const second = await open(filteredCategoryView, `${CATEGORY}/page-2?status=finished`);
    expect(model(second.loaded)).toMatchObject({ first: 21, pagination: { page: 2, pages: 2 } });
    const third = await open(filteredCategoryView, `${CATEGORY}/page-3?status=finished`);
    expect(third.loaded).toEqual({ status: 'missing' });
  });

  it('is an empty page if no book matches', async () => {
    const none = { ...TABLE, 'category.books': () => pageOf([], {}) };
    const { loaded } = await open(filteredCategoryView, `${CATEGORY}?length=long`, none);
    expect(model(loaded)).toMatchObject({ books: [], filters: { found: 0, clearHref: CATEGORY } });
  });

  it.each<[string, Table]>([
    ['lacks the call', { ...without(TABLE, 'category.books') }],
    ['lacks the menu', { ...without(TABLE, 'category.list') }],
    ['rejects the filter', { ...TABLE, 'category.books': () => 'BAD_REQUEST' }],
    ['ignores the filter', { ...TABLE, 'category.books': () => pageOf(books, {}) }],
  ])('redirects to the unfiltered list if the upstream %s', async (_what, table) => {
    const { loaded } = await open(filteredCategoryView, `${CATEGORY}?status=finished`, table);
    expect(loaded).toEqual({ status: 'redirect', to: CATEGORY, permanent: false });
  });

  it('fails if the upstream fails, and does not exist if the category does not exist', async () => {
    const failing: Table = { ...TABLE, 'category.books': () => 'INTERNAL' };
    expect((await open(filteredCategoryView, `${CATEGORY}?status=finished`, failing)).loaded.status).toBe('failed');
    expect((await open(filteredCategoryView, '/category/Nothing?status=finished')).loaded.status).toBe('missing');
  });
});

describe('a filtered genre', () => {
  it('is requested by id, and links to the tags of its books', async () => {
    const { loaded, seen } = await open(filteredGenreView, '/genres/1/Love?status=updating');
    expect(seen.at(-1)).toMatchObject({ name: 'genre.books', params: { genre_id: 1, status: 'updating' } });
    expect(model(loaded)).toMatchObject({ name: 'Love', introduction: 'About Love.' });
    expect(model(loaded).siblings).toEqual([{ name: 'slow burn', href: '/tags/5/slow-burn' }]);
  });
});

describe('a filtered tag', () => {
  it('takes its name from its books, and has its genre in its breadcrumb', async () => {
    const { loaded } = await open(filteredTagView, '/tags/5/slow-burn?status=updating');
    expect(model(loaded)).toMatchObject({ name: 'slow burn', trail: [{ name: 'Love', href: '/genres/1/Love' }] });
  });

  it('redirects to the unfiltered list if the upstream lacks the call', async () => {
    const { loaded } = await open(filteredTagView, '/tags/5/slow-burn?status=updating', without(TABLE, 'tag.books'));
    expect(loaded).toMatchObject({ status: 'redirect', permanent: false, to: expect.stringMatching(/^\/tags\/5\//) });
  });
});

function without(table: Table, name: string): Table {
  return Object.fromEntries(Object.entries(table).filter(([key]) => key !== name));
}
