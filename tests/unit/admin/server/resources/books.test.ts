import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWriter } from '#src/api/index.ts';
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

  it('are ordered by id if they are equal in the sort field', async () => {
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

describe('the language of a book in the admin API', () => {
  const place = async (path: string) => {
    const { section, language } = (await test.ask('GET', path, { as: 'editor' })).body.data;
    return [section, language];
  };
  const BOOK = { title: 'Olas', author: 'Ana', category: 'Romance' };

  it.each([
    [{ language: 'es' }, [9, 'es']],
    [{ language: 'pt-BR' }, [13, 'pt-BR']],
    [{ language: 'ru' }, [7, 'ru']],
    [{ section: 9 }, [9, 'es']],
    [{ section: 15 }, [15, 'vi']],
    [{ section: 9, language: 'es-MX' }, [9, 'es-MX']],
  ])('is set together with the section of a new book: %j', async (chosen, expected) => {
    const { status, body } = await test.ask('POST', '/api/books', { as: 'editor', body: { ...BOOK, ...chosen } });
    expect([status, [body.data.section, body.data.language]]).toEqual([201, expected]);
  });

  it.each([
    [{}, 'section', 'is required'],
    [{ section: 8 }, 'section', 'must be the section of a language'],
    [{ section: 7, language: 'es' }, 'language', '"es" belongs in section 9 (Español), but section 7 is English'],
    [{ language: 'Spanish!' }, 'language', 'must be a language'],
  ])('is rejected for a new book if it is missing, unknown or contradictory: %j', async (chosen, field, message) => {
    const { status, body } = await test.ask('POST', '/api/books', { as: 'editor', body: { ...BOOK, ...chosen } });
    expect([status, body.error.fields[field]]).toEqual([422, expect.stringContaining(message)]);
  });

  it('moves a stored book to the section of the language, also with its names, and can be undone', async () => {
    const path = '/api/books/4';
    await test.ask('PATCH', path, { as: 'editor', body: { section: 9 } });
    expect(await place(path)).toEqual([9, 'es']);
    const filter = encodeURIComponent(JSON.stringify({ section: 9 }));
    const tags = await test.ask('GET', `/api/tags?filter=${filter}`, { as: 'editor' });
    expect(tags.body.data.map(({ name }: { name: string }) => name)).toContain('tag 3');
    await test.ask('PATCH', path, { as: 'editor', body: { language: 'es-MX' } });
    expect(await place(path)).toEqual([9, 'es-MX']);
    await test.ask('PATCH', path, { as: 'editor', body: { language: 'vi' } });
    expect(await place(path)).toEqual([15, 'vi']);
    const refused = await test.ask('PATCH', path, { as: 'editor', body: { section: 7, language: 'fr' } });
    expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([422, ['language']]);
    const { body } = await test.ask('GET', '/api/audit-log?sort=id&order=DESC&perPage=1', { as: 'editor' });
    expect((await test.ask('POST', `/api/audit-log/${body.data[0].id}/undo`, { as: 'operator' })).status).toBe(200);
    expect(await place(path)).toEqual([9, 'es-MX']);
  });

  it('can be corrected if it contradicts the section, is then found by the filter "misplaced", and never prevents other changes', async () => {
    const writer = createWriter(test.store, { who: 'test' });
    await writer.transaction(async () => {
      await writer.putBook(smallBook(1, { language: 'es-MX' }));
      await writer.putBook(smallBook(2, { language: 'fil' }));
      await writer.putBook(smallBook(3, { language: 'ru' }));
      await writer.putBook(smallBook(5, { section: 23, language: 'tl' }));
    });
    const misplaced = () => list({ filter: '{"misplaced":true}', sort: 'id' });
    expect(await misplaced()).toMatchObject({ total: 2 });
    expect(await list({ filter: '{"misplaced":false}' })).toMatchObject({ total: 6 });
    expect((await test.ask('PATCH', '/api/books/2', { as: 'editor', body: { hot: 3 } })).status).toBe(200);
    await test.ask('PATCH', '/api/books/2', { as: 'editor', body: { section: 9 } });
    expect(await place('/api/books/2')).toEqual([9, 'es-MX']);
    await test.ask('PATCH', '/api/books/3', { as: 'editor', body: { language: 'en-GB' } });
    expect(await place('/api/books/3')).toEqual([7, 'en-GB']);
    expect(await misplaced()).toMatchObject({ total: 0 });
  });
});

describe('the editions of a book in the admin API', () => {
  const FIELDS = {
    work: 'quarry',
    alternative_titles: ['The Pit', 'Stone'],
    original_title: 'La cantera',
    original_author: 'Autora 3',
    original_language: 'es',
  };
  const add = async (title: string, more: object) =>
    (
      await test.ask('POST', '/api/books', {
        as: 'editor',
        body: { title, author: 'Autora 3', category: 'Misterio', ...more },
      })
    ).body.data;

  it('can be set and undone, and are listed and suggested by original title and author', async () => {
    const { id } = await add('La cantera', { language: 'es', work: 'quarry' });
    await add('A Pedreira', { language: 'pt', original_title: 'La Cantera', sub_category: 'Noir' });
    const { status, body } = await test.ask('PATCH', '/api/books/4', { as: 'editor', body: FIELDS });
    expect([status, body.data]).toMatchObject([
      200,
      {
        ...FIELDS,
        editions: [{ id, title: 'La cantera', state: 'draft' }],
        suggested_editions: [{ title: 'A Pedreira' }],
      },
    ]);
    const log = await test.ask('GET', '/api/audit-log?sort=id&order=DESC&perPage=1', { as: 'editor' });
    expect(log.body.data[0].after).toMatchObject(FIELDS);
    expect((await test.ask('POST', `/api/audit-log/${log.body.data[0].id}/undo`, { as: 'owner' })).status).toBe(200);
    expect((await test.ask('GET', '/api/books/4', { as: 'editor' })).body.data).toMatchObject({
      work: null,
      alternative_titles: [],
      original_title: null,
      suggested_editions: [],
    });
  });

  it('reject a language that is no tag, and an empty title', async () => {
    const body = { original_language: 'Spanish!', alternative_titles: [' '] };
    const answer = await test.ask('PATCH', '/api/books/4', { as: 'editor', body });
    expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([
      422,
      expect.arrayContaining(['original_language']),
    ]);
  });
});

describe('the categories that the admin offers', () => {
  const categories = (section: string) => test.ask('GET', `/api/book-categories?section=${section}`, { as: 'editor' });

  it('are those of books in the language, with their subcategories, including unpublished books', async () => {
    expect((await categories('9')).body.data).toEqual([]);
    const body = { title: 'Olas', author: 'Ana', category: 'Romance', sub_category: 'Mar', language: 'es' };
    await test.ask('POST', '/api/books', { as: 'editor', body });
    expect((await categories('9')).body.data).toEqual([{ name: 'Romance', subs: ['Mar'] }]);
    const names = (await categories('7')).body.data.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['Mystery', 'Romance']);
  });

  it('require a section', async () => {
    expect((await categories('es')).status).toBe(422);
  });
});
