import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { LibraryItem } from '../entities/library.ts';

/** Items of one call. */
export const SENT_MOST = 100;
export const ANSWERED_MOST = 500;

const Cursor = v.pipe(v.string(), v.maxLength(100));

export const librarySync = defineCall('library.sync', {
  method: 'POST',
  purpose:
    'Merges what a visitor keeps: of one key the latest change wins, by its own clock, a removal too. Answers with ' +
    'what changed since the cursor and with what of the sent items came out otherwise.',
  signedIn: true,
  idempotent: true,
  params: v.object({
    /** Of an earlier answer; without it everything is told. */
    since: v.optional(Cursor),
    items: v.pipe(v.array(LibraryItem), v.maxLength(SENT_MOST)),
  }),
  data: v.object({
    items: v.pipe(v.array(LibraryItem), v.maxLength(ANSWERED_MOST + SENT_MOST)),
    cursor: Cursor,
    /** There is more behind the cursor. */
    more: v.boolean(),
  }),
  empty: { items: [], cursor: '', more: false },
  errors: ['BAD_REQUEST', 'UNAUTHORIZED'],
});
