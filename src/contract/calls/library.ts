import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { LibraryItem } from '../entities/library.ts';
import { Id, Timestamp } from '../entities/scalars.ts';
import { HistoryEntry } from '../entities/visitor.ts';

/** Most items of one request, and of one response. */
export const SENT_MOST = 100;
export const ANSWERED_MOST = 500;

const Cursor = v.pipe(v.string(), v.maxLength(100));

export const librarySync = defineCall('library.sync', {
  method: 'POST',
  purpose:
    'Merges what a visitor keeps: of one key the latest change wins, by its own clock, a removal too; of a book the ' +
    'furthest place of both stays. Answers with what changed since the cursor and with what of the sent items came ' +
    'out otherwise.',
  fallback: 'shelf, lists, hidden tags and marks stay on the device; places go by history.sync',
  pages: ['history', 'notebook', 'myinfo', 'reader'],
  signedIn: true,
  idempotent: true,
  onFailure: 'log',
  params: v.object({
    /** Cursor of an earlier response; without it the response holds everything. */
    since: v.optional(Cursor),
    items: v.pipe(v.array(LibraryItem), v.maxLength(SENT_MOST)),
  }),
  data: v.object({
    items: v.pipe(v.array(LibraryItem), v.maxLength(ANSWERED_MOST + SENT_MOST)),
    cursor: Cursor,
    /** Whether more items follow the cursor. */
    more: v.boolean(),
  }),
  empty: { items: [], cursor: '', more: false },
  errors: ['BAD_REQUEST', 'UNAUTHORIZED'],
});

export const historySync = defineCall('history.sync', {
  method: 'POST',
  purpose:
    'Merges the reading history of a device into the account: per book the newest wins, removals count, and the furthest place stays.',
  fallback: 'reading history stays on the device',
  pages: ['history', 'notebook', 'reader'],
  signedIn: true,
  idempotent: true,
  onFailure: 'log',
  params: v.object({
    entries: v.pipe(v.array(HistoryEntry), v.maxLength(1000)),
    removed: v.pipe(v.array(v.object({ book_id: Id, removed_at: Timestamp })), v.maxLength(1000)),
  }),
  data: v.object({ entries: v.array(HistoryEntry) }),
  empty: { entries: [] },
  errors: ['BAD_REQUEST', 'UNAUTHORIZED'],
});
