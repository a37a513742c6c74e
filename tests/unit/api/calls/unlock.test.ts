import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#src/api/store/sql.ts';
import { book, chapter, NOW, type OpenApi, openApi } from '../../../integration/api/fixture.ts';
import { signUp, type Visitor } from '../../../integration/api/visitor.ts';

let api: OpenApi;
const text = `<p>${'word '.repeat(400)}</p>`;

beforeAll(async () => {
  const chapters = [chapter('One'), ...['Two', 'Three', 'Four'].map((name) => chapter(name, { price: 5, html: text }))];
  api = await openApi(async (writer) => {
    await writer.putBook(book('a', { title: 'Alpha', chapters }));
    await writer.putBook(book('b', { chapters: [chapter('Dear', { price: 500, html: text })] }));
  });
});
beforeEach(() => api.setNow(NOW));
afterAll(() => api.close());

let serial = 0;
const newKey = () => `wish-${++serial}-000`;
const give = (visitor: Visitor, coins: number) =>
  api.store.visitors.run(sql`UPDATE users SET coins = ${coins} WHERE id = ${visitor.id}`);
const coinsOf = async (visitor: Visitor) => (await visitor.get('user.profile')).body.data.user.coins;
const unlock = (visitor: Visitor, more: object) =>
  visitor.post('chapter.unlock', { book_id: 1, chapter_id: 2, by: 'coins', key: newKey(), ...more });
const unused = async (visitor: Visitor) =>
  (await visitor.get('user.vouchers')).body.data.items.filter(({ used_on }: { used_on: unknown }) => used_on === null);

describe('chapter.unlock', () => {
  it('charges the coins and returns the whole text, as chapter.show does afterwards', async () => {
    const visitor = await signUp(api);
    await give(visitor, 12);
    const { status, body } = await unlock(visitor, {});
    expect([status, body.data]).toMatchObject([200, { coins: 7, chapter: { id: 2, locked: false, html: text } }]);
    const shown = (await visitor.get('chapter.show', { book_id: 1, chapter_id: 2 })).body.data.chapter;
    expect([shown.locked, shown.html]).toEqual([false, text]);
  });

  it('marks the chapter as unlocked in the list for this visitor only', async () => {
    const visitor = await signUp(api);
    await give(visitor, 5);
    await unlock(visitor, {});
    const locked = ({ body }: { body: { data: { items: { locked: boolean }[] } } }) =>
      body.data.items.map((item) => item.locked);
    const own = await visitor.get('book.chapters', { book_id: 1 });
    expect(locked(own)).toEqual([false, false, true, true]);
    expect(own.headers.get('cache-control')).toBe('no-store');
    expect(locked(await api.get('book.chapters', { book_id: 1 }))).toEqual([false, true, true, true]);
    expect(locked(await (await signUp(api)).get('book.chapters', { book_id: 1 }))).toEqual([false, true, true, true]);
  });

  it('makes the whole text searchable for this visitor only', async () => {
    await api.write((writer) =>
      writer.putBook(
        book('long', { chapters: [chapter('Long', { price: 5, html: text.replace('</p>', 'lantern</p>') })] }),
      ),
    );
    const id = (await api.get('book.by_name', { name: 'Title-long' })).body.data.book_id;
    const [{ id: chapter_id }] = (await api.get('book.chapters', { book_id: id })).body.data.items;
    const [visitor, other] = [await signUp(api), await signUp(api)];
    await give(visitor, 5);
    await unlock(visitor, { book_id: id, chapter_id });
    const matchCount = async (asker: Visitor) =>
      (await asker.get('chapter.find', { book_id: id, keyword: 'lantern' })).body.data.items.length;
    expect([await matchCount(visitor), await matchCount(other)]).toEqual([1, 0]);
  });

  it('charges for a chapter only once if the call is repeated', async () => {
    const visitor = await signUp(api);
    await give(visitor, 20);
    const key = newKey();
    const answers = await Promise.all([unlock(visitor, { key }), unlock(visitor, { key }), unlock(visitor, {})]);
    expect(answers.map(({ status, body }) => [status, body.data.coins])).toEqual(Array(3).fill([200, 15]));
  });

  it('rejects an idempotency key that was used for another chapter', async () => {
    const visitor = await signUp(api);
    await give(visitor, 20);
    const key = newKey();
    await unlock(visitor, { key });
    const second = await unlock(visitor, { key, chapter_id: 3 });
    expect([second.status, await coinsOf(visitor)]).toEqual([409, 15]);
  });

  it('never makes the number of coins negative', async () => {
    const visitor = await signUp(api);
    await give(visitor, 9);
    const answers = await Promise.all([2, 3, 4].map((chapter_id) => unlock(visitor, { chapter_id })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 402, 402]);
    expect(answers.find(({ status }) => status === 402)?.body.errors[0].code).toBe('NOT_ENOUGH_COINS');
    expect(await coinsOf(visitor)).toBe(4);
  });

  it('spends the welcome voucher that expires first, only once, and credits the remainder as coins', async () => {
    const visitor = await signUp(api);
    expect(await unused(visitor)).toMatchObject(Array(3).fill({ name: 'Welcome', coins: 100 }));
    const first = await unlock(visitor, { by: 'voucher' });
    expect([first.status, first.body.data.coins]).toEqual([200, 95]);
    const used = (await visitor.get('user.vouchers')).body.data.items.find(
      (item: { used_on: unknown }) => item.used_on,
    );
    expect(used.used_on).toMatchObject({ id: 1, title: 'Alpha' });
    const again = await unlock(visitor, { by: 'voucher', chapter_id: 3, voucher_id: used.id });
    expect([again.status, again.body.errors[0].code]).toEqual([409, 'VOUCHER_USED']);
    expect((await unlock(visitor, { by: 'voucher', chapter_id: 3 })).status).toBe(200);
    expect(await unused(visitor)).toHaveLength(1);
    expect(await coinsOf(visitor)).toBe(190);
  });

  it('uses no voucher that has expired, is worth too little, or belongs to another visitor', async () => {
    const visitor = await signUp(api);
    const other = (await unused(await signUp(api)))[0].id;
    expect((await unlock(visitor, { by: 'voucher', voucher_id: other })).body.errors[0].code).toBe('VOUCHER_USED');
    const tooExpensive = await unlock(visitor, { by: 'voucher', book_id: 2, chapter_id: 5 });
    expect([tooExpensive.status, tooExpensive.body.errors[0].code]).toEqual([409, 'NO_VOUCHER']);
    api.setNow(new Date(NOW.getTime() + 61 * 86_400_000));
    await api.store.visitors.run(sql`UPDATE access_tokens SET expires_at = '2999-01-01'`);
    await api.store.visitors.run(sql`UPDATE sessions SET expires_at = '2999-01-01'`);
    expect((await unlock(visitor, { by: 'voucher' })).body.errors[0].code).toBe('NO_VOUCHER');
  });

  it('charges nothing for a free chapter, and returns 404 for an unknown chapter', async () => {
    const visitor = await signUp(api);
    await give(visitor, 9);
    expect((await unlock(visitor, { chapter_id: 1 })).body.data).toMatchObject({ coins: 9, chapter: { id: 1 } });
    expect((await unlock(visitor, { chapter_id: 99 })).status).toBe(404);
    expect((await unlock(visitor, { chapter_id: 5 })).status).toBe(404);
    expect((await api.post('chapter.unlock', { book_id: 1, chapter_id: 2 })).status).toBe(401);
  });
});
