import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { smallBook } from '../../../../helpers/small-api.ts';
import { startAdmin, type TestAdmin } from '../fixture.ts';

let test: TestAdmin;
beforeEach(async () => {
  test = await startAdmin(async (writer) => {
    for (let number = 0; number < 8; number += 1)
      await writer.putBook(smallBook(number, number === 3 ? { brands: ['freenovel'] } : {}));
  });
});
afterEach(() => test.close());

const list = async (query: Record<string, string>) => {
  const { status, body } = await test.ask('GET', `/api/books?${new URLSearchParams(query)}`, { as: 'editor' });
  return status === 200
    ? { total: body.total, titles: body.data.map((book: { title: string }) => book.title) }
    : body.error;
};

describe('books in the admin API', () => {
  it('are listed in pages, in the requested order', async () => {
    expect(await list({ perPage: '3', sort: 'title', order: 'DESC' })).toEqual({
      total: 8,
      titles: ['Willow 5', 'Quarry 3', 'Meadow 1'],
    });
    expect(await list({ perPage: '3', page: '3', sort: 'title', order: 'DESC' })).toEqual({
      total: 8,
      titles: ['Ebene 7', 'Atlas 6'].map((title) => title.replace('Ebene', 'Ébène')),
    });
  });

  it('are ordered by id if they are equal in the sort field, so that no page repeats a book', async () => {
    const ids = async (order: string) => {
      const query = new URLSearchParams({ perPage: '3', sort: 'language', order });
      const { body } = await test.ask('GET', `/api/books?${query}`, { as: 'editor' });
      return body.data.map(({ id }: { id: number }) => id);
    };
    expect([await ids('ASC'), await ids('DESC')]).toEqual([
      [1, 2, 3],
      [8, 7, 6],
    ]);
  });

  it.each([
    [{ q: 'ebene' }, ['Ébène 7']],
    [{ q: 'author 3' }, ['Quarry 3']],
    [{ status: ['finished'], tag: 1, q: 'o' }, ['Harbour 0', 'Willow 5']],
    [{ brand: 'local', q: 'quarry' }, []],
    [{ brand: 'freenovel', q: 'quarry' }, ['Quarry 3']],
    [{ section: 8 }, []],
  ])('are filtered by %j', async (filter, titles) => {
    expect(await list({ filter: JSON.stringify(filter), sort: 'id' })).toMatchObject({ titles });
  });

  it.each([
    [{ sort: 'key' }, 'sort: must be one of id, title'],
    [{ filter: '{"colour":"red"}' }, 'filter.colour: is unknown. Known filters: q,'],
    [{ filter: '[]' }, 'filter: must be a JSON object'],
    [{ filter: '{"tag":"1 OR 1"}' }, 'filter.tag: must be a whole number'],
    [{ perPage: '5000' }, 'perPage: must be at most 1000'],
    [{ page: '0' }, 'page: must be a whole number, at least 1'],
  ])('are not listed for the query %j, and the error names the invalid field', async (query, message) => {
    expect(await list(query)).toMatchObject({ code: 'bad_request', message: expect.stringContaining(message) });
  });

  it('are returned by id, in the requested order of ids', async () => {
    const { body } = await test.ask('GET', '/api/books?ids=4,2,99', { as: 'editor' });
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([4, 2]);
  });

  it('are returned with author, genres, tags, keywords and lists', async () => {
    const { body } = await test.ask('GET', '/api/books/4', { as: 'editor' });
    expect(body.data).toMatchObject({
      id: 4,
      title: 'Quarry 3',
      author: 'Author 3',
      genres: ['Romance'],
      tags: ['tag 3'],
      keywords: ['phrase 3'],
      brands: ['freenovel'],
      rankings: [],
    });
  });

  it('are changed only in the submitted fields, and the change is logged with the account', async () => {
    const change = { title: 'New title', sub_category: null, tags: ['tag 1', 'odd'], brands: null };
    const { status, body } = await test.ask('PATCH', '/api/books/4', { as: 'editor', body: change });
    expect([status, body.data]).toMatchObject([200, { ...change, author: 'Author 3', keywords: ['phrase 3'] }]);
    const log = await test.ask('GET', '/api/audit-log?sort=id&order=DESC&perPage=1', { as: 'editor' });
    expect(log.body.data[0]).toMatchObject({
      who: 'editor@example.org',
      command: 'admin',
      act: 'change',
      kind: 'book',
      record: 4,
      before: { title: 'Quarry 3' },
      after: { title: 'New title' },
    });
  });

  it('can be added with only the required fields, and deleted by an operator', async () => {
    const book = { title: 'Fresh', author: 'Ann', category: 'Romance', language: 'en-US' };
    const { status, body } = await test.ask('POST', '/api/books', { as: 'editor', body: book });
    expect([status, body.data]).toMatchObject([201, { ...book, status: 'updating', chapters: 0, section: 7 }]);
    const path = `/api/books/${body.data.id}`;
    expect((await test.ask('DELETE', path, { as: 'editor' })).status).toBe(403);
    expect((await test.ask('DELETE', path, { as: 'operator' })).body.data.title).toBe('Fresh');
    expect((await test.ask('GET', path, { as: 'editor' })).status).toBe(404);
  });

  it.each([
    [{ title: ' ' }, { title: 'is required' }],
    [
      { status: 'lost', rating: 6 },
      { status: expect.any(String), rating: expect.any(String) },
    ],
    [{ words: 4 }, { words: expect.any(String) }],
    [{ brands: ['nobody'] }, { brands: 'names unknown brands: nobody' }],
    [{ brands: [] }, { brands: expect.stringContaining('null for every brand') }],
  ])('are not changed by the invalid input %j', async (body, fields) => {
    const answer = await test.ask('PATCH', '/api/books/4', { as: 'owner', body });
    expect([answer.status, answer.body.error]).toMatchObject([422, { code: 'invalid', fields }]);
    expect(await list({ filter: '{"q":"quarry"}' })).toMatchObject({ titles: ['Quarry 3'] });
  });
});
