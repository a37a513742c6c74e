import * as v from 'valibot';
import type { Row } from '#src/api/store/database.ts';
import type { StaffAccount } from '#src/api/store/visitors/staff.ts';
import { Timestamp } from '#src/contract/entities/scalars.ts';
import { visibleUsers } from '../access/visible-users.ts';
import { AdminError } from '../http/error.ts';
import { checked } from '../http/input.ts';
import { staffOf } from '../http/route.ts';
import { Count, fieldError, Id, Title } from '../records/fields.ts';
import { flag, holdsPlain, type Listing, oneOf, oneOfNumbers, readMany, readPage } from '../records/listing.ts';
import type { Resource } from '../records/resource.ts';

const vouchersFor = (staff: StaffAccount): Listing => ({
  columns: 'o.id, o.user_id, u.email, o.name, o.coins, o.used_on, o.expires_at, o.created_at',
  from: `vouchers o JOIN ${visibleUsers(staff)} u ON u.id = o.user_id`,
  id: 'o.id',
  sorts: { id: 'o.id', name: 'o.name', coins: 'o.coins', expires_at: 'o.expires_at', created_at: 'o.created_at' },
  filters: {
    q: holdsPlain('o.name', 'u.email'),
    user_id: oneOfNumbers('o.user_id'),
    used: flag('o.used_on IS NOT NULL'),
  },
  toRecord: ({ id, used_on, ...row }: Row) => ({
    id: Number(id),
    ...row,
    used_on: used_on === null ? null : JSON.parse(String(used_on)),
  }),
});

const NewVoucher = v.strictObject({
  user_id: Id,
  name: Title,
  coins: v.pipe(Count, v.minValue(1), v.maxValue(1_000_000)),
  expires_at: Timestamp,
});

export const VOUCHERS: Resource = {
  name: 'vouchers',
  one: 'voucher',
  page: (query, { store }, staff) => readPage(store.visitors, vouchersFor(staff), query),
  many: (ids, { store }, staff) => readMany(store.visitors, vouchersFor(staff), ids),
  async create(request) {
    const { store, now } = request.admin;
    const { user_id, name, coins, ...given } = checked(NewVoucher, request.body);
    // The format of the current time it is compared with.
    const expires_at = new Date(given.expires_at).toISOString();
    const users = visibleUsers(staffOf(request));
    if (!(await store.visitors.get(`SELECT 1 FROM ${users} u WHERE id = ?`, user_id)))
      throw fieldError('user_id', 'must be the id of a visitor');
    const sql = 'INSERT INTO vouchers (user_id, name, coins, expires_at, created_at) VALUES (?, ?, ?, ?, ?)';
    return request.admin.writeVisitors(
      staffOf(request),
      (id: number) => ({ kind: 'voucher', after: { id, name, fields: { user_id, coins, expires_at } } }),
      async (visitors) => (await visitors.run(sql, user_id, name, coins, expires_at, now().toISOString())).id,
    );
  },
  async remove(record, request) {
    if (record['used_on'] !== null) throw new AdminError('conflict', 'This voucher was used, so it stays.');
    const { user_id, name, coins, expires_at } = record;
    const before = { id: Number(record.id), name: String(name), fields: { user_id, coins, expires_at } };
    await request.admin.writeVisitors(staffOf(request), { kind: 'voucher', before }, (visitors) =>
      visitors.run('DELETE FROM vouchers WHERE id = ?', Number(record.id)),
    );
  },
};

const APPLICATION_LISTING: Listing = {
  columns: 'a.id, a.brand, a.email, a.name, a.native, a.languages, a.books, a.about, a.section, a.created_at',
  from: 'translator_applications a',
  id: 'a.id',
  sorts: { id: 'a.id', name: 'a.name', email: 'a.email', brand: 'a.brand', created_at: 'a.created_at' },
  filters: {
    q: holdsPlain('a.name', 'a.email', 'a.about'),
    brand: oneOf('a.brand'),
    section: oneOfNumbers('a.section'),
  },
  toRecord: ({ id, languages, books, ...row }: Row) => ({
    id: Number(id),
    ...row,
    languages: JSON.parse(String(languages)),
    books: JSON.parse(String(books)),
  }),
};

export const TRANSLATOR_APPLICATIONS: Resource = {
  name: 'translator-applications',
  one: 'application',
  page: (query, { store }) => readPage(store.visitors, APPLICATION_LISTING, query),
  many: (ids, { store }) => readMany(store.visitors, APPLICATION_LISTING, ids),
  async remove(record, request) {
    const { id, brand, created_at } = record;
    // Who applied may ask to be forgotten, and the log keeps its rows.
    const before = { id: Number(id), name: `application ${id}`, fields: { brand, created_at } };
    await request.admin.writeVisitors(staffOf(request), { kind: 'application', before }, (visitors) =>
      visitors.run('DELETE FROM translator_applications WHERE id = ?', Number(id)),
    );
  },
};
