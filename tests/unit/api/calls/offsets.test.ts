import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spendVoucher, usableVoucher } from '#src/api/store/visitors/purchases.ts';
import { book, chapter } from '../../../integration/api/fixture.ts';
import { startAdmin, type TestAdmin } from '../../admin/server/fixture.ts';

/** Noon in UTC, which is also the time of the clock in `startAdmin`. */
const NOW = new Date('2026-06-01T12:00:00Z');
const PAST = [
  '2026-06-01T19:00:00+10:00',
  '2026-06-01T11:59:59.9Z',
  '2026-06-01T12:00:00Z',
  '2026-06-01t10:00:00-01:59',
];
const COMING = ['2026-06-01T05:00:00-10:00', '2026-06-01T12:00:00.500Z', '2026-06-02T11:58:00+23:57'];

let test: TestAdmin;
beforeAll(async () => {
  test = await startAdmin((writer) => writer.putBook(book('a', { chapters: [chapter('One', { price: 10 })] })));
});
afterAll(() => test.close());

const ask = async (method: string, path: string, body: unknown) =>
  (await test.ask(method, `/api/${path}`, { as: 'owner', body })).body;

describe('a voucher', () => {
  const reference = { id: 1, title: 'A', category: { name: 'Fantasy', sub_name: null } };
  const give = async (expires_at: string): Promise<number> =>
    (await ask('POST', 'vouchers', { user_id: test.staff.editor, name: 'Sorry', coins: 10, expires_at })).data.id;
  const spend = (voucher: number) =>
    spendVoucher(test.store.visitors, test.staff.editor, { voucher, price: 10, book: reference }, NOW);
  const usable = () => usableVoucher(test.store.visitors, test.staff.editor, 10, NOW);

  it.each(PAST)('is rejected if it expired at %s', async (expires) => {
    const voucher = await give(expires);
    expect(await usable()).toBeUndefined();
    expect(await spend(voucher)).toBe(false);
  });

  it.each(COMING)('is accepted if it expires at %s', async (expires) => {
    const voucher = await give(expires);
    expect(await usable()).toBe(voucher);
    expect(await spend(voucher)).toBe(true);
  });
});

describe('a scheduled book', () => {
  it.each(PAST)('is published if its time was %s', async (publish_at) => {
    await ask('PATCH', 'books/1', { state: 'draft' });
    expect((await ask('PATCH', 'books/1', { publish_at })).data).toMatchObject({
      state: 'published',
      publish_at: null,
    });
  });

  it('is stored with its publication time in UTC', async () => {
    const { data } = await ask('PATCH', 'books/1', { publish_at: '2026-06-01T05:00:00-10:00' });
    expect(data).toMatchObject({ state: 'scheduled', publish_at: '2026-06-01T15:00:00Z' });
  });
});

describe('a chapter that becomes free at a set time', () => {
  it('is stored with that time in UTC', async () => {
    const { data } = await ask('PATCH', 'chapters/1', { free_from: '2026-06-01T05:00:00.9-10:00' });
    expect(data.free_from).toBe('2026-06-01T15:00:00Z');
  });
});

describe('a help event', () => {
  it('is stored with its end in UTC, so that events can be sorted by it', async () => {
    const event = { section: 7, book_id: 1, inviter: 'Mo', needed: 5, expires_at: '2026-06-01T23:00:00+10:00' };
    const { data } = await ask('POST', 'help-events', event);
    expect(data.expires_at).toBe('2026-06-01T13:00:00Z');
    const { data: changed } = await ask('PATCH', `help-events/${data.id}`, { expires_at: '2026-06-01T05:00:00-10:00' });
    expect(changed.expires_at).toBe('2026-06-01T15:00:00Z');
  });
});
