import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Book } from '../entities/book.ts';
import { emptyPage, idParam, paged, pageParams } from '../paging.ts';

export const bookRankBookList = defineCall('bookRank.book_list', {
  method: 'GET',
  required: true,
  purpose: 'The books of a ranking, best first.',
  params: v.object({ type: v.pipe(v.string(), v.maxLength(60)), id: idParam, ...pageParams }),
  data: paged(Book),
  empty: emptyPage(),
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
});
