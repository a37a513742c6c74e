import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#src/api/store/sql.ts';
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

  it('merges the histories of two devices, and returns the newest entry first with current titles', async () => {
    const { token } = await signUp(api);
    await sync(token, [read(1, 2, '2026-05-01T00:00:00Z'), read(2, 1, '2026-05-02T00:00:00Z')]);
    const entries = await sync(token, [read(1, 3, '2026-05-03T00:00:00Z'), read(2, 9, '2026-04-01T00:00:00Z')]);
    expect(entries).toMatchObject([
      { book: { id: 1, title: 'Alpha' }, cover: { url: '/media/covers/a.svg' }, chapter: { number: 3 } },
      { book: { id: 2, title: 'Beta' }, chapter: { number: 1 } },
    ]);
    expect(await sync(token)).toEqual(entries);
  });

  it('ignores an entry that is older than its removal', async () => {
    const { token } = await signUp(api);
    await sync(token, [read(1, 2, '2026-05-01T00:00:00Z')]);
    expect(await sync(token, [], [{ book_id: 1, removed_at: '2026-05-02T00:00:00Z' }])).toEqual([]);
    expect(await sync(token, [read(1, 2, '2026-05-01T00:00:00Z')])).toEqual([]);
    expect(await sync(token, [read(1, 3, '2026-05-03T00:00:00Z')])).toHaveLength(1);
  });

  it('keeps the entry of a book that is no longer in the store', async () => {
    const { token } = await signUp(api);
    expect(await sync(token, [read(4711, 1, '2026-05-01T00:00:00Z')])).toMatchObject([
      { book: { title: 'As remembered' } },
    ]);
  });

  it('keeps the histories of visitors separate, and rejects an invalid time', async () => {
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

  it('accepts only RFC 3339 timestamps, with any UTC offset', async () => {
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
    // `west` is the later instant, although its text sorts first.
    const east = read(1, 1, '2026-05-01T12:00:00+10:00');
    const west = read(1, 2, '2026-05-01T09:00:00-10:00');
    expect(await sync(token, [west, east])).toMatchObject([
      { chapter: { id: west.chapter?.id }, read_at: '2026-05-01T19:00:00.000Z' },
    ]);
  });

  it('loses no entries if devices sync concurrently', async () => {
    const { token } = await signUp(api);
    await Promise.all(Array.from({ length: 20 }, (_, n) => sync(token, [read(100 + n, 1, '2026-05-01T00:00:00Z')])));
    expect(await sync(token)).toHaveLength(20);
  });
});

describe("a visitor's purchases", () => {
  it('give the buyer the complete chapter, and other visitors only its beginning', async () => {
    const { token, id } = await signUp(api);
    const show = async (headers = {}) =>
      (await api.get('chapter.show', { book_id: 1, chapter_id: 2 }, headers)).body.data.chapter;
    const free = await show(bearer(token));
    expect([free.locked, free.price, free.html.split(/\s+/).length]).toEqual([true, 5, 151]);
    expect(free.html).toMatch(/^<p>word .* …<\/p>$/);
    await api.store.visitors.run(sql`INSERT INTO unlocks VALUES (${id}, 1, 2, ${NOW.toISOString()})`);
    expect(await show(bearer(token))).toMatchObject({ locked: false, html: paid.html });
    expect(await show()).toEqual(free);
    const { items, total } = (await api.get('user.locked_books', {}, bearer(token))).body.data;
    expect([items[0], total]).toMatchObject([{ book: { id: 1 }, unlocked_chapters: 1, locked_chapters: 1 }, 1]);
  });

  it('list each unlocked book on exactly one page', async () => {
    const { token, id } = await signUp(api);
    const books = (await api.get('book.list')).body.data.items.map((one: { id: number }) => one.id);
    for (const [index, one] of books.entries())
      await api.store.visitors.run(
        sql`INSERT INTO unlocks VALUES (${id}, ${one}, ${9_000 + index}, ${new Date(NOW.getTime() + index).toISOString()})`,
      );
    const page = async (number: number) => {
      const { data } = (await api.get('user.locked_books', { page: number, page_size: 1 }, bearer(token))).body;
      return [data.total, data.items.map((item: { book: { id: number } }) => item.book.id)];
    };
    const total = books.length;
    expect(total).toBeGreaterThan(1);
    for (let number = 1; number <= total; number += 1)
      expect(await page(number)).toEqual([total, [books[total - number]]]);
    expect(await page(total + 1)).toEqual([total, []]);
  });

  it('list both recharges and vouchers, newest first', async () => {
    const { token, id } = await signUp(api);
    const { visitors } = api.store;
    for (const coins of [10, 20]) {
      await visitors.run(
        sql`INSERT INTO recharges (user_id, coins, amount, state, created_at) VALUES (${id}, ${coins}, '1.99 EUR', 'paid', ${NOW.toISOString()})`,
      );
      const used =
        coins === 10 ? null : JSON.stringify({ id: 1, title: 'Alpha', category: { name: 'Fantasy', sub_name: null } });
      await visitors.run(
        sql`INSERT INTO vouchers (user_id, name, coins, used_on, expires_at, created_at) VALUES (${id}, 'Welcome', ${coins}, ${used}, ${NOW.toISOString()}, ${NOW.toISOString()})`,
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

describe('user.export', () => {
  it("returns the visitor's own data without secrets, as the profile announces", async () => {
    const ann = await signUp(api);
    const ben = await signUp(api);
    expect((await api.get('user.profile', {}, bearer(ann.token))).body.data.can_export).toBe(true);
    const { records } = (await api.get('user.export', {}, bearer(ann.token))).body.data;
    expect(records).toMatchObject({ account: { id: ann.id }, sessions: [{}], vouchers: [{}, {}, {}], library: [] });
    expect(records.account).not.toHaveProperty('password');
    expect(JSON.stringify(records)).not.toContain(ann.token);
    expect((await api.get('user.export', {}, bearer(ben.token))).body.data.records.account.id).toBe(ben.id);
  });

  it('requires a session, and is limited to ten downloads an hour', async () => {
    expect((await api.get('user.export')).status).toBe(401);
    const { token } = await signUp(api);
    const statuses = await Array.fromAsync(
      Array(11).keys(),
      async () => (await api.get('user.export', {}, bearer(token))).status,
    );
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  });
});
