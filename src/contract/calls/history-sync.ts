import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Id, Timestamp } from '../entities/scalars.ts';
import { HistoryEntry } from '../entities/visitor.ts';

export const historySync = defineCall('history.sync', {
  method: 'POST',
  purpose: 'Merges the reading history of a device into the account: per book the newest wins, removals count.',
  signedIn: true,
  idempotent: true,
  params: v.object({
    entries: v.pipe(v.array(HistoryEntry), v.maxLength(1000)),
    removed: v.pipe(v.array(v.object({ book_id: Id, removed_at: Timestamp })), v.maxLength(1000)),
  }),
  data: v.object({ entries: v.array(HistoryEntry) }),
  empty: { entries: [] },
  errors: ['BAD_REQUEST', 'UNAUTHORIZED'],
});
