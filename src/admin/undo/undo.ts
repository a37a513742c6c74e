import { isAtLeast, isRole, leastRole } from '../access/roles.ts';
import { AdminError } from '../http/error.ts';
import { type AdminAnswer, type AdminRequest, staffOf } from '../http/route.ts';
import type { AdminRecord } from '../records/listing.ts';
import { undoBook } from './book.ts';
import { undoChapter } from './chapter.ts';
import { undoEditorial, undoName } from './records.ts';
import { undoReport } from './report.ts';
import type { Undo, UndoneEntry } from './types.ts';

/** How the entries of a kind are undone, and the resource whose rights that needs. */
const KINDS: Readonly<Record<string, { readonly resource: string; readonly undo: Undo }>> = {
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
  report: { resource: 'reports', undo: undoReport },
};

/** What undoes an act. */
const OPPOSITES: Readonly<Record<string, string>> = { add: 'delete', change: 'change', delete: 'create' };

/** Whether an entry is of what can be undone; it may still be refused, where the fields have changed since. */
export const isUndoable = ({ kind, act, before }: Pick<UndoneEntry, 'kind' | 'before'> & { act: string }): boolean =>
  Object.hasOwn(KINDS, kind) && !isMerge(before) && !(kind === 'book' && act === 'delete');

const isMerge = (before: UndoneEntry['before']) => before !== null && 'merged_into' in before;

/** Makes a record what it was before an entry of the audit log; the entry stays, and a new one tells of this. */
export async function undoEntry(record: AdminRecord, request: AdminRequest): Promise<AdminAnswer> {
  const entry = record as unknown as UndoneEntry;
  const kind = Object.hasOwn(KINDS, entry.kind) ? KINDS[entry.kind] : undefined;
  if (!kind) throw new AdminError('conflict', `What was done to a ${entry.kind} is not undone by this.`);
  if (isMerge(entry.before))
    throw new AdminError('conflict', 'A merge is not undone by this: its entry names the books that had the name.');
  checkRight(`${kind.resource}.${OPPOSITES[entry.act]}`, request);
  const undone = await kind.undo(entry, request);
  return { body: { data: { id: entry.id, ...undone } } };
}

function checkRight(act: string, request: AdminRequest): void {
  const { role } = staffOf(request);
  const least = leastRole(act);
  if (least === 'anyone' || (least && isRole(role) && isAtLeast(role, least))) return;
  throw new AdminError('forbidden', `Undoing this needs the right ${act}.`);
}
