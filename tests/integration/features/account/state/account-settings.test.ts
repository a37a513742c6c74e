import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#src/api/store/sql.ts';
import { book, chapter, startApi, type TestApi } from '../../../api/fixture.ts';
import { type Device, type Stores, startDevice } from '../../state/upstream.ts';

let api: TestApi;
let serial = 0;

beforeAll(async () => {
  api = await startApi(async (writer) => {
    for (const key of ['a', 'b', 'c', 'd'])
      await writer.putBook(book(key, { chapters: [chapter('One'), chapter('Two')] }));
  });
});
afterAll(() => api.close());

async function device(): Promise<Device> {
  const started = await startDevice(api.address);
  started.stores.host.setPageContext({ apiPrefix: '/freenovel_api', locale: 'en' });
  return started;
}

function account() {
  serial += 1;
  return { email: `reader${serial}@example.org`, password: 'correct horse', name: 'Rea' };
}

/** Reads a book up to a chapter, `minute` minutes past noon. */
function read({ platform, stores }: Device, id: number, minute: number, chapter = 1): void {
  platform.setNow(`2026-05-01T12:${String(minute).padStart(2, '0')}:00Z`);
  stores.history.recordReading({
    book: { id, title: 'As it was then', category: { name: 'Fantasy', sub_name: null } },
    cover: null,
    chapter: { id: id * 10 + chapter, number: chapter, title: `Chapter ${chapter}` },
  });
}

const books = ({ local }: Stores) => local.$readlogList.get().map(({ book }) => book.id);

describe('a session on a device', () => {
  it('stores the token, the user, the status and the device id', async () => {
    const { stores, platform } = await device();
    const { email, password, name } = account();
    stores.auth.showLoginDialog(true);
    expect(await stores.auth.signUp({ email, password, name })).toBeUndefined();
    expect(stores.auth.$isLogin.get()).toBe(true);
    expect(stores.auth.$loginDialog.get()).toBe(false);
    expect(stores.local.$userInfo.get()).toMatchObject({ email, name: 'Rea', coins: 0 });
    expect([...platform.saved.keys()].toSorted()).toEqual(
      expect.arrayContaining(['local_uid', 'loginStatus', 'token', 'userInfo']),
    );
    expect(platform.saved.get('loginStatus')).toBe('true');
  });

  it('does not start if sign-up or sign-in fails, and the error code is returned', async () => {
    const { stores, platform } = await device();
    const one = account();
    await stores.auth.signUp(one);
    await stores.auth.signOut();
    expect(await stores.auth.signUp(one)).toBe('EMAIL_TAKEN');
    expect(await stores.auth.signIn({ ...one, password: 'wrong horse' })).toBe('WRONG_CREDENTIALS');
    expect(await stores.auth.signIn({ email: 'nobody', password: 'x' })).toBe('BAD_REQUEST');
    expect(stores.auth.$isLogin.get()).toBe(false);
    expect(platform.saved.has('token')).toBe(false);
    expect(stores.messages.$notification.get()).toBeNull();
  });

  it('ends on sign-out, first on the device and then at the upstream', async () => {
    const { stores } = await device();
    await stores.auth.signUp(account());
    const token = stores.local.$token.get();
    const signingOut = stores.auth.signOut();
    expect(stores.local.$token.get()).toBe('');
    expect(stores.local.$userInfo.get()).toEqual({});
    await signingOut;
    expect((await api.get('user.profile', {}, { authorization: `Bearer ${token}` })).status).toBe(401);
  });

  it('ends when the upstream rejects the token', async () => {
    const { stores } = await device();
    await stores.auth.signUp(account());
    stores.local.$token.set('a-token-of-yesterday');
    await stores.user.loadProfile();
    expect(stores.auth.$isLogin.get()).toBe(false);
    expect(stores.user.$profileState.get()).toBe('failed');
  });
});

