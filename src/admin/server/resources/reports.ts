import * as v from 'valibot';
import { type ReportRecord, ReportState } from '#src/admin/contract/records.ts';
import { raw, sql } from '#src/api/store/sql.ts';
import { settleReport } from '#src/api/store/visitors/reports.ts';
import { DEFAULT_LOCALE, localeOfSection } from '#src/contract/locales.ts';
import { createPaths } from '#src/routes/paths.ts';
import { parseBody } from '../http/input.ts';
import { type AdminRequest, staffOf } from '../http/route.ts';
import { containsPlain, type Listing, oneOf, oneOfNumbers, readMany, readPage, timestamp } from '../records/listing.ts';
import type { Resource } from '../records/resource.ts';

const STATE = `CASE WHEN r.settled_at IS NULL THEN 'open' ELSE 'settled' END`;

const LISTING: Listing<ReportRecord> = {
  columns: raw(`r.id, r.brand, r.user_id AS visitor, r.section, r.book_id, r.chapter_id, r.kind, r.passage, r.text,
    ${STATE} AS state, r.note, r.created_at, r.settled_at, r.settled_by`),
  from: raw('reports r'),
  id: 'r.id',
  sorts: {
    id: 'r.id',
    brand: 'r.brand',
    section: 'r.section',
    book_id: 'r.book_id',
    kind: 'r.kind',
    state: STATE,
    created_at: 'r.created_at',
    settled_at: 'r.settled_at',
  },
  filters: {
    q: containsPlain('r.passage', 'r.text', 'r.note'),
    state: oneOf(STATE),
    kind: oneOf('r.kind'),
    brand: oneOf('r.brand'),
    section: oneOfNumbers('r.section'),
    book_id: oneOfNumbers('r.book_id'),
    chapter_id: oneOfNumbers('r.chapter_id'),
    since: timestamp((time) => sql`r.created_at >= ${time}`),
  },
  toRecord: (row: Omit<ReportRecord, 'path'>) => ({ ...row, path: pathOf(row) }),
};

/** Path of the chapter on the brand's site. */
function pathOf({ section, book_id, chapter_id }: Omit<ReportRecord, 'path'>): string {
  const { code } = localeOfSection(section) ?? { code: DEFAULT_LOCALE };
  return createPaths(code).reader(book_id, chapter_id);
}

/** The editable fields of a report. */
export type Settling = Pick<ReportRecord, 'state' | 'note'>;

const Changes = v.partial(
  v.strictObject({
    state: ReportState,
    note: v.pipe(v.string(), v.trim(), v.maxLength(2000)),
  }),
);

export const settlingOf = ({ state, note }: ReportRecord): Settling => ({ state, note });

export const readReport = async (id: string, { admin }: AdminRequest): Promise<ReportRecord | undefined> =>
  (await readMany(admin.store.visitors, LISTING, [id]))[0];

/** Settles or reopens a report. The audit log does not contain the reader's text. */
export async function settle(record: ReportRecord, next: Settling, request: AdminRequest): Promise<void> {
  const { id } = record;
  const staff = staffOf(request);
  const stateOf = (fields: Settling) => ({ id, name: `report ${id}`, fields: { ...fields } });
  const note = { kind: 'report', before: stateOf(settlingOf(record)), after: stateOf(next) } as const;
  const previous = { at: String(record.settled_at), by: String(record.settled_by) };
  const current = record.settled_at === null ? { at: request.admin.now().toISOString(), by: staff.email } : previous;
  const settled = next.state === 'settled' ? current : null;
  await request.admin.writeVisitors(staff, note, (visitors) =>
    settleReport(visitors, id, { settled, note: next.note }),
  );
}

export const REPORTS: Resource<'reports'> = {
  name: 'reports',
  label: 'report',
  page: (query, { store }) => readPage(store.visitors, LISTING, query),
  byIds: (ids, { store }) => readMany(store.visitors, LISTING, ids),
  change(record, request) {
    const { state, note } = parseBody(Changes, request.body);
    const current = settlingOf(record);
    return settle(record, { state: state ?? current.state, note: note ?? current.note }, request);
  },
};
