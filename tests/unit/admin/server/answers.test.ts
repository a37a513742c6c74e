import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORDS, type ResourceName } from '#src/admin/contract/records.ts';
import { insertRow } from '#src/api/store/insert.ts';
import { addUser } from '#src/api/store/visitors/accounts.ts';
import { addReport } from '#src/api/store/visitors/reports.ts';
import type { Brand } from '#src/brand/registry.ts';
import { book, chapter } from '../../../integration/api/fixture.ts';
import { PASSWORD, startAdmin, type TestAdmin } from './fixture.ts';

const NOW = new Date('2026-06-01T12:00:00Z');
const PICTURES = {
  folder: 'brands/local',
  logo: 'assets/logo.svg',
  icon: 'assets/icon.svg',
  headerBg: 'assets/header.svg',
  bookSourceImg: 'assets/cover.svg',
};
const BRANDS = [
  { id: 'local', appName: 'Lectern', hosts: ['localhost'], locales: ['en'], ...PICTURES },
  { id: 'freenovel', appName: 'FreeNovel', hosts: [], locales: ['en', 'de'], catalogue: 'whole', ...PICTURES },
] as unknown as Brand[];

let test: TestAdmin;

beforeAll(async () => {
  test = await startAdmin(
    async (writer) => {
      const chapters = [
        chapter('One', { publication: 'draft' }),
        chapter('Two', {
          price: 5,
          freeFrom: '2027-01-01T00:00:00Z',
          part: 'II',
          publication: { from: '2027-01-01T00:00:00Z' },
        }),
      ];
      await writer.putBook(book('ship', { chapters, brands: ['local'] }));
      await writer.putBook(book('lamp'));
      const shared = { brand: null, section: 7 };
      await writer.putGenre({ section: 7, name: 'Fantasy', introduction: 'Magic.', tags: ['Dragons'] });
      await writer.putRanking({ ...shared, type: 'hot', typeName: 'Hot', name: 'Weekly', books: ['ship', 'lamp'] });
      await writer.putShelf({ ...shared, brand: 'local', name: 'New', style: 'row', books: ['lamp'] });
      await writer.putBanner({ ...shared, title: 'Read', subtitle: '', image: null, book: 'ship' });
      const expiresAt = '2027-01-01T00:00:00Z';
      await writer.putHelpEvent({ section: 7, book: 'ship', inviter: 'Ann', needed: 3, helped: 1, expiresAt });
      await writer.putKeyword(7, 'kept by hand');
      await writer.remove('shelf', await writer.putShelf({ ...shared, name: 'Old', style: 'row', books: [] }));
      await writer.editBook('lamp', { title: 'The lamp' });
      await writer.putBook(book('wreck'));
      await writer.takeDownBook('wreck', 'Order 7');
    },
    { brands: async () => BRANDS },
  );
  const { visitors } = test.store;
  const account = {
    accounts: 'local',
    email: 'ann@example.org',
    name: 'Ann',
    password: 'x',
    createdAt: NOW.toISOString(),
  };
  const user = await addUser(visitors, account);
  const created_at = NOW.toISOString();
  const used = JSON.stringify({ id: 1, title: 'The ship', category: { name: 'Fantasy', sub_name: null } });
  for (const used_on of [null, used])
    await insertRow(visitors, 'vouchers', {
      user_id: user ?? 0,
      name: 'Hi',
      coins: 3,
      used_on,
      expires_at: created_at,
      created_at,
    });
  const application = {
    brand: 'local',
    key: 'k',
    email: 'bea@example.org',
    name: 'Bea',
    native: 'de',
    about: 'Me',
    section: 7,
  };
  await insertRow(visitors, 'translator_applications', {
    ...application,
    languages: '["en"]',
    books: '[1]',
    created_at,
  });
  for (const place of [1, 2]) {
    const sender = { brand: 'local', section: 7, user: place === 1 ? user : undefined, now: NOW };
    const words = { passage: '', text: 'Odd', key: `key-of-report-${place}` };
    await addReport(visitors, sender, { book_id: 1, chapter_id: 1, kind: 'other', ...words });
  }
  await test.ask('PATCH', '/api/reports/2', { as: 'editor', body: { state: 'settled', note: 'Done' } });
  const body = { email: 'new@example.org', role: 'editor', accounts: 'local', password: PASSWORD };
  await test.ask('POST', '/api/staff-invitations', { as: 'owner', body });
});
afterAll(() => test.close());

/** Validation errors of a record, by field. */
const errorsOf = (name: ResourceName, record: unknown) =>
  v
    .safeParse(RECORDS[name] as v.GenericSchema, record)
    .issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`);

describe('records returned by the admin API', () => {
  it.each(Object.keys(RECORDS) as ResourceName[])(
    'have exactly the declared fields, in lists and individually: %s',
    async (name) => {
      const { data } = (await test.ask('GET', `/api/${name}?perPage=100`, { as: 'owner' })).body;
      expect(data.length).toBeGreaterThan(0);
      for (const record of data) {
        expect(errorsOf(name, record)).toBeUndefined();
        const single = (await test.ask('GET', `/api/${name}/${record.id}`, { as: 'owner' })).body.data;
        expect(errorsOf(name, single)).toBeUndefined();
      }
    },
  );

  it('include the link of a new invitation', async () => {
    const path = '/api/staff-invitations/1/resend';
    const { data } = (await test.ask('POST', path, { as: 'owner', body: { password: PASSWORD } })).body;
    expect(errorsOf('staff-invitations', data)).toBeUndefined();
    expect(data.link).toMatch(/#\/invitation\//);
  });
});
