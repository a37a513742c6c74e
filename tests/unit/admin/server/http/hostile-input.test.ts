import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORDS } from '#src/admin/contract/records.ts';
import type { StoreWriter } from '#src/api/store/index.ts';
import { ODD, UNSTORABLE, WRONG_TYPES } from '../../../../helpers/hostile-text.ts';
import { book } from '../../../../integration/api/fixture.ts';
import { someOf } from '../../../../slow-tests.ts';
import { startAdmin, type TestAdmin } from '../fixture.ts';

const page = mkdtempSync(join(tmpdir(), 'lectern-admin-page-'));
let test: TestAdmin;
let cookie: string;

beforeAll(async () => {
  writeFileSync(join(page, 'index.html'), '<p>The admin.</p>');
  test = await startAdmin(fill, { page });
  cookie = `lectern_admin=${await test.sessionOf('owner')}`;
});
afterAll(async () => {
  await test.close();
  rmSync(page, { recursive: true });
});

async function fill(writer: StoreWriter): Promise<void> {
  await writer.putBook(book('a'));
  await writer.putShelf({ brand: null, section: 7, name: 'Picks', style: 'row', books: ['a'] });
  await writer.putRanking({ brand: null, section: 7, type: 'hot', typeName: 'Hot', name: 'Week', books: ['a'] });
  await writer.putBanner({ brand: null, section: 7, title: 'Read', subtitle: '', image: null, book: 'a' });
  const event = { section: 7, book: 'a', inviter: 'Mo', needed: 5, helped: 1, expiresAt: '2027-01-01T00:00:00Z' };
  await writer.putHelpEvent(event);
}

const ask = async (method: string, path: string, body?: unknown) =>
  (await test.ask(method, `/api/${path}`, { headers: { cookie }, body })).status;
const list = (name: string, query: Record<string, string>) => ask('GET', `${name}?${new URLSearchParams(query)}`);
const statusOfFilter = (name: string, filter: unknown) => list(name, { filter: JSON.stringify(filter) });
const NAMES = Object.keys(RECORDS);
/** Lists of the installation's brands, which have no filters. */
const UNFILTERED = ['brands', 'brand-settings'];

/** Reads the filters of a list from the error for an unknown filter. */
async function filtersOf(name: string): Promise<string[]> {
  const { body } = await test.ask('GET', `/api/${name}?filter=${encodeURIComponent('{"none":1}')}`, {
    headers: { cookie },
  });
  return /Known filters: (.*)\.$/.exec(body.error?.message ?? '')?.[1]?.split(', ') ?? [];
}

describe.each(NAMES)('the list of %s in the admin API', (name) => {
  it('responds to any filter value without a server error', async () => {
    const filters = await filtersOf(name);
    if (!UNFILTERED.includes(name)) expect(filters).not.toEqual([]);
    for (const [index, filter] of filters.entries())
      for (const value of someOf([...WRONG_TYPES, ...ODD, [...ODD]], index)) {
        const status = await statusOfFilter(name, { [filter]: value });
        expect([200, 400], `${filter} ${JSON.stringify(value).slice(0, 60)}: ${status}`).toContain(status);
      }
  });

  it('rejects text that cannot be stored', async () => {
    for (const text of UNSTORABLE)
      for (const filter of [...(await filtersOf(name)), 'none'])
        for (const value of [text, [text], { [text]: 1 }])
          if (name !== 'brands') expect(await statusOfFilter(name, { [filter]: value })).toBe(400);
    for (const param of ['sort', 'order', 'page', 'perPage', 'filter', 'ids', 'other'])
      expect(await list(name, { [param]: 'a\0' })).toBe(400);
    expect(await list(name, { 'a\0': 'other' })).toBe(400);
  });

  it('responds to any page, order and ids without a server error', async () => {
    for (const param of ['sort', 'order', 'page', 'perPage', 'filter', 'ids'])
      for (const value of [
        ...WRONG_TYPES.map((value) => JSON.stringify(value)),
        ...ODD,
        '0',
        '1e3',
        '99999999',
        '__proto__',
      ]) {
        const status = await list(name, { [param]: value });
        expect([200, 400], `${param} ${value.slice(0, 60)}: ${status}`).toContain(status);
      }
    expect(await ask('GET', `${name}?page=1&page=2`)).toBe(400);
    expect(await ask('GET', `${name}?filter={}&filter={}`)).toBe(400);
  });

  it('responds to malformed ids without a server error', async () => {
    const ids = [...ODD, '0', '-1', '1e3', '1.5', '9223372036854775808', '00000000000000000001', '__proto__'];
    for (const id of ids.filter((id) => !['.', '..'].includes(id))) {
      const status = await ask('GET', `${name}/${encodeURIComponent(id)}`);
      expect(status, `${id.slice(0, 60)}: ${status}`).toBeLessThan(500);
    }
    for (const id of ['%00', 'a%00', '%', '%zz', '%ED%A0%80'])
      expect([400, 404], id).toContain(await ask('GET', `${name}/${id}`));
  });
});

