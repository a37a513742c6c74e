import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Book } from '../entities/book.ts';
import { Count, Id, Name, Timestamp } from '../entities/scalars.ts';
import { idParam } from '../paging.ts';

/**
 * A help event: if enough friends click on it, the inviter's book is unlocked. Pages show three states
 * (docs/product.md, section 4). The additional state `open` means that this visitor has not clicked yet.
 */
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
  purpose: 'Returns a help event with its book and state, for an invited friend.',
  pages: ['help'],
  onFailure: 'log',
  params: v.object({ active_id: idParam, book_id: v.optional(idParam) }),
  data: v.object({ event: v.nullable(HelpEvent) }),
  empty: { event: null },
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
});

export const eventOfBook = defineCall('event.of_book', {
  method: 'GET',
  purpose:
    'Returns the help event of a book, running or over. If there are several, it returns the one that ends last; if there is none, null.',
  fallback: "the page of a help-event novel does not show the event's progress",
  pages: ['activeNovel'],
  params: v.object({ book_id: idParam }),
  data: v.object({ event: v.nullable(HelpEvent) }),
  empty: { event: null },
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
});

export const eventHelpClick = defineCall('event.help_click', {
  method: 'POST',
  purpose: 'Counts a visit as help: once per visitor or device, and a few times per network address.',
  fallback: 'a help event is shown, but visitors help in the app',
  pages: ['help'],
  idempotent: true,
  errorsInPlace: ['EVENT_EXPIRED'],
  params: v.object({ active_id: idParam }),
  data: v.object({ event: v.nullable(HelpEvent) }),
  empty: { event: null },
  errors: ['BAD_REQUEST', 'NOT_FOUND', 'EVENT_EXPIRED', 'RATE_LIMITED'],
});
