import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSource, syncSnapshot } from '#src/publish/snapshot/index.ts';
import type { BookList } from '#src/shell/page/source.ts';
import {
  bookNumbered,
  keywordNumbered,
  pageOf,
  type Table,
  tableUpstream,
  tagNumbered,
} from '../../../helpers/table-upstream.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-lists-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The id of the only book in each list. It shows which list was requested. */
const BOOKS: Readonly<Record<string, number>> = {
  'genre_id 1': 11,
  'tag_id 2': 12,
  'keyword_id 3': 13,
  'letter Q': 14,
  'name Sea': 15,
  'name Sea sub_name Wrecks': 16,
  'section_id 4': 17,
  'type hot id 5': 18,
};

function listed({ page: _page, page_size: _size, ...params }: Record<string, unknown>) {
  const id = BOOKS[Object.entries(params).flat().join(' ')];
  const items = id === undefined ? [] : [bookNumbered(id, { genres: [], tags: [], keywords: [] })];
  return pageOf(items, {});
}

const NAMES: Table = {
  'recommend.tag_group_list': () => ({
    items: [{ id: 1, name: 'Love', introduction: '', tags: [], updated_at: '2026-01-01T00:00:00Z' }],
  }),
  'seo.book_tags': (params) => pageOf([tagNumbered(2, 'slow')], params),
  'seo.keywords.page': (params) => pageOf([keywordNumbered(3, 'lighthouse')], params),
  'category.list': () => ({ items: [{ name: 'Sea', subs: ['Wrecks'] }] }),
  'recommend.index3': () => ({ items: [{ id: 4, name: 'Editors', style: 'row', books: [] }] }),
  'bookRank.list': () => ({ items: [{ type: 'hot', name: 'Hot', items: [{ id: 5, name: 'Week' }] }] }),
};

const LISTS = [
  'genre.books',
  'tag.books',
  'seo.keyword_books',
  'letter.books',
  'category.books',
  'recommend.section_books',
  'bookRank.book_list',
];

async function pulled(table: Table) {
  const file = join(folder, 'catalogue.db');
  const upstream = tableUpstream(table);
  await syncSnapshot({ file, locales: ['en'], upstream: 'one', connect: () => upstream });
  const source = openSource(file, 7);
  const ids = (list: BookList) => source.books(list, 1, 9).items.map(({ id }) => id);
  const stored = {
    genre: ids({ kind: 'genre', id: 1 }),
    tag: ids({ kind: 'tag', id: 2 }),
    keyword: ids({ kind: 'keyword', id: 3 }),
    letter: ids({ kind: 'letter', letter: 'Q' }),
    category: ids({ kind: 'category', name: 'Sea', sub: null }),
    part: ids({ kind: 'category', name: 'Sea', sub: 'Wrecks' }),
    section: ids({ kind: 'section', id: 4 }),
    ranking: ids({ kind: 'ranking', type: 'hot', id: 5 }),
  };
  source.close();
  return { stored, searched: upstream.seen.filter(({ name }) => name === 'search.multi').map(({ params }) => params) };
}

describe('pullLists, for an upstream that has no list of all books', () => {
  it('reads each list with its own call', async () => {
    const calls = Object.fromEntries(LISTS.map((name) => [name, listed]));
    const { stored, searched } = await pulled({ ...NAMES, ...calls });
    expect(stored).toEqual({
      genre: [11],
      tag: [12],
      keyword: [13],
      letter: [14],
      category: [15],
      part: [16],
      section: [17],
      ranking: [18],
    });
    expect(searched).toEqual([]);
  });

  it('searches for the names of genres, tags and keywords if the upstream has no calls for their lists', async () => {
    const names: Table = {
      ...NAMES,
      'seo.book_tags': (params) => pageOf([tagNumbered(2, ' slow '), tagNumbered(6, ' ')], params),
    };
    const { stored, searched } = await pulled({
      ...names,
      'search.multi': ({ keyword }) => {
        const id = ['Love', 'slow', 'lighthouse'].indexOf(String(keyword));
        return { books: pageOf(id < 0 ? [] : [bookNumbered(id + 1, { genres: [], tags: [], keywords: [] })], {}) };
      },
    });
    expect([stored.genre, stored.tag, stored.keyword]).toEqual([[1], [2], [3]]);
    expect(searched.map(({ keyword }) => keyword).sort()).toEqual(['Love', 'lighthouse', 'slow']);
    expect(searched[0]).toMatchObject({ page: 1, page_size: 200 });
  });
});
