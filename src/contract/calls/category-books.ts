import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Book } from '../entities/book.ts';
import { bookFilters, emptyPage, paged, pageParams } from '../paging.ts';

export const categoryBooks = defineCall('category.books', {
  method: 'GET',
  purpose: 'The books of a category or of one part of it.',
  params: v.object({
    name: v.pipe(v.string(), v.maxLength(300)),
    sub_name: v.optional(v.pipe(v.string(), v.maxLength(300))),
    ...pageParams,
    ...bookFilters,
  }),
  data: paged(Book),
  empty: emptyPage(),
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
});
