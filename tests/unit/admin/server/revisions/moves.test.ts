import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '#src/admin/contract/roles.ts';
import { createWriter } from '#src/api/index.ts';
import type { NewBook, StoreWriter } from '#src/api/store/records.ts';
import { SITTING_MINUTES } from '#src/api/store/revision-states.ts';
import { book, chapter } from '../../../../integration/api/fixture.ts';
import { startAdmin, type TestAdmin } from '../fixture.ts';

const NAMES = ['One', 'Two', 'Three', 'Four', 'Five'];
const SHIP = book('ship', { chapters: NAMES.map((title) => chapter(title)) });

let test: TestAdmin;
let now: Date;
beforeEach(async () => {
  test = await startAdmin((writer) => writer.putBook(SHIP));
  setNow('2026-06-01T12:00:00Z');
});
afterEach(() => test.close());

function setNow(time: string | number): void {
  now = new Date(time);
  test.setNow(now);
}
const later = (minutes: number) => setNow(now.getTime() + minutes * 60_000);

const ask = (method: string, path: string, body?: unknown, as: Role = 'editor') =>
  test.ask(method, `/api/${path}`, { as, body });
const save = async (path: string, body: object, as?: Role) => {
  expect((await ask('PATCH', path, body, as)).status).toBe(200);
  later(SITTING_MINUTES);
};
const versions = async (path: string) => (await ask('GET', `${path}/revisions?perPage=1000`)).body.data;
const changes = async (path: string) => (await versions(path)).map(({ changed }: { changed: string[] }) => changed);
const version = async (path: string, id: number) => (await ask('GET', `${path}/revisions/${id}`)).body.data;
const record = async (path: string) => (await ask('GET', path)).body.data;
const restore = async (path: string, id: number) => {
  const { status } = await ask('POST', `${path}/revisions/${id}/restore`, { seen: await record(path) });
  expect(status).toBe(200);
};
const order = async () => {
  const { body } = await ask('GET', 'chapters?perPage=100&sort=place&order=ASC&filter={"book_id":1}');
  return body.data.map(({ title }: { title: string }) => title);
};
const imports = <T>(work: (writer: StoreWriter) => Promise<T>) => {
  const writer = createWriter(test.store, { now: () => now, who: 'ann', command: 'import' });
  return writer.transaction(() => work(writer));
};
const importBook = (more: Partial<NewBook>) =>
  imports((writer) => writer.putBook({ ...SHIP, ...more, fingerprint: JSON.stringify(more) }));

