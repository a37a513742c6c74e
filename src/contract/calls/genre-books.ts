import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Book } from '../entities/book.ts';
import { bookFilters, emptyPage, idParam, paged, pageParams } from '../paging.ts';

export const genreBooks = defineCall('genre.books', {
  method: 'GET',
  purpose: 'The books of a genre.',
  params: v.object({ genre_id: idParam, ...pageParams, ...bookFilters }),
  data: paged(Book),
  empty: emptyPage(),
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
});
