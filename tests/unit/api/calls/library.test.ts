import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { book, chapter, NOW, type OpenApi, openApi } from '../../../integration/api/fixture.ts';

let api: OpenApi;
let serial = 0;
beforeAll(async () => {
  api = await openApi(async (writer) => {
    await writer.putBook(book('a', { chapters: [chapter('One'), chapter('Two')] }));
    await writer.putBook(book('b', { chapters: [chapter('One')] }));
  });
});
afterAll(() => api.close());

async function register(): Promise<string> {
  serial += 1;
  const email = `library${serial}@example.org`;
  const { body } = await api.post('auth.register', { email, password: 'correct horse', name: 'Rea' });
  return body.data.session.token;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const at = NOW.getTime() - 60_000;
const tag = (id: number, more: object = {}) => ({
  kind: 'hidden',
  id: String(id),
  value: { name: `Tag ${id}` },
  at,
  ...more,
});
const sync = async (token: string, items: object[] = [], since?: string) =>
  (await api.post('library.sync', { items, ...(since === undefined ? {} : { since }) }, bearer(token))).body.data;

describe('library.sync', () => {
  it("returns each change after a device's cursor exactly once to that device", async () => {
    const token = await register();
    const first = await sync(token, [tag(1), tag(2)]);
    expect(first).toEqual({ items: [], cursor: '2', more: false });
    expect((await sync(token)).items).toEqual([tag(1), tag(2)]);
    await sync(token, [tag(3)], first.cursor);
    expect(await sync(token, [], first.cursor)).toEqual({ items: [tag(3)], cursor: '3', more: false });
    expect((await sync(token, [], '3')).items).toEqual([]);
  });

  it('stores a removal, and returns it to a device that still has the item', async () => {
    const token = await register();
    const removed = tag(1, { value: null, at: at + 10 });
    const { cursor } = await sync(token, [removed]);
    expect((await sync(token, [tag(1)], cursor)).items).toEqual([removed]);
    expect((await sync(token)).items).toEqual([removed]);
  });

  it('replaces a future time with the current time, and returns the corrected time', async () => {
    const token = await register();
    const { items } = await sync(token, [tag(1, { at: at + 86_400_000 })]);
    expect(items).toEqual([tag(1, { at: NOW.getTime() })]);
  });

  it('returns a long list of changes in several responses', async () => {
    const token = await register();
    let cursor: string | undefined;
    for (let part = 0; part < 6; part += 1) {
      const items = Array.from({ length: 100 }, (_, place) => tag(1 + part * 100 + place));
      ({ cursor } = await sync(token, items, cursor));
    }
    const first = await sync(token);
    const rest = await sync(token, [], first.cursor);
    expect([first.items.length, first.more, rest.items.length, rest.more]).toEqual([500, true, 100, false]);
  });

  it('returns all items again for a cursor that this store did not issue', async () => {
    const token = await register();
    await sync(token, [tag(1)]);
    for (const cursor of ['99', 'x', '-1']) expect((await sync(token, [], cursor)).items).toEqual([tag(1)]);
  });

  it('keeps the libraries of accounts separate, and rejects invalid items', async () => {
    const [one, two] = [await register(), await register()];
    await sync(one, [tag(1)]);
    expect((await sync(two)).items).toEqual([]);
    const status = async (items: unknown) => (await api.post('library.sync', { items }, bearer(one))).status;
    expect(await status([{ ...tag(1), kind: 'other' }])).toBe(400);
    expect(await status([tag(1, { value: { name: '' } })])).toBe(400);
    expect(await status(Array.from({ length: 101 }, (_, place) => tag(place + 1)))).toBe(400);
    expect((await api.post('library.sync', { items: [] })).status).toBe(401);
  });

  const reading = (number: number, minute: number, more: object = {}) => ({
    kind: 'read',
    id: '77',
    at: at + minute * 1000,
    value: {
      book: { id: 77, title: 'Title a', category: { name: 'Fantasy', sub_name: null } },
      cover: null,
      chapter: { id: number, number, title: `Chapter ${number}` },
      ...more,
    },
  });
  const chapter2 = { id: 2, number: 2, title: 'Chapter 2' };

  it('keeps the furthest position when an earlier chapter is opened, and returns it to every device', async () => {
    const token = await register();
    const { cursor } = await sync(token, [reading(2, 1)]);
    const earlier = await sync(token, [reading(1, 2)], cursor);
    const merged = reading(1, 2, { furthest: { chapter: chapter2, since: 0 } });
    expect(earlier.items).toEqual([merged]);
    expect((await sync(token, [], cursor)).items).toEqual([merged]);
    const { body } = await api.post('history.sync', { entries: [], removed: [] }, bearer(token));
    expect(body.data.entries).toMatchObject([{ chapter: { number: 1 }, furthest: { chapter: chapter2, since: 0 } }]);
  });

  it('stores a position in a later chapter as the furthest position, even if it is older', async () => {
    const token = await register();
    await sync(token, [reading(1, 5)]);
    expect((await sync(token, [reading(2, 1)])).items).toEqual([
      reading(1, 5, { furthest: { chapter: chapter2, since: 0 } }),
    ]);
  });

  it('resets the furthest position if the visitor restarts the book', async () => {
    const token = await register();
    await sync(token, [reading(2, 1)]);
    const again = reading(1, 2, { furthest: { chapter: { id: 1, number: 1, title: 'Chapter 1' }, since: at + 2000 } });
    await sync(token, [again]);
    expect((await sync(token)).items).toEqual([again]);
  });

  it('returns the same reading positions as history.sync', async () => {
    const token = await register();
    const place = { block: 3, offset: 14, hash: '0123abcd' };
    const value = {
      book: { id: 1, title: 'Title a', category: { name: 'Fantasy', sub_name: null } },
      cover: null,
      chapter: { id: 1, number: 1, title: 'One', place },
    };
    await sync(token, [{ kind: 'read', id: '1', value, at }]);
    const { body } = await api.post('history.sync', { entries: [], removed: [] }, bearer(token));
    expect(body.data.entries).toMatchObject([{ chapter: { place }, read_at: new Date(at).toISOString() }]);
    const removed_at = new Date(at + 5).toISOString();
    await api.post('history.sync', { entries: [], removed: [{ book_id: 1, removed_at }] }, bearer(token));
    expect((await sync(token)).items).toEqual([{ kind: 'read', id: '1', value: null, at: at + 5 }]);
  });
});

describe('book.brief', () => {
  it('returns the last chapter of each book and omits unknown books', async () => {
    const { body } = await api.get('book.brief', { ids: '2,1,999' });
    expect(body.data.items).toMatchObject([
      { id: 2, chapters: 1, last_chapter: { number: 1, title: 'One' } },
      { id: 1, chapters: 2, last_chapter: { number: 2, title: 'Two' } },
    ]);
  });

  it('rejects more than fifty ids', async () => {
    const ids = Array.from({ length: 51 }, (_, place) => place + 1).join(',');
    expect((await api.get('book.brief', { ids })).status).toBe(400);
  });
});