describe('moving a chapter', () => {
  it.each([
    { title: 'to the front', id: 4, place: 1, place_before: 4 },
    { title: 'to the end', id: 1, place: 5, place_before: 1 },
    { title: 'down by one', id: 2, place: 3, place_before: 2 },
    { title: 'up by one', id: 3, place: 2, place_before: 3 },
  ])('$title makes a version of this chapter only', async ({ id, place, place_before }) => {
    await save(`chapters/${id}`, { place });
    for (const other of [1, 2, 3, 4, 5])
      expect([other, (await versions(`chapters/${other}`)).length]).toEqual([other, other === id ? 2 : 1]);
    const [current, former] = await versions(`chapters/${id}`);
    expect(current).toMatchObject({ changed: ['place'], saved_by: 'editor@example.org', saved_how: 'admin' });
    expect((await version(`chapters/${id}`, former.id)).fields).toMatchObject({ place: place_before });
    expect((await version(`chapters/${id}`, 0)).fields).toMatchObject({ place });
  });

  it('can be reverted by restoring the version before it, and that restore as well', async () => {
    await save('chapters/4', { place: 1 });
    const [, former] = await versions('chapters/4');
    await restore('chapters/4', former.id);
    expect(await order()).toEqual(NAMES);
    const [, moved] = await versions('chapters/4');
    await restore('chapters/4', moved.id);
    expect(await order()).toEqual(['Four', 'One', 'Two', 'Three', 'Five']);
  });

  it('is listed as a change of position together with other fields, and in one sitting with them', async () => {
    await ask('PATCH', 'chapters/4', { title: 'Vier' });
    later(1);
    await save('chapters/4', { place: 2 });
    expect(await changes('chapters/4')).toEqual([['title', 'place'], null]);
    const [, former] = await versions('chapters/4');
    await restore('chapters/4', former.id);
    expect(await order()).toEqual(NAMES);
  });

  it('returns to its place among the chapters that were added and deleted since', async () => {
    await save('chapters/4', { place: 1 });
    await ask('POST', 'chapters', { title: 'New', html: '<p>New.</p>', book_id: 1, place: 1 });
    await ask('DELETE', 'chapters/3', {});
    const list = await versions('chapters/4');
    await restore('chapters/4', list.at(-1).id);
    expect(await order()).toEqual(['New', 'One', 'Two', 'Four', 'Five']);
  });

  it('returns to the front if nothing was before it', async () => {
    await save('chapters/1', { place: 5 });
    const [, former] = await versions('chapters/1');
    await restore('chapters/1', former.id);
    expect(await order()).toEqual(NAMES);
  });

  it('can be reverted although every earlier chapter was deleted', async () => {
    await save('chapters/2', { place: 5 });
    await ask('DELETE', 'chapters/1', {});
    const [, former] = await versions('chapters/2');
    await restore('chapters/2', former.id);
    expect(await order()).toEqual(['Two', 'Three', 'Four', 'Five']);
  });
});

describe('restoring an old text', () => {
  it('does not move a chapter that has a new number because of other chapters', async () => {
    await save('chapters/3', { html: '<p>Changed.</p>' });
    await save('chapters/5', { place: 1 });
    await ask('POST', 'chapters', { title: 'New', html: '<p>New.</p>', book_id: 1, place: 1 });
    const before = await order();
    const list = await versions('chapters/3');
    await restore('chapters/3', list[1].id);
    expect(await order()).toEqual(before);
    expect(await changes('chapters/3')).toEqual([['html'], ['html'], null]);
  });

  it('from after a move keeps the new position, and from before it brings back the old one', async () => {
    await save('chapters/3', { html: '<p>First.</p>' });
    await save('chapters/3', { place: 1 });
    await save('chapters/3', { html: '<p>Second.</p>' });
    const [, moved, first, original] = await versions('chapters/3');
    await restore('chapters/3', moved.id);
    expect((await order())[0]).toBe('Three');
    await restore('chapters/3', first.id);
    expect([await order(), (await record('chapters/3')).html]).toEqual([NAMES, '<p>First.</p>']);
    await restore('chapters/3', original.id);
    expect(await order()).toEqual(NAMES);
  });
});

describe('an import that reorders chapters', () => {
  const reordered = (...titles: string[]) => importBook({ chapters: titles.map((title) => chapter(title)) });

  it('makes versions of the fewest chapters that explain the new order', async () => {
    await reordered('Five', 'One', 'Two', 'Three', 'Four');
    expect(await changes('chapters/5')).toEqual([['place'], null]);
    for (const id of [1, 2, 3, 4]) expect(await changes(`chapters/${id}`)).toEqual([null]);
  });

  it('makes versions of several chapters that move independently, each of which can be restored', async () => {
    await reordered('Five', 'One', 'Three', 'Four', 'Two');
    expect(await changes('chapters/5')).toEqual([['place'], null]);
    expect(await changes('chapters/2')).toEqual([['place'], null]);
    for (const id of [1, 3, 4]) expect(await changes(`chapters/${id}`)).toEqual([null]);
    await restore('chapters/2', (await versions('chapters/2'))[1].id);
    await restore('chapters/5', (await versions('chapters/5'))[1].id);
    expect(await order()).toEqual(NAMES);
  });

  it('makes none for chapters that are inserted or dropped', async () => {
    await reordered('Zero', 'One', 'Three', 'Four', 'Five');
    for (const id of [1, 3, 4, 5]) expect(await changes(`chapters/${id}`)).toEqual([null]);
  });
});

