import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { HelpEvent } from '../entities/visitor.ts';
import { idParam } from '../paging.ts';

export const eventOfBook = defineCall('event.of_book', {
  method: 'GET',
  purpose: 'The help event of a book that ends last, running or over; null where the book never had one.',
  params: v.object({ book_id: idParam }),
  data: v.object({ event: v.nullable(HelpEvent) }),
  empty: { event: null },
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
});
