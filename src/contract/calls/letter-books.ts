import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Book } from '../entities/book.ts';
import { bookFilters, emptyPage, paged, pageParams } from '../paging.ts';

export const letterBooks = defineCall('letter.books', {
  method: 'GET',
  purpose: 'The books whose title begins with a letter; `0` holds those that begin with none of A to Z.',
  params: v.object({ letter: v.pipe(v.string(), v.regex(/^[A-Z0]$/)), ...pageParams, ...bookFilters }),
  data: paged(Book),
  empty: emptyPage(),
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
});
