import * as v from 'valibot';
import type { Answer } from '#src/admin/contract/answers.ts';
import type { BinRecord } from '#src/admin/contract/bin.ts';
import type { ResourceName } from '#src/admin/contract/records.ts';
import type { BinKind } from '#src/api/store/audit-kinds.ts';
import { BIN_DAYS } from '#src/api/store/bin-states.ts';
import { sql } from '#src/api/store/sql.ts';
import { toTimestamp } from '#src/api/store/timestamp.ts';
import { checkRight } from '../access/check-right.ts';
import { orNotFound } from '../http/error.ts';
import { parseBody } from '../http/input.ts';
import { type AdminAnswer, type AdminRequest, savingAs, staffOf } from '../http/route.ts';
import {
  containsPlain,
  type Listing,
  oneOf,
  oneOfNumbers,
  type RowOf,
  readMany,
  readPage,
} from '../records/listing.ts';
import type { Resource } from '../records/resource.ts';

type BinRow = RowOf<Omit<BinRecord, 'expires_at'>, { brand: string }>;

const LISTING: Listing<BinRecord> = {
  columns: sql`n.id, n.kind, n.record, n.name, n.section, n.brand, n.deleted_at, n.deleted_by, n.deleted_how,
    CASE WHEN n.kind = 'book' THEN NULL ELSE coalesce((SELECT title FROM books b WHERE b.id = n.book_id),
      (SELECT name FROM bin d WHERE d.kind = 'book' AND d.record = n.book_id)) END AS book,
    CASE WHEN n.kind = 'book' THEN (SELECT count(*) FROM bin_chapters c WHERE c.bin_id = n.id) END AS chapters`,
  from: sql`bin n`,
  id: 'n.id',
  // Records are added when they are deleted, so ids and times have the same order.
  sorts: { id: 'n.id', deleted_at: 'n.id', name: 'n.name', kind: 'n.kind', deleted_by: 'n.deleted_by' },
  filters: {
    q: containsPlain('n.name'),
    kind: oneOf('n.kind'),
    section: oneOfNumbers('n.section'),
    brand: oneOf('n.brand'),
    record: oneOfNumbers('n.record'),
    book_id: oneOfNumbers('n.book_id'),
  },
  toRecord: ({ brand, ...row }: BinRow) => ({
    ...row,
    brand: brand || null,
    expires_at: toTimestamp(new Date(Date.parse(row.deleted_at) + BIN_DAYS * 86_400_000)),
  }),
};

/** The resource of each kind, whose rights restoring requires. */
const RESOURCES: Readonly<Record<BinKind, ResourceName>> = {
  book: 'books',
  chapter: 'chapters',
  genre: 'genres',
  keyword: 'keywords',
  ranking: 'rankings',
  shelf: 'shelves',
  banner: 'banners',
  'help event': 'help-events',
};

const Restore = v.object({
  /** Another name, or another key for a book, if the former one is taken. */
  name: v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty('is required'), v.maxLength(300))),
});

export const BIN: Resource<'bin'> = {
  name: 'bin',
  label: 'deleted record',
  page: (query, { store }) => readPage(store.catalogue, LISTING, query),
  byIds: (ids, { store }) => readMany(store.catalogue, LISTING, ids),
  remove: ({ id }, request) => request.admin.write(staffOf(request), (writer) => writer.purgeDeleted(id)),
  actions: {
    restore: async (record, request) => {
      const { name } = parseBody(Restore, request.body ?? {});
      return restore(record, name, request);
    },
  },
};

/** @returns the id of the restored record */
async function restore(
  { id, kind }: Pick<BinRecord, 'id' | 'kind'>,
  name: string | undefined,
  sent: AdminRequest,
): Promise<AdminAnswer> {
  checkRight(`${RESOURCES[kind]}.create`, sent, 'Restoring this');
  const request = savingAs('restore', sent);
  const restored = await request.admin.write(staffOf(request), (writer) => writer.restoreDeleted(id, name));
  const record = orNotFound(restored, 'deleted record');
  return { body: { data: { kind, record } } satisfies Answer<RestoredRecord> };
}

interface RestoredRecord {
  readonly kind: BinKind;
  readonly record: number;
}
