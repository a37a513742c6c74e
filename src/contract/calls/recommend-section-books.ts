import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Book } from '../entities/book.ts';
import { bookFilters, emptyPage, idParam, paged, pageParams } from '../paging.ts';

export const recommendSectionBooks = defineCall('recommend.section_books', {
  method: 'GET',
  purpose: 'The full list behind a shelf of the home page.',
  params: v.object({ section_id: idParam, ...pageParams, ...bookFilters }),
  data: paged(Book),
  empty: emptyPage(),
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
});
