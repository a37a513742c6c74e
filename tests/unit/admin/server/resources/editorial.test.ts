import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smallBook } from '../../../../helpers/small-api.ts';
import { startAdmin, type TestAdmin } from '../fixture.ts';

let test: TestAdmin;
beforeAll(async () => {
  test = await startAdmin(async (writer) => {
    for (let number = 0; number < 4; number += 1) await writer.putBook(smallBook(number));
    await writer.putBook(smallBook(4, { section: 9, language: 'es', title: 'Olas' }));
  });
});
afterAll(() => test.close());

const ask = (method: string, path: string, body?: unknown) =>
  test.ask(method, `/api/${path}`, { as: 'operator', body });
const lastEntry = async () => (await ask('GET', 'audit-log?order=DESC&perPage=1')).body.data[0];

/** For each kind: a new record, the complete record, and a change. */
const KINDS = [
  {
    name: 'shelves',
    kind: 'shelf',
    body: { section: 7, name: 'Fresh', books: [3, 1] },
    complete: { section: 7, brand: null, style: 'row', name: 'Fresh', books: [3, 1] },
    change: { name: 'Fresher', brand: 'local', books: [2, 3, 1] },
  },
  {
    name: 'rankings',
    kind: 'ranking',
    body: { section: 7, type: 'week', type_name: 'Week', name: 'Best', books: [4] },
    complete: { section: 7, brand: null, type: 'week', type_name: 'Week', name: 'Best', books: [4] },
    change: { type_name: 'This week', name: 'Top', books: [] },
  },
  {
    name: 'banners',
    kind: 'banner',
    body: { section: 7, title: 'Read me', book_id: 2 },
    complete: { section: 7, brand: null, title: 'Read me', subtitle: '', image: null, book_id: 2, book: 'Meadow 1' },
    change: { title: 'Read this', subtitle: 'Now', book_id: 1 },
  },
  {
    name: 'help-events',
    kind: 'help event',
    body: { section: 7, book_id: 1, inviter: 'Ann', needed: 3, expires_at: '2030-01-01T00:00:00Z' },
    complete: { section: 7, book_id: 1, inviter: 'Ann', needed: 3, helped: 0, expires_at: '2030-01-01T00:00:00Z' },
    change: { inviter: 'Bea', book_id: 2, needed: 5 },
  },
  {
    name: 'genres',
    kind: 'genre',
    body: { section: 7, name: 'Cosy', tags: ['tea', 'tag 1'] },
    complete: { section: 7, name: 'Cosy', introduction: '', tags: ['tea', 'tag 1'], books: 0 },
    change: { name: 'Cosier', introduction: 'Warm.', tags: ['tag 1'] },
  },
];

describe.each(KINDS)('$name in the admin API', ({ name, kind, body, complete, change }) => {
  it('can be added, changed and deleted, each with an audit log entry', async () => {
    const added = await ask('POST', name, body);
    expect([added.status, added.body.data]).toMatchObject([201, complete]);
    const { id } = added.body.data;
    expect(await lastEntry()).toMatchObject({ who: 'operator@example.org', act: 'add', kind, record: id });

    const again = await ask('POST', name, body);
    expect([again.status, Object.values(again.body.error.fields)[0]]).toEqual([422, 'is already taken']);

    const changed = await ask('PATCH', `${name}/${id}`, change);
    const { book: _, ...rest } = complete as typeof complete & { book?: string };
    expect([changed.status, changed.body.data]).toMatchObject([200, { ...rest, ...change, id }]);
    expect(await lastEntry()).toMatchObject({ act: 'change', kind, record: id });

    expect((await ask('DELETE', `${name}/${id}`)).body.data).toMatchObject(change);
    expect((await ask('GET', `${name}/${id}`)).status).toBe(404);
    expect(await lastEntry()).toMatchObject({ act: 'delete', kind, record: id });
  });
});

it('a list that names an unknown book or brand is rejected', async () => {
  const unknownBook = await ask('POST', 'shelves', { section: 7, name: 'x', books: [1, 77] });
  expect([unknownBook.status, unknownBook.body.error.fields]).toEqual([422, { books: 'names an unknown book: 77' }]);
  const unknownBrand = await ask('POST', 'rankings', {
    section: 7,
    name: 'x',
    type: 'a',
    type_name: 'A',
    brand: 'nobody',
  });
  expect([unknownBrand.status, Object.keys(unknownBrand.body.error.fields)]).toEqual([422, ['brand']]);
});