describe('the reading history of an account', () => {
  it('is merged from two devices, and a removal on one device applies to both', async () => {
    const one = await device();
    const two = await device();
    const reader = account();
    read(one, 1, 10, 2);
    read(one, 2, 20);
    read(two, 1, 5, 1);
    read(two, 3, 30);
    await one.stores.auth.signUp(reader);
    await two.stores.auth.signIn(reader);
    expect(books(two.stores)).toEqual([3, 2, 1]);
    expect(two.stores.local.$readlogList.get()[2]?.chapter?.number).toBe(2);

    one.platform.setNow('2026-05-01T12:31:00Z');
    one.stores.history.removeFromHistory(2);
    await one.stores.history.syncHistory();
    expect(books(one.stores)).toEqual([3, 1]);
    await two.stores.history.syncHistory();
    expect(books(two.stores)).toEqual([3, 1]);
  });

  it('has up-to-date titles and covers after signing in', async () => {
    const { stores, ...rest } = await device();
    read({ stores, ...rest }, 1, 10);
    await stores.auth.signUp(account());
    expect(stores.local.$readlogList.get()[0]).toMatchObject({
      book: { title: 'Title a' },
      cover: { url: expect.stringMatching(/^\//) },
    });
  });

  it('keeps changes made while a request is in progress', async () => {
    const one = await device();
    read(one, 1, 10);
    await one.stores.auth.signUp(account());
    const syncing = one.stores.history.syncHistory();
    read(one, 4, 11);
    one.stores.history.removeFromHistory(1);
    await syncing;
    expect(books(one.stores)).toEqual([4]);
    await one.stores.history.syncHistory();
    expect(books(one.stores)).toEqual([4]);
  });

  it('is loaded from the account page by page', async () => {
    const one = await device();
    const two = await device();
    const reader = account();
    await one.stores.auth.signUp(reader);
    await two.stores.auth.signIn(reader);
    read(one, 1, 10);
    await one.stores.history.syncHistory();
    await two.stores.history.syncHistory();
    read(one, 2, 11);
    await one.stores.history.syncHistory();
    await two.stores.history.syncHistory();
    expect(books(two.stores)).toEqual([2, 1]);
    expect(two.stores.sync.$syncState.get()).toBe('idle');
  });

  it('stays on the device while signed out', async () => {
    const one = await device();
    read(one, 1, 10);
    await one.stores.history.syncHistory();
    expect(books(one.stores)).toEqual([1]);
  });
});

describe('the lists of an account', () => {
  it('load page by page until they are complete', async () => {
    const { stores } = await device();
    await stores.auth.signUp(account());
    const { id } = await api.store.visitors.one<{ id: number }>(sql`SELECT max(id) AS id FROM users`);
    for (let number = 1; number <= 25; number += 1) {
      await api.store.visitors.run(
        sql`INSERT INTO recharges (user_id, coins, amount, state, created_at) VALUES (${id}, ${number}, ${'1.99'}, ${'paid'}, ${'2026-01-01T00:00:00Z'})`,
      );
    }
    await stores.user.loadRecharges();
    expect(stores.user.$recharges.get()).toMatchObject({ state: 'ready', page: 1, total: 25 });
    expect(stores.user.$recharges.get().items).toHaveLength(20);
    await Promise.all([stores.user.loadRecharges(), stores.user.loadRecharges()]);
    await stores.user.loadRecharges();
    expect(stores.user.$recharges.get().items.map(({ coins }) => coins)).toEqual(
      Array.from({ length: 25 }, (_, index) => 25 - index),
    );
  });

  it('are empty and have the state "failed" if loading fails', async () => {
    const { stores } = await device();
    await stores.auth.signUp(account());
    await stores.user.loadRecharges();
    expect(stores.user.$recharges.get()).toMatchObject({ state: 'ready', items: [], total: 0 });
    stores.host.setPageContext({ apiPrefix: '/nowhere', locale: 'en' });
    await stores.user.loadLockedBooks();
    expect(stores.user.$lockedBooks.get()).toMatchObject({ state: 'failed', items: [] });
  });
});

describe('the chapter list of a book', () => {
  it('is loaded only once', async () => {
    const { stores } = await device();
    const first = stores.chapterList.loadChapters(1);
    expect(stores.chapterList.$chapterList.get().state).toBe('loading');
    await first;
    const { state, chapters } = stores.chapterList.$chapterList.get();
    expect([state, chapters.map(({ title }) => title)]).toEqual(['ready', ['One', 'Two']]);
    await stores.chapterList.loadChapters(1);
    expect(stores.chapterList.$chapterList.get().chapters).toBe(chapters);
    await stores.chapterList.loadChapters(999);
    expect(stores.chapterList.$chapterList.get()).toEqual({ state: 'failed', bookId: 999, chapters: [] });
  });
});
