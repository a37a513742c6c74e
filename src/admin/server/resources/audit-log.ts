import type { AuditRecord } from '#src/admin/contract/records.ts';
import { raw, sql } from '#src/api/store/sql.ts';
import {
  containsPlain,
  type Listing,
  oneOf,
  oneOfNumbers,
  type RowOf,
  readMany,
  readPage,
  timestamp,
} from '../records/listing.ts';
import type { Resource } from '../records/resource.ts';
import { isUndoable, undoEntry } from '../undo/undo.ts';

type LogRow = RowOf<Omit<AuditRecord, 'undoable'>, { before: string | null; after: string | null }>;

const LISTING: Listing<AuditRecord> = {
  columns: raw('id, at, who, command, act, kind, record, name, before, after'),
  from: raw('audit_log'),
  id: 'id',
  // Rows are only appended, so ids and times have the same order.
  sorts: { id: 'id', at: 'id', who: 'who', kind: 'kind', act: 'act', name: 'name' },
  filters: {
    who: oneOf('who'),
    command: oneOf('command'),
    act: oneOf('act'),
    kind: oneOf('kind'),
    record: oneOfNumbers('record'),
    since: timestamp((time) => sql`at >= ${time}`),
    until: timestamp((time) => sql`at < ${time}`),
    q: containsPlain('name', 'who'),
  },
  toRecord({ before, after, ...row }: LogRow) {
    const entry = { ...row, before: parsed(before), after: parsed(after) };
    return { ...entry, undoable: isUndoable(entry) };
  },
};

const parsed = (json: string | null): AuditRecord['before'] => (json === null ? null : JSON.parse(json));

export const AUDIT_LOG: Resource<'audit-log'> = {
  name: 'audit-log',
  label: 'audit log entry',
  page: (query, { store }) => readPage(store.catalogue, LISTING, query),
  byIds: (ids, { store }) => readMany(store.catalogue, LISTING, ids),
  actions: { undo: undoEntry },
};
