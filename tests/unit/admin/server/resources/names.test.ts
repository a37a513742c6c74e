import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPageStarts, genres, keywordChanges, searchBooks, tagChanges } from '#src/api/store/reads/index.ts';
import { sql } from '#src/api/store/sql.ts';
import { smallBook } from '../../../../helpers/small-api.ts';
import { startAdmin, type TestAdmin } from '../fixture.ts';

let test: TestAdmin;
beforeEach(async () => {
  test = await startAdmin(async (writer) => {
    for (let number = 0; number < 10; number += 1)
      await writer.putBook(smallBook(number, number === 9 ? { publication: 'draft' } : {}));
  });
});
afterEach(() => test.close());

const ask = (method: string, path: string, body?: unknown) =>
  test.ask(method, `/api/${path}`, { as: 'operator', body });

/** The listed row with this name. */
async function row(resource: string, name: string) {
  const filter = encodeURIComponent(JSON.stringify({ q: name, shown: true }));
  return (await ask('GET', `${resource}?filter=${filter}`)).body.data[0];
}

const titlesOf = async (kind: string, id: number) => {
  const filter = encodeURIComponent(JSON.stringify({ [kind]: id }));
  const { body } = await ask('GET', `books?sort=id&filter=${filter}`);
  return body.data.map(({ title }: { title: string }) => title);
};

const FEED = { section: 7, brand: 'local', page: 1, page_size: 50, since: undefined };
const starts = () => createPageStarts(test.store.catalogue);

describe('renaming a tag', () => {
  it('changes the name in all its books, including hidden books, and lists the former name', async () => {
    const tag = await row('tags', 'tag 4');
    const { status, body } = await ask('PATCH', `tags/${tag.id}`, { name: 'Fourth' });
    expect([status, body.data]).toMatchObject([200, { id: tag.id, name: 'Fourth', books: 1 }]);
    for (const id of [5, 10]) expect((await ask('GET', `books/${id}`)).body.data.tags).toEqual(['Fourth']);
    const { items } = await tagChanges(test.store.catalogue, starts(), FEED);
    expect(items.find(({ id }) => id === tag.id)).toMatchObject({
      name: 'Fourth',
      former: [{ id: tag.id, name: 'tag 4' }],
    });
    expect((await row('tags', 'fourth')).id).toBe(tag.id);
  });

  it('adds the tag to the change feed, but does not change the dates of its books', async () => {
    const before = (await tagChanges(test.store.catalogue, starts(), FEED)).cursor.split('.')[1];
    const dates = (await ask('GET', 'books/5')).body.data.updated_at;
    const tag = await row('tags', 'tag 4');
    await ask('PATCH', `tags/${tag.id}`, { name: 'Fourth' });
    const { items } = await tagChanges(test.store.catalogue, starts(), { ...FEED, since: Number(before) });
    expect(items.map(({ name }) => name)).toEqual(['Fourth']);
    expect((await ask('GET', 'books/5')).body.data.updated_at).toBe(dates);
  });

  it('is rejected if another tag has the name', async () => {
    const tag = await row('tags', 'tag 4');
    const { status, body } = await ask('PATCH', `tags/${tag.id}`, { name: 'tag 3' });
    expect([status, body.error.message]).toEqual([409, expect.stringContaining('Merge them instead.')]);
  });

  it('removes a former name that becomes the current name again', async () => {
    const tag = await row('tags', 'tag 4');
    await ask('PATCH', `tags/${tag.id}`, { name: 'Fourth' });
    await ask('PATCH', `tags/${tag.id}`, { name: 'tag 4' });
    const { items } = await tagChanges(test.store.catalogue, starts(), FEED);
    expect(items.find(({ id }) => id === tag.id)?.former).toEqual([{ id: tag.id, name: 'Fourth' }]);
  });
});

