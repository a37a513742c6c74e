import type { Row } from '#src/api/store/database.ts';
import { holdsPlain, type Listing, moment, oneOf, oneOfNumbers, readMany, readPage } from '../records/listing.ts';
import type { Resource } from '../records/resource.ts';
import type { UndoneEntry } from '../undo/types.ts';
import { isUndoable, undoEntry } from '../undo/undo.ts';

type LogRow = Row & { id: number; kind: string; act: string; before: string | null; after: string | null };

const LISTING: Listing = {
  columns: 'id, at, who, command, act, kind, record, name, before, after',
  from: 'audit_log',
  id: 'id',
  // Rows are only added, so their ids have the order of their times.
  sorts: { id: 'id', at: 'id', who: 'who', kind: 'kind', act: 'act', name: 'name' },
  filters: {
    who: oneOf('who'),
    command: oneOf('command'),
    act: oneOf('act'),
    kind: oneOf('kind'),
    record: oneOfNumbers('record'),
    since: moment('at >= ?'),
    until: moment('at < ?'),
    q: holdsPlain('name'),
  },
  toRecord(row) {
    const { before, after, ...entry } = row as LogRow;
    const told = { ...entry, before: parsed(before), after: parsed(after) };
    return { ...told, undoable: isUndoable(told) };
  },
};

const parsed = (json: string | null): UndoneEntry['before'] => (json === null ? null : JSON.parse(json));

export const AUDIT_LOG: Resource = {
  name: 'audit-log',
  one: 'entry of the audit log',
  page: (query, { store }) => readPage(store.catalogue, LISTING, query),
  many: (ids, { store }) => readMany(store.catalogue, LISTING, ids),
  actions: { undo: undoEntry },
};
