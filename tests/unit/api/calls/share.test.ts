import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sql } from '#src/api/store/sql.ts';
import { book, NOW, type OpenApi, openApi } from '../../../integration/api/fixture.ts';

const DAY = 86_400_000;
const later = (days: number) => new Date(NOW.getTime() + days * DAY);

let api: OpenApi;

beforeAll(async () => {
  api = await openApi(async (writer) => {
    await writer.putBook(book('a', { title: 'Alpha' }));
    await writer.putBook(book('b', { title: 'Beta' }));
    const event = { section: 7, book: 'a', needed: 5, helped: 1 };
    await writer.putHelpEvent({ ...event, inviter: 'Old', expiresAt: later(-1).toISOString() });
    await writer.putHelpEvent({ ...event, inviter: 'New', expiresAt: later(3).toISOString() });
  });
});
beforeEach(() => api.setNow(NOW));
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => api.close());

const device = (name: string) => ({ 'device-uuid': `device-${name}`, 'x-forwarded-for': '10.0.0.1' });
const share = (target: object, name = 'one') => api.post('share.create', target, device(name));
const resolve = (token: string) => api.get('share.resolve', { token });
const tokenOf = async (target: object, name?: string) => (await share(target, name)).body.data.share.token;

describe('a shared link', () => {
  it('points to its book or help event', async () => {
    const target = { kind: 'book', book: { id: 1, title: 'Alpha', category: { name: 'Fantasy', sub_name: null } } };
    expect((await resolve(await tokenOf({ kind: 'book', id: 1 }))).body.data.target).toEqual(target);
    const help = (await resolve(await tokenOf({ kind: 'help', id: 2 }))).body.data.target;
    expect(help).toEqual({ kind: 'help', id: 2, book_id: 1 });
  });

  it('has one token per device and target', async () => {
    const first = await tokenOf({ kind: 'book', id: 1 });
    expect(first).toMatch(/^[A-Za-z0-9_-]{16,64}$/);
    expect(await tokenOf({ kind: 'book', id: 1 })).toBe(first);
    expect(await tokenOf({ kind: 'book', id: 2 })).not.toBe(first);
    expect(await tokenOf({ kind: 'book', id: 1 }, 'two')).not.toBe(first);
  });

  it('expires if it is not shared again', async () => {
    const token = await tokenOf({ kind: 'book', id: 1 });
    api.setNow(later(100));
    expect(await tokenOf({ kind: 'book', id: 1 })).toBe(token);
    api.setNow(later(200));
    expect((await resolve(token)).status).toBe(200);
    api.setNow(later(300));
    expect((await resolve(token)).status).toBe(404);
  });

  it('is created only for an existing book or event, and only with a device id', async () => {
    expect((await share({ kind: 'book', id: 99 })).status).toBe(404);
    expect((await share({ kind: 'help', id: 99 })).status).toBe(404);
    expect((await share({ kind: 'account', id: 1 })).status).toBe(400);
    expect((await api.post('share.create', { kind: 'book', id: 1 })).status).toBe(400);
  });

  it('responds with 404 if its token is unknown, and is never cached', async () => {
    expect((await resolve('contract_contract_none')).status).toBe(404);
    expect((await resolve('short')).status).toBe(400);
    const { headers } = await resolve(await tokenOf({ kind: 'book', id: 1 }));
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('is created at most 60 times an hour per device', async () => {
    const answers = [];
    for (let count = 0; count < 61; count += 1) answers.push((await share({ kind: 'book', id: 1 }, 'busy')).status);
    expect([answers.at(-2), answers.at(-1)]).toEqual([200, 429]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_001 });
    expect((await share({ kind: 'book', id: 1 }, 'busy')).status).toBe(200);
  });
});

describe('event.of_book', () => {
  const eventOfBook = async (id: number) => (await api.get('event.of_book', { book_id: id })).body.data.event;

  it('returns the event with the latest end, even if it has ended', async () => {
    expect(await eventOfBook(1)).toMatchObject({ inviter: 'New', state: 'open' });
    api.setNow(later(4));
    expect(await eventOfBook(1)).toMatchObject({ inviter: 'New', state: 'expired' });
  });

  it('returns null for a book without an event, and 404 for an unknown book', async () => {
    expect(await eventOfBook(2)).toBeNull();
    expect((await api.get('event.of_book', { book_id: 99 })).status).toBe(404);
  });
});

describe('translator.apply', () => {
  let serial = 0;
  const application = (more: object = {}) => {
    serial += 1;
    return {
      name: ' Ann ',
      email: `Ann${serial}@Example.org`,
      native: 'es',
      languages: ['en', 'fr'],
      books: [1, 2],
      about: 'I have read both of these novels twice.'.padEnd(60, '.'),
      consent: true,
      key: `key-of-ann-${serial}`,
      ...more,
    };
  };
  const apply = (body: object, name = `device-${serial}`) =>
    api.post('translator.apply', body, { 'device-uuid': name, 'x-forwarded-for': `10.1.0.${serial}` });

  it('stores the application with all its fields', async () => {
    const sent = application();
    const { status, body } = await apply(sent);
    expect([status, body.data.application.created_at]).toEqual([200, NOW.toISOString()]);
    const row = await api.store.visitors.one(
      sql`SELECT * FROM translator_applications WHERE id = ${body.data.application.id}`,
    );
    expect(row).toMatchObject({
      brand: 'local',
      name: 'Ann',
      email: sent.email.toLowerCase(),
      native: 'es',
      section: 7,
      languages: '["en","fr"]',
      books: '[1,2]',
      about: sent.about,
    });
  });

  it('stores an application only once if it is sent repeatedly', async () => {
    const sent = application();
    const first = (await apply(sent)).body.data.application;
    expect((await apply(sent)).body.data.application).toEqual(first);
  });

  it('rejects a second application to the same brand with the same email address', async () => {
    const sent = application();
    await apply(sent);
    const { status, body } = await apply({ ...sent, key: 'another-key', email: sent.email.toUpperCase() });
    expect([status, body.errors[0].code, body.data]).toEqual([409, 'CONFLICT', { application: null }]);
    const other = await api.post('/freenovel_api/v1/translator.apply', sent, { 'device-uuid': 'device-other' });
    expect(other.status).toBe(200);
  });

  it.each([
    ['name', { name: ' ' }],
    ['email', { email: 'nobody' }],
    ['native', { native: 'xx' }],
    ['languages', { languages: [] }],
    ['languages', { languages: ['en', 'en'] }],
    ['languages', { languages: ['en', 'es'] }],
    ['books', { books: [] }],
    ['books', { books: [1, 1] }],
    ['books', { books: [99] }],
    ['about', { about: 'Too little.' }],
    ['about', { about: 'x'.repeat(3001) }],
    ['consent', { consent: false }],
    ['key', { key: '' }],
  ])('names the invalid field %s (case %#)', async (field, more) => {
    const { status, body } = await apply(application(more));
    expect(status).toBe(400);
    expect(body.errors[0].message).toMatch(new RegExp(`^${field}\\b`));
  });

  it('requires a device id, and accepts five applications an hour from each device', async () => {
    expect((await api.post('translator.apply', application())).status).toBe(400);
    const answers = [];
    for (let count = 0; count < 6; count += 1) answers.push((await apply(application(), 'device-busy')).status);
    expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
