import type { AuditRecord, ResourceName } from '#src/admin/contract/records.ts';
import type { AuditKind } from '#src/api/store/audit-kinds.ts';
import { ERASED } from '#src/api/store/erased.ts';
import { sql } from '#src/api/store/sql.ts';
import { checkRight } from '../access/check-right.ts';
import { AdminError } from '../http/error.ts';
import { type AdminAnswer, type AdminRequest, savingAs, staffOf } from '../http/route.ts';
import { readThenWrite } from '../records/seen.ts';
import { notedRedirects } from '../redirects/note.ts';
import { readReport } from '../resources/reports.ts';
import { undoBook } from './book.ts';
import { undoSettings } from './brand-settings.ts';
import { undoChapter } from './chapter.ts';
import { undoEditorial, undoName } from './records.ts';
import { undoRedirects } from './redirects.ts';
import { undoReport } from './report.ts';
import type { Undo } from './types.ts';

/** For each kind of entry: its undo function, and the resource whose rights the undo requires. */
const KINDS: Readonly<
  Partial<Record<AuditKind, { readonly resource: ResourceName | 'redirects'; readonly undo: Undo }>>
> = {
  book: { resource: 'books', undo: undoBook },
  chapter: { resource: 'chapters', undo: undoChapter },
  shelf: { resource: 'shelves', undo: undoEditorial },
  ranking: { resource: 'rankings', undo: undoEditorial },
  banner: { resource: 'banners', undo: undoEditorial },
  'help event': { resource: 'help-events', undo: undoEditorial },
  genre: { resource: 'genres', undo: undoEditorial },
  keyword: { resource: 'keywords', undo: undoName },
  tag: { resource: 'tags', undo: undoName },
  author: { resource: 'authors', undo: undoName },
  'brand settings': { resource: 'brand-settings', undo: undoSettings },
  report: { resource: 'reports', undo: undoReport },
  redirects: { resource: 'redirects', undo: undoRedirects },
};

/** For each act, the right that undoing it requires. */
const OPPOSITES: Readonly<Record<AuditRecord['act'], string>> = { add: 'delete', change: 'change', delete: 'create' };

/** Whether entries of this kind can be undone. The undo may still fail if the fields have changed since. */
export const isUndoable = ({ kind, before, after }: Pick<AuditRecord, 'kind' | 'before' | 'after'>): boolean =>
  KINDS[kind] !== undefined &&
  !isMerge(before) &&
  !isErased(before) &&
  !isErased(after) &&
  (kind !== 'redirects' || notedRedirects(after ?? before) !== undefined);

/** Whether a takedown has erased texts of an entry. */
const isErased = (fields: AuditRecord['before']) => fields !== null && Object.values(fields).includes(ERASED);

const isMerge = (before: AuditRecord['before']) => before !== null && 'merged_into' in before;

/** Restores a record to its state before an entry of the audit log. The undo is logged as a new entry. */
export async function undoEntry(entry: AuditRecord, request: AdminRequest): Promise<AdminAnswer> {
  const kind = KINDS[entry.kind];
  if (!kind) throw new AdminError('conflict', `Changes to a ${entry.kind} cannot be undone here.`);
  if (isMerge(entry.before))
    throw new AdminError(
      'conflict',
      'A merge cannot be undone here. Its log entry lists the books that had the merged name.',
    );
  if (isErased(entry.before) || isErased(entry.after))
    throw new AdminError('conflict', 'This cannot be undone, because the book was taken down.');
  checkRight(`${kind.resource}.${OPPOSITES[entry.act]}`, request, 'Undoing this');
  // Each undo function compares the current fields with the values that the entry recorded. If the record is written in
  // between, the function runs again.
  const undone = await readThenWrite(request, versionFor(entry), (_version, checked) =>
    undo(entry, savingAs('undo', checked), kind.undo),
  );
  return { body: { data: { id: entry.id, ...undone } } };
}

const undo = async (entry: AuditRecord, request: AdminRequest, undoEntryOfKind: Undo) =>
  (entry.act === 'delete' ? await restoreDeleted(entry, request) : undefined) ?? undoEntryOfKind(entry, request);

/** Version of the data that must not change between reading the current fields and writing. */
const versionFor =
  ({ kind, record }: AuditRecord) =>
  async (request: AdminRequest): Promise<unknown> =>
    kind === 'report' ? readReport(String(record), request) : request.admin.store.catalogue.version();

/** Restores the record of a deletion, if it is among the recently deleted. */
async function restoreDeleted(
  { kind, record }: AuditRecord,
  request: AdminRequest,
): Promise<{ readonly record: number } | undefined> {
  const query = sql`SELECT id FROM bin WHERE kind = ${kind} AND record = ${record}`;
  const deleted = await request.admin.store.catalogue.get<{ id: number }>(query);
  if (!deleted) return undefined;
  const restored = await request.admin.write(staffOf(request), (writer) => writer.restoreDeleted(deleted.id));
  return restored === undefined ? undefined : { record: restored };
}
