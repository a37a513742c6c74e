import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { book, chapter, NOW, type OpenApi, openApi } from '../../../integration/api/fixture.ts';
import { signUp } from '../../../integration/api/visitor.ts';

let api: OpenApi;

const paid = chapter('Two', { price: 5, html: `<p>${'word '.repeat(400)}</p>` });

beforeAll(async () => {
  api = await openApi(async (writer) => {
    await writer.putBook(
      book('a', { title: 'Alpha', chapters: [chapter('One'), paid, chapter('Three', { price: 5 })] }),
    );
    await writer.putBook(book('b', { title: 'Beta' }));
  });
});
afterAll(() => api.close());

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('history.sync', () => {
  const read = (id: number, number: number, read_at: string) => ({
    book: { id, title: 'As remembered', category: { name: 'Fantasy', sub_name: null } },
    cover: null,
    chapter: { id: number, number, title: `Chapter ${number}` },
    read_at,
  });
  const sync = async (token: string, entries: object[] = [], removed: object[] = []) =>
    (await api.post('history.sync', { entries, removed }, bearer(token))).body.data.entries;

  it('merges two devices, newest first, with titles as they are today', async () => {
    const { token } = await signUp(api);
    await sync(token, [read(1, 2, '2026-05-01T00:00:00Z'), read(2, 1, '2026-05-02T00:00:00Z')]);
    const entries = await sync(token, [read(1, 3, '2026-05-03T00:00:00Z'), read(2, 9, '2026-04-01T00:00:00Z')]);
    expect(entries).toMatchObject([
      { book: { id: 1, title: 'Alpha' }, cover: { url: '/media/covers/a.svg' }, chapter: { number: 3 } },
      { book: { id: 2, title: 'Beta' }, chapter: { number: 1 } },
    ]);
    expect(await sync(token)).toEqual(entries);
  });

  it('keeps a removal when a device sends an older entry', async () => {
    const { token } = await signUp(api);
    await sync(token, [read(1, 2, '2026-05-01T00:00:00Z')]);
    expect(await sync(token, [], [{ book_id: 1, removed_at: '2026-05-02T00:00:00Z' }])).toEqual([]);
    expect(await sync(token, [read(1, 2, '2026-05-01T00:00:00Z')])).toEqual([]);
    expect(await sync(token, [read(1, 3, '2026-05-03T00:00:00Z')])).toHaveLength(1);
  });

  it('keeps a book that the store does not know', async () => {
    const { token } = await signUp(api);
    expect(await sync(token, [read(4711, 1, '2026-05-01T00:00:00Z')])).toMatchObject([
      { book: { title: 'As remembered' } },
    ]);
  });

  it('keeps visitors apart and refuses an invalid time', async () => {
    const { token } = await signUp(api);
    expect(await sync(token)).toEqual([]);
    const { status } = await api.post(
      'history.sync',
      { entries: [read(1, 1, '2026-02-30T99:00:00Z')], removed: [] },
      bearer(token),
    );
    expect(status).toBe(400);
    expect((await api.post('history.sync', { entries: [{}], removed: [] }, bearer(token))).status).toBe(400);
  });

  it('accepts only RFC 3339 timestamps, with any offset', async () => {
    const { token } = await signUp(api);
    const moment = '2026-05-01T00:00:00+02';
    for (const [news, field] of [
      [{ entries: [read(1, 1, moment)], removed: [] }, 'entries.0.read_at'],
      [{ entries: [], removed: [{ book_id: 1, removed_at: moment }] }, 'removed.0.removed_at'],
    ] as const) {
      const { status, body } = await api.post('history.sync', news, bearer(token));
      const message = `${field}: must be an RFC 3339 timestamp such as 2026-03-01T04:05:06Z`;
      expect([status, body.errors[0].message]).toEqual([400, message]);
    }
    // The one in the west is later, whatever the texts say.
    const east = read(1, 1, '2026-05-01T12:00:00+10:00');
    const west = read(1, 2, '2026-05-01T09:00:00-10:00');
    expect(await sync(token, [west, east])).toMatchObject([
      { chapter: { id: west.chapter?.id }, read_at: '2026-05-01T19:00:00.000Z' },
    ]);
  });

  it('loses nothing when devices sync at the same time', async () => {
    const { token } = await signUp(api);
    await Promise.all(Array.from({ length: 20 }, (_, n) => sync(token, [read(100 + n, 1, '2026-05-01T00:00:00Z')])));
    expect(await sync(token)).toHaveLength(20);
  });
});

describe('what was bought', () => {
  it('opens a locked chapter to who unlocked it, and its beginning to everybody', async () => {
    const { token, id } = await signUp(api);
    const show = async (headers = {}) =>
      (await api.get('chapter.show', { book_id: 1, chapter_id: 2 }, headers)).body.data.chapter;
    const free = await show(bearer(token));
    expect([free.locked, free.price, free.html.split(/\s+/).length]).toEqual([true, 5, 151]);
    expect(free.html).toMatch(/^<p>word .* …<\/p>$/);
    await api.store.visitors.run('INSERT INTO unlocks VALUES (?, 1, 2, ?)', id, NOW.toISOString());
    expect(await show(bearer(token))).toMatchObject({ locked: false, html: paid.html });
    expect(await show()).toEqual(free);
    const { items, total } = (await api.get('user.locked_books', {}, bearer(token))).body.data;
    expect([items[0], total]).toMatchObject([{ book: { id: 1 }, unlocked_chapters: 1, locked_chapters: 1 }, 1]);
  });

  it('lists recharges and vouchers newest first', async () => {
    const { token, id } = await signUp(api);
    const { visitors } = api.store;
    for (const coins of [10, 20]) {
      await visitors.run(
        `INSERT INTO recharges (user_id, coins, amount, state, created_at) VALUES (?, ?, '1.99 EUR', 'paid', ?)`,
        id,
        coins,
        NOW.toISOString(),
      );
      const used =
        coins === 10 ? null : JSON.stringify({ id: 1, title: 'Alpha', category: { name: 'Fantasy', sub_name: null } });
      await visitors.run(
        `INSERT INTO vouchers (user_id, name, coins, used_on, expires_at, created_at) VALUES (?, 'Welcome', ?, ?, ?, ?)`,
        id,
        coins,
        used,
        NOW.toISOString(),
        NOW.toISOString(),
      );
    }
    const recharges = (await api.get('user.recharges', { page_size: 1 }, bearer(token))).body.data;
    expect(recharges).toMatchObject({ items: [{ coins: 20, amount: '1.99 EUR', state: 'paid' }], total: 2 });
    const vouchers = (await api.get('user.vouchers', { page_size: 2 }, bearer(token))).body.data;
    expect(vouchers.items).toMatchObject([
      { coins: 20, used_on: { title: 'Alpha' } },
      { coins: 10, used_on: null },
    ]);
    expect((await api.get('user.vouchers', { page_size: 999 }, bearer(token))).status).toBe(400);
  });
});
