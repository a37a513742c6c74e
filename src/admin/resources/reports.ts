import * as v from 'valibot';
import type { Row } from '#src/api/store/database.ts';
import { settleReport } from '#src/api/store/visitors/reports.ts';
import { DEFAULT_LOCALE, localeOfSection } from '#src/contract/locales.ts';
import { createPaths } from '#src/routes/paths.ts';
import { checked } from '../http/input.ts';
import { type AdminRequest, staffOf } from '../http/route.ts';
import {
  type AdminRecord,
  holdsPlain,
  type Listing,
  moment,
  oneOf,
  oneOfNumbers,
  readMany,
  readPage,
} from '../records/listing.ts';
import type { Resource } from '../records/resource.ts';

const STATE = `CASE WHEN r.settled_at IS NULL THEN 'open' ELSE 'settled' END`;

const LISTING: Listing = {
  columns: `r.id, r.brand, r.user_id AS visitor, r.section, r.book_id, r.chapter_id, r.kind, r.passage, r.text,
    ${STATE} AS state, r.note, r.created_at, r.settled_at, r.settled_by`,
  from: 'reports r',
  id: 'r.id',
  sorts: {
    id: 'r.id',
    brand: 'r.brand',
    book_id: 'r.book_id',
    kind: 'r.kind',
    state: STATE,
    created_at: 'r.created_at',
    settled_at: 'r.settled_at',
  },
  filters: {
    q: holdsPlain('r.passage', 'r.text', 'r.note'),
    state: oneOf(STATE),
    kind: oneOf('r.kind'),
    brand: oneOf('r.brand'),
    book_id: oneOfNumbers('r.book_id'),
    chapter_id: oneOfNumbers('r.chapter_id'),
    since: moment('r.created_at >= ?'),
  },
  toRecord: ({ id, ...row }: Row) => ({ id: Number(id), ...row, path: pathOf(row) }),
};

/** Of the chapter, on the brand's site. */
function pathOf({ section, book_id, chapter_id }: Row): string {
  const { code } = localeOfSection(Number(section)) ?? { code: DEFAULT_LOCALE };
  return createPaths(code).reader(Number(book_id), Number(chapter_id));
}

/** What of a report is changed. */
export interface Settling {
  readonly state: 'open' | 'settled';
  readonly note: string;
}

const Changes = v.partial(
  v.strictObject({
    state: v.picklist(['open', 'settled'], 'must be open or settled'),
    note: v.pipe(v.string(), v.trim(), v.maxLength(2000)),
  }),
);

export const settlingOf = ({ state, note }: AdminRecord): Settling => ({
  state: state === 'settled' ? 'settled' : 'open',
  note: String(note),
});

export const readReport = async (id: string, { admin }: AdminRequest): Promise<AdminRecord | undefined> =>
  (await readMany(admin.store.visitors, LISTING, [id]))[0];

/** Settles a report or opens it again; the log gets no words of the reader. */
export async function settle(record: AdminRecord, next: Settling, request: AdminRequest): Promise<void> {
  const id = Number(record.id);
  const staff = staffOf(request);
  const stateOf = (fields: Settling) => ({ id, name: `report ${id}`, fields: { ...fields } });
  const note = { kind: 'report', before: stateOf(settlingOf(record)), after: stateOf(next) };
  const known = { at: String(record['settled_at']), by: String(record['settled_by']) };
  const now = record['settled_at'] === null ? { at: request.admin.now().toISOString(), by: staff.email } : known;
  const settled = next.state === 'settled' ? now : null;
  await request.admin.writeVisitors(staff, note, (visitors) =>
    settleReport(visitors, id, { settled, note: next.note }),
  );
}

export const REPORTS: Resource = {
  name: 'reports',
  one: 'report',
  page: (query, { store }) => readPage(store.visitors, LISTING, query),
  many: (ids, { store }) => readMany(store.visitors, LISTING, ids),
  change(record, request) {
    const { state, note } = checked(Changes, request.body);
    const known = settlingOf(record);
    return settle(record, { state: state ?? known.state, note: note ?? known.note }, request);
  },
};
