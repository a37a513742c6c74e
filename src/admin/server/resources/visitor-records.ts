import * as v from 'valibot';
import type { ApplicationRecord, VoucherRecord } from '#src/admin/contract/records.ts';
import { insertRow } from '#src/api/store/insert.ts';
import { raw, sql } from '#src/api/store/sql.ts';
import type { StaffAccount } from '#src/api/store/visitors/staff.ts';
import { Timestamp } from '#src/contract/entities/scalars.ts';
import { visibleUsers } from '../access/visible-users.ts';
import { AdminError } from '../http/error.ts';
import { parseBody } from '../http/input.ts';
import { staffOf } from '../http/route.ts';
import { Count, fieldError, Id, Title } from '../records/fields.ts';
import {
  containsPlain,
  flag,
  type Listing,
  oneOf,
  oneOfNumbers,
  type RowOf,
  readMany,
  readPage,
} from '../records/listing.ts';
import type { Resource } from '../records/resource.ts';

const vouchersFor = (staff: StaffAccount): Listing<VoucherRecord> => ({
  columns: raw('o.id, o.user_id, u.email, o.name, o.coins, o.used_on, o.expires_at, o.created_at'),
  from: sql`vouchers o JOIN ${visibleUsers(staff)} u ON u.id = o.user_id`,
  id: 'o.id',
  sorts: { id: 'o.id', name: 'o.name', coins: 'o.coins', expires_at: 'o.expires_at', created_at: 'o.created_at' },
  filters: {
    q: containsPlain('o.name', 'u.email'),
    user_id: oneOfNumbers('o.user_id'),
    used: flag('o.used_on IS NOT NULL'),
  },
  toRecord: ({ used_on, ...row }: RowOf<VoucherRecord, { used_on: string | null }>) => ({
    ...row,
    used_on: used_on === null ? null : JSON.parse(used_on),
  }),
});

export const NewVoucher = v.strictObject({
  user_id: Id,
  name: Title,
  coins: v.pipe(Count, v.minValue(1), v.maxValue(1_000_000)),
  expires_at: Timestamp,
});

export const VOUCHERS: Resource<'vouchers'> = {
  name: 'vouchers',
  label: 'voucher',
  page: (query, { store }, staff) => readPage(store.visitors, vouchersFor(staff), query),
  byIds: (ids, { store }, staff) => readMany(store.visitors, vouchersFor(staff), ids),
  async create(request) {
    const { store, now } = request.admin;
    const { user_id, name, coins, ...body } = parseBody(NewVoucher, request.body);
    // Stored in the same format as the current time, because the database compares the two as text.
    const expires_at = new Date(body.expires_at).toISOString();
    const users = visibleUsers(staffOf(request));
    if (!(await store.visitors.get(sql`SELECT 1 FROM ${users} u WHERE id = ${user_id}`)))
      throw fieldError('user_id', 'must be the id of a visitor');
    const row = { user_id, name, coins, expires_at, created_at: now().toISOString() };
    return request.admin.writeVisitors(
      staffOf(request),
      (id: number) => ({ kind: 'voucher', after: { id, name, fields: { user_id, coins, expires_at } } }),
      (visitors) => insertRow(visitors, 'vouchers', row),
    );
  },
  async remove(record, request) {
    if (record.used_on !== null) throw new AdminError('conflict', 'This voucher was used and cannot be deleted.');
    const { id, user_id, name, coins, expires_at } = record;
    const before = { id, name, fields: { user_id, coins, expires_at } };
    await request.admin.writeVisitors(staffOf(request), { kind: 'voucher', before }, (visitors) =>
      visitors.run(sql`DELETE FROM vouchers WHERE id = ${id}`),
    );
  },
};

const APPLICATION_LISTING: Listing<ApplicationRecord> = {
  columns: raw('a.id, a.brand, a.email, a.name, a.native, a.languages, a.books, a.about, a.section, a.created_at'),
  from: raw('translator_applications a'),
  id: 'a.id',
  sorts: {
    id: 'a.id',
    name: 'a.name',
    email: 'a.email',
    brand: 'a.brand',
    section: 'a.section',
    created_at: 'a.created_at',
  },
  filters: {
    q: containsPlain('a.name', 'a.email', 'a.about'),
    brand: oneOf('a.brand'),
    section: oneOfNumbers('a.section'),
  },
  toRecord: ({ languages, books, ...row }: RowOf<ApplicationRecord, { languages: string; books: string }>) => ({
    ...row,
    languages: JSON.parse(languages),
    books: JSON.parse(books),
  }),
};

export const TRANSLATOR_APPLICATIONS: Resource<'translator-applications'> = {
  name: 'translator-applications',
  label: 'application',
  page: (query, { store }) => readPage(store.visitors, APPLICATION_LISTING, query),
  byIds: (ids, { store }) => readMany(store.visitors, APPLICATION_LISTING, ids),
  async remove(record, request) {
    const { id, brand, created_at } = record;
    // Applicants may ask for their data to be erased, but the audit log is permanent: it gets no names.
    const before = { id, name: `application ${id}`, fields: { brand, created_at } };
    await request.admin.writeVisitors(staffOf(request), { kind: 'application', before }, (visitors) =>
      visitors.run(sql`DELETE FROM translator_applications WHERE id = ${id}`),
    );
  },
};
