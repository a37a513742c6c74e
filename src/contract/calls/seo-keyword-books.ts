import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Book } from '../entities/book.ts';
import { bookFilters, emptyPage, idParam, paged, pageParams } from '../paging.ts';

export const seoKeywordBooks = defineCall('seo.keyword_books', {
  method: 'GET',
  purpose: 'The books of a keyword.',
  params: v.object({ keyword_id: idParam, ...pageParams, ...bookFilters }),
  data: paged(Book),
  empty: emptyPage(),
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
});