describe('a merge of tags, keywords, authors or genres', () => {
  it('moves the books of a tag without duplicates, and lists the former tag in the change feed', async () => {
    const [from, into] = [await row('tags', 'tag 3'), await row('tags', 'tag 1')];
    await ask('PATCH', 'books/4', { tags: ['tag 3', 'tag 1'] });
    const { status, body } = await ask('POST', `tags/${from.id}/merge`, { into: into.id });
    expect([status, body.data]).toEqual([200, { id: into.id, merged: from.id }]);
    expect(await titlesOf('tag', into.id)).toEqual(['Meadow 1', 'Quarry 3', 'Atlas 6', 'Orchard 8']);
    expect((await ask('GET', 'books/4')).body.data.tags).toEqual(['tag 1']);
    expect((await ask('GET', `tags/${from.id}`)).status).toBe(404);
    const feed = await tagChanges(test.store.catalogue, starts(), { ...FEED, since: 0 });
    expect(feed.removed).toContain(from.id);
    expect(feed.items.find(({ id }) => id === into.id)?.former).toEqual([{ id: from.id, name: 'tag 3' }]);
  });

  it('makes the books of a keyword findable under the other keyword', async () => {
    await ask('PATCH', 'books/1', { keywords: ['phrase 0', 'odd one'] });
    const [from, into] = [await row('keywords', 'odd one'), await row('keywords', 'phrase 2')];
    await ask('POST', `keywords/${from.id}/merge`, { into: into.id });
    expect(await titlesOf('keyword', into.id)).toEqual(['Harbour 0', 'Lantern 2', 'Orchard 8']);
    const results = await searchBooks(test.store.catalogue, {
      section: 7,
      brand: 'local',
      keyword: 'phrase 2',
      order: 'relevance',
      page: 1,
      page_size: 9,
    });
    expect(results.items.map(({ title }) => title)).toContain('Harbour 0');
    const feed = await keywordChanges(test.store.catalogue, starts(), FEED);
    expect(feed.items.find(({ id }) => id === into.id)?.former).toEqual([{ id: from.id, name: 'odd one' }]);
  });

  it('moves the books of an author and updates the number of books', async () => {
    const [from, into] = [await row('authors', 'Author 1'), await row('authors', 'Author 2')];
    await ask('POST', `authors/${from.id}/merge`, { into: into.id });
    expect(await row('authors', 'Author 2')).toMatchObject({ id: into.id, books: 3 });
    expect((await ask('GET', 'books/2')).body.data).toMatchObject({ author: 'Author 2', author_id: into.id });
    expect(await test.store.catalogue.get(sql`SELECT books FROM authors WHERE id = ${into.id}`)).toEqual({ books: 3 });
    expect(await test.store.catalogue.get(sql`SELECT books FROM authors WHERE id = ${from.id}`)).toBeUndefined();
  });

  it('moves the tags of a genre, and lists all former genres even after several merges', async () => {
    const [a, b, c] = [await row('genres', 'Romance'), await row('genres', 'Mystery'), await row('genres', 'Fantasy')];
    await ask('PATCH', `genres/${a.id}`, { tags: ['tag 1', 'tag 2'] });
    await ask('PATCH', `genres/${b.id}`, { tags: ['tag 2'] });
    await ask('POST', `genres/${a.id}/merge`, { into: b.id });
    expect((await ask('GET', `genres/${b.id}`)).body.data.tags).toEqual(['tag 2', 'tag 1']);
    await ask('POST', `genres/${b.id}/merge`, { into: c.id });
    const [genre] = await genres(test.store.catalogue, 7);
    expect(genre).toMatchObject({ name: 'Fantasy', tags: [{ name: 'tag 2' }, { name: 'tag 1' }] });
    expect(genre?.former).toEqual([
      { id: a.id, name: 'Romance' },
      { id: b.id, name: 'Mystery' },
    ]);
  });

  it('rejects merging a tag into itself or into an unknown tag', async () => {
    const tag = await row('tags', 'tag 3');
    for (const into of [tag.id, 4711]) {
      const { status, body } = await ask('POST', `tags/${tag.id}/merge`, { into });
      expect([status, Object.keys(body.error.fields)]).toEqual([422, ['into']]);
    }
    expect(await titlesOf('tag', tag.id)).toEqual(['Quarry 3', 'Orchard 8']);
  });
});

it('the introduction of an author can be edited', async () => {
  const author = await row('authors', 'Author 1');
  const { body } = await ask('PATCH', `authors/${author.id}`, { introduction: 'New.', name: 'Author One' });
  expect(body.data).toMatchObject({ name: 'Author One', introduction: 'New.' });
  expect((await ask('GET', 'books/2')).body.data.author).toBe('Author One');
});