const MOMENT = '2027-01-01T00:00:00Z';
const TEXTS = { category: 'Fantasy', language: 'en-US' };
/** Valid bodies by resource or route. */
const NEW: Readonly<Record<string, object>> = {
  books: { title: 'New', author: 'Ann', introduction: 'x', sub_category: 'Sub', tags: ['a'], ...TEXTS },
  chapters: { book_id: 1, title: 'New', html: '<p>x</p>', part: 'One', price: 5, free_from: MOMENT, place: 1 },
  keywords: { name: 'new', section: 7 },
  genres: { section: 7, name: 'New', introduction: 'x', tags: ['a'] },
  shelves: { section: 7, brand: null, name: 'New', style: 'row', books: [1] },
  rankings: { section: 7, brand: null, type: 'hot', type_name: 'Hot', name: 'New', books: [1] },
  banners: { section: 7, brand: null, title: 'New', subtitle: 'x', image: null, book_id: 1 },
  'help-events': { section: 7, book_id: 1, inviter: 'Ann', needed: 5, helped: 0, expires_at: MOMENT },
  vouchers: { user_id: 1, name: 'Sorry', coins: 5, expires_at: MOMENT },
  staff: { email: 'none@example.org', accounts: 'local', role: 'editor' },
  session: { email: 'none@example.org', password: 'x', code: '' },
  preview: { html: '<p>x</p>' },
  takedowns: { book_id: 999_999, reason: 'Order 7' },
};

describe.each(Object.entries(NEW))('input for %s in the admin API', (name, record) => {
  it('is rejected if any text cannot be stored', async () => {
    for (const text of UNSTORABLE.slice(0, 4)) {
      for (const field of Object.keys(record))
        for (const value of [text, [text], { [text]: '' }])
          expect(await ask('POST', name, { ...record, [field]: value }), field).toBe(400);
      expect(await ask('PATCH', `${name}/1`, { [text]: 1 })).toBeOneOf([400, 404]);
    }
  });

  it('is stored or rejected, and never causes a server error', async () => {
    for (const [index, field] of Object.keys(record).entries())
      for (const value of someOf([...WRONG_TYPES, ...(name === 'session' ? [] : ODD)], index)) {
        const input = `${field} ${JSON.stringify(value).slice(0, 60)}`;
        expect(await ask('POST', name, { ...record, [field]: value }), input).toBeLessThan(500);
        if (name in NEW && !['session', 'preview', 'staff', 'vouchers'].includes(name))
          expect(await ask('PATCH', `${name}/1`, { [field]: value }), input).toBeLessThan(500);
      }
  });
});

describe('timestamps in the admin API', () => {
  it.each(['2027-01-01T00:00:00+05', '2027-01-01T00:00Z', '9999-12-31T23:59:59-23:59', '2027-02-30T00:00:00Z', '2027'])(
    'are rejected in every field if they are %s',
    async (timestamp) => {
      expect(await ask('POST', 'vouchers', { ...NEW['vouchers'], expires_at: timestamp })).toBe(422);
      expect(await ask('POST', 'help-events', { ...NEW['help-events'], expires_at: timestamp })).toBe(422);
      expect(await ask('POST', 'chapters', { ...NEW['chapters'], free_from: timestamp })).toBe(422);
      expect(await ask('PATCH', 'books/1', { state: 'scheduled', publish_at: timestamp })).toBe(422);
      expect(await ask('PATCH', 'chapters/1', { publish_at: timestamp })).toBe(422);
      expect(await statusOfFilter('visitors', { since: timestamp })).toBe(400);
    },
  );
});

it.each(['//', '///x', '//evil.example/', '/%', '/%zz', '/media/covers/%00'])(
  'the admin rejects GET %s',
  async (path) => {
    expect((await test.ask('GET', path, { headers: { cookie } })).status).toBeOneOf([400, 404]);
  },
);

it.each(['/%00', '/api', '/api/', '/api//', '/x//y'])(
  'the admin responds to GET %s without a server error',
  async (path) => {
    expect((await test.ask('GET', path, { headers: { cookie } })).status).toBeLessThan(500);
  },
);