describe('undoing a move', () => {
  it('is a version too', async () => {
    await save('chapters/4', { place: 1 });
    const { body } = await ask('GET', 'audit-log?order=DESC&perPage=1&filter={"kind":"chapter"}');
    expect((await ask('POST', `audit-log/${body.data[0].id}/undo`)).status).toBe(200);
    expect(await order()).toEqual(NAMES);
    const list = await versions('chapters/4');
    expect(list.map(({ saved_how }: { saved_how: string }) => saved_how)).toEqual(['undo', 'admin', '']);
    expect(await changes('chapters/4')).toEqual([['place'], ['place'], null]);
  });

  it('names the chapter that the editor moved if two chapters exchange their places', async () => {
    await save('chapters/2', { place: 3 });
    const { body } = await ask('GET', 'audit-log?order=DESC&perPage=1&filter={"kind":"chapter"}');
    expect(body.data[0]).toMatchObject({ record: 2, before: { place: 2 }, after: { place: 3 } });
  });
});

describe('renaming a book and changing its category, genres and language', () => {
  it('makes a version that can be compared and restored', async () => {
    await save('books/1', { title: 'The Ship', category: 'Sea', genres: ['Adventure'], language: 'es', section: 9 });
    expect(await changes('books/1')).toEqual([['title', 'category', 'language', 'genres'], null]);
    const [, former] = await versions('books/1');
    expect((await version('books/1', former.id)).fields).toMatchObject({
      title: SHIP.title,
      category: SHIP.category,
      genres: SHIP.genres,
      language: SHIP.language,
    });
    await restore('books/1', former.id);
    const { title, category, genres, language, section } = await record('books/1');
    expect([title, category, genres, language, section]).toEqual([
      SHIP.title,
      SHIP.category,
      SHIP.genres,
      SHIP.language,
      SHIP.section,
    ]);
  });
});

describe('renaming and merging names that books share', () => {
  const idOf = async (list: string, name: string) => {
    const { body } = await ask('GET', `${list}?perPage=100`);
    return body.data.find((one: { name: string }) => one.name === name).id;
  };

  it('is not attributed to the next editor of a book', async () => {
    await importBook({ series: { name: 'Saga', number: 2 }, tags: ['Dragons', 'Sea'] });
    await imports((writer) => writer.putBook(book('lamp', { tags: ['Ocean'] })));
    await save('books/1', { title: 'A' });
    const [author, dragons, sea, ocean, saga, genre] = [
      await idOf('authors', SHIP.author.name),
      await idOf('tags', 'Dragons'),
      await idOf('tags', 'Sea'),
      await idOf('tags', 'Ocean'),
      await idOf('keywords', 'Saga'),
      await idOf('genres', SHIP.genres[0] ?? ''),
    ];
    await imports(async (writer) => {
      await writer.rename('author', author, 'Ada M.');
      await writer.rename('tag', dragons, 'Wyrms');
      await writer.merge('tag', sea, ocean);
      await writer.rename('keyword', saga, 'The Saga');
      await writer.rename('genre', genre, 'Fantasies');
    });
    await save('books/1', { title: 'B' });
    expect((await changes('books/1')).slice(0, 2)).toEqual([['title'], ['title']]);
    const [, former] = await versions('books/1');
    expect((await version('books/1', former.id)).fields).toMatchObject({
      title: 'A',
      author: 'Ada M.',
      genres: ['Fantasies'],
      tags: ['Wyrms', 'Ocean'],
      series: { name: 'The Saga', number: 2 },
    });
    await restore('books/1', former.id);
    expect(await record('books/1')).toMatchObject({ title: 'A', tags: ['Wyrms', 'Ocean'] });
    expect((await ask('GET', 'keywords?filter={"q":"Saga"}')).body.total).toBe(1);
  });
});
