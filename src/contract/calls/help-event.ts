import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Book } from '../entities/book.ts';
import { Count, Id, Name, Timestamp } from '../entities/scalars.ts';
import { idParam } from '../paging.ts';

/** A help event: friends' visits unlock a book for the inviter (product 4: three states shown; `open` before the click). */
export const HelpEvent = v.object({
  id: Id,
  book: Book,
  inviter: Name,
  state: v.picklist(['open', 'clicked', 'success', 'expired']),
  needed: Count,
  helped: Count,
  expires_at: Timestamp,
});
export type HelpEvent = v.InferOutput<typeof HelpEvent>;

export const eventInviteActivityHelpPage = defineCall('event.inviteActivityHelpPage', {
  method: 'GET',
  required: true,
  purpose: 'A help event with its book and state, for the friend who was invited.',
  pages: ['help'],
  onFailure: 'log',
  params: v.object({ active_id: idParam, book_id: v.optional(idParam) }),
  data: v.object({ event: v.nullable(HelpEvent) }),
  empty: { event: null },
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
});

export const eventOfBook = defineCall('event.of_book', {
  method: 'GET',
  purpose: 'The help event of a book that ends last, running or over; null where the book never had one.',
  fallback: 'the page of a help-event novel does not tell how far its event is',
  pages: ['activeNovel'],
  params: v.object({ book_id: idParam }),
  data: v.object({ event: v.nullable(HelpEvent) }),
  empty: { event: null },
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
});

export const eventHelpClick = defineCall('event.help_click', {
  method: 'POST',
  purpose: 'Counts the help of this visitor or device once; one network address helps an event a few times.',
  fallback: 'a help event is shown, and helping happens in the app',
  pages: ['help'],
  idempotent: true,
  errorsInPlace: ['EVENT_EXPIRED'],
  params: v.object({ active_id: idParam }),
  data: v.object({ event: v.nullable(HelpEvent) }),
  empty: { event: null },
  errors: ['BAD_REQUEST', 'NOT_FOUND', 'EVENT_EXPIRED', 'RATE_LIMITED'],
});
