import * as v from 'valibot';
import type { Answer } from '#src/admin/contract/answers.ts';
import type { TakedownRecord } from '#src/admin/contract/takedowns.ts';
import { deletedBook, eraseReportedPassages, storedBook, storedTakedown } from '#src/api/index.ts';
import { raw } from '#src/api/store/sql.ts';
import { Id } from '#src/contract/entities/scalars.ts';
import type { AdminContext } from '../context.ts';
import { AdminError, orNotFound } from '../http/error.ts';
import { parseBody } from '../http/input.ts';
import { type AdminAnswer, type AdminRequest, staffOf } from '../http/route.ts';
import { containsPlain, flag, type Listing, oneOfNumbers, readMany, readPage } from '../records/listing.ts';
import type { Resource } from '../records/resource.ts';

type TakedownRow = Omit<TakedownRecord, 'status' | 'removal' | 'message'>;

const LISTING: Listing<TakedownRow> = {
  columns: raw('t.book_id AS id, t.key, t.title, t.section, t.reason, t.at'),
  from: raw('takedowns t'),
  id: 't.book_id',
  sorts: { id: 't.book_id', title: 't.title', section: 't.section', at: 't.at' },
  filters: {
    q: containsPlain('t.title', 't.reason'),
    section: oneOfNumbers('t.section'),
    legal: flag('t.reason IS NOT NULL'),
  },
  toRecord: (row: TakedownRow) => row,
};

const withState = (row: TakedownRow, { removals }: AdminContext): TakedownRecord => ({
  ...row,
  status: row.reason === null ? 410 : 451,
  ...removals.stateOf(row.id),
});

const NewTakedown = v.strictObject({
  book_id: Id,
  reason: v.nullable(
    v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty('is empty. Name the law or demand, or send null'),
      v.maxLength(2000, 'must have at most 2,000 characters'),
    ),
  ),
});

export const TAKEDOWNS: Resource<'takedowns'> = {
  name: 'takedowns',
  label: 'takedown',
  async page(query, admin) {
    const { data, total } = await readPage(admin.store.catalogue, LISTING, query);
    return { data: data.map((row) => withState(row, admin)), total };
  },
  byIds: async (ids, admin) =>
    (await readMany(admin.store.catalogue, LISTING, ids)).map((row) => withState(row, admin)),
  create: takeDown,
  actions: {
    // The book was taken down by this or a command; both can be completed.
    resume: async (record, request) => {
      request.admin.removals.start(record.id);
      return answer(record.id, request, 202);
    },
    allow: async (record, request) => {
      if (record.removal === 'running') throw new AdminError('conflict', 'The removal is still running.');
      await request.admin.write(staffOf(request), (writer) => writer.allowBook(record.key));
      return { body: { data: record } satisfies Answer<TakedownRecord> };
    },
  },
};

/**
 * Removes a book from the store at once, so that the API and the sites stop offering it, and starts to remove it from
 * everywhere else. Also accepts the id of a deleted book that can still be restored.
 */
async function takeDown(request: AdminRequest): Promise<number> {
  const { admin } = request;
  const { book_id: id, reason } = parseBody(NewTakedown, request.body);
  const { catalogue } = admin.store;
  if (await storedTakedown(catalogue, id)) throw new AdminError('conflict', 'This book is already taken down.');
  const { key } = orNotFound((await storedBook(catalogue, id)) ?? (await deletedBook(catalogue, id)), 'book');
  await admin.write(staffOf(request), (writer) => writer.takeDownBook(key, reason));
  await eraseReportedPassages(admin.store, key);
  admin.log.warn('a book was taken down', { user: staffOf(request).id, book: id, status: reason === null ? 410 : 451 });
  admin.removals.start(id);
  return id;
}

async function answer(id: number, { admin }: AdminRequest, status: number): Promise<AdminAnswer> {
  const [row] = await readMany(admin.store.catalogue, LISTING, [String(id)]);
  return { status, body: { data: withState(orNotFound(row, 'takedown'), admin) } satisfies Answer<TakedownRecord> };
}
