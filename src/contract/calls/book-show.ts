import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { BookDetail } from '../entities/book.ts';
import { idParam } from '../paging.ts';

export const bookShow = defineCall('book.show', {
  method: 'GET',
  required: true,
  purpose: 'A book with the details of its own page.',
  params: v.object({ book_id: idParam }),
  data: v.object({ book: v.nullable(BookDetail) }),
  empty: { book: null },
  errors: ['BAD_REQUEST', 'NOT_FOUND', 'GONE'],
});