it('a genre with books cannot be deleted', async () => {
  const { body } = await ask('GET', `genres?filter=${encodeURIComponent('{"q":"romance"}')}`);
  const [{ id, books }] = body.data;
  expect(books).toBeGreaterThan(0);
  const refused = await ask('DELETE', `genres/${id}`);
  expect([refused.status, refused.body.error.message]).toEqual([
    409,
    books === 1
      ? '1 book has this genre. Merge it into another one, or remove it from the book.'
      : `${books} books have this genre. Merge it into another one, or remove it from the books.`,
  ]);
});

it('a shelf cannot have the name of another shelf', async () => {
  const first = await ask('POST', 'shelves', { section: 7, name: 'One' });
  await ask('POST', 'shelves', { section: 7, name: 'Two' });
  const refused = await ask('PATCH', `shelves/${first.body.data.id}`, { name: 'Two' });
  expect([refused.status, refused.body.error.code]).toEqual([409, 'conflict']);
});

describe('the language of a record in the admin API', () => {
  it.each(KINDS)('must be chosen for new $name', async ({ name, body: { section: _, ...body } }) => {
    for (const section of [undefined, 8, '9', null]) {
      const refused = await ask('POST', name, { ...body, name: 'Unplaced', section });
      expect(refused.status).toBe(422);
      expect(refused.body.error.fields.section).toBeTypeOf('string');
    }
  });

  it.each([
    ['shelves', { name: 'Olas', books: [5] }, { name: 'Sea', books: [2, 5] }, 'books'],
    ['rankings', { type: 'mes', type_name: 'Mes', name: 'Olas', books: [5] }, { books: [5, 2] }, 'books'],
    ['banners', { title: 'Lee', book_id: 5 }, { book_id: 2 }, 'book_id'],
    [
      'help-events',
      { book_id: 5, inviter: 'Eva', needed: 3, expires_at: '2030-01-01T00:00:00Z' },
      { book_id: 2 },
      'book_id',
    ],
  ] as const)('is that of the books in %s', async (name, spanish, change, field) => {
    const english = await ask('POST', name, { ...spanish, section: 7 });
    expect([english.status, english.body.error.fields]).toEqual([
      422,
      { [field]: '"Olas" (5) is Español, not English: choose its language, or another book' },
    ]);
    const { id, section } = (await ask('POST', name, { ...spanish, section: 9 })).body.data;
    expect(section).toBe(9);
    const mixed = await ask('PATCH', `${name}/${id}`, change);
    expect(mixed.body.error.fields[field]).toContain('"Meadow 1" (2) is English, not Español');
    const moved = await ask('PATCH', `${name}/${id}`, { section: 7 });
    expect(moved.body.error.fields[field]).toContain('"Olas" (5) is Español, not English');
    const filter = encodeURIComponent(JSON.stringify({ section: 9 }));
    const listed = (await ask('GET', `${name}?sort=section&filter=${filter}`)).body;
    expect(listed.data.map((record: { id: number }) => record.id)).toEqual([id]);
    await ask('DELETE', `${name}/${id}`);
  });

  it('changes together with the books of the record', async () => {
    const { id } = (
      await ask('POST', 'help-events', {
        section: 7,
        book_id: 1,
        inviter: 'Eva',
        needed: 3,
        expires_at: '2030-01-01T00:00:00Z',
      })
    ).body.data;
    const moved = await ask('PATCH', `help-events/${id}`, { section: 9, book_id: 5 });
    expect([moved.status, moved.body.data]).toMatchObject([200, { section: 9, book_id: 5 }]);
    expect(await lastEntry()).toMatchObject({ before: { section: 7 }, after: { section: 9 } });
  });

  it('does not prevent changes to a shelf that already has books of another language', async () => {
    const { id } = (await ask('POST', 'shelves', { section: 9, name: 'Mar', books: [5] })).body.data;
    await ask('PATCH', 'books/5', { section: 7 });
    const renamed = await ask('PATCH', `shelves/${id}`, { name: 'Mares', books: [5] });
    expect([renamed.status, renamed.body.data]).toMatchObject([200, { name: 'Mares', books: [5] }]);
    expect((await ask('PATCH', `shelves/${id}`, { section: 7 })).status).toBe(200);
    await ask('PATCH', 'books/5', { section: 9 });
  });
});
