import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { LibraryItem } from '../entities/library.ts';
import { Id, Timestamp } from '../entities/scalars.ts';
import { HistoryEntry } from '../entities/visitor.ts';

/** Maximum number of items per request. */
export const MAX_SENT_ITEMS = 100;
/** Maximum number of changed items per response, in addition to the items of the request. */
export const MAX_CHANGED_ITEMS = 500;

const Cursor = v.pipe(v.string(), v.maxLength(100));

export const librarySync = defineCall('library.sync', {
  method: 'POST',
  purpose:
    'Merges the library of the visitor. For each key the latest change wins, including removals; for each book the ' +
    'furthest place is kept. Returns the changes since the cursor, and sent items that lost to another change.',
  fallback: 'shelf, lists, hidden tags and marks stay on the device; places use history.sync',
  pages: ['history', 'notebook', 'myinfo', 'reader'],
  signedIn: true,
  idempotent: true,
  onFailure: 'log',
  params: v.object({
    /** Cursor of an earlier response. Without it, the response contains all items. */
    since: v.optional(Cursor),
    items: v.pipe(v.array(LibraryItem), v.maxLength(MAX_SENT_ITEMS)),
  }),
  data: v.object({
    items: v.pipe(v.array(LibraryItem), v.maxLength(MAX_CHANGED_ITEMS + MAX_SENT_ITEMS)),
    cursor: Cursor,
    /** Whether there are further changes after `cursor`. */
    more: v.boolean(),
  }),
  empty: { items: [], cursor: '', more: false },
  errors: ['BAD_REQUEST', 'UNAUTHORIZED'],
});

export const historySync = defineCall('history.sync', {
  method: 'POST',
  purpose:
    "Merges a device's reading history into the account. For each book the newest entry or removal wins, and the furthest place is kept.",
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
