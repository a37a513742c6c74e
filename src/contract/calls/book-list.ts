import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Book } from '../entities/book.ts';
import { changeable, changeParams, emptyPage } from '../paging.ts';

export const bookList = defineCall('book.list', {
  method: 'GET',
  purpose: 'All books of the section by id, or what changed since a cursor: the feed of the nightly rebuild.',
  params: v.object(changeParams),
  data: changeable(Book),
  empty: emptyPage(),
  errors: ['BAD_REQUEST'],
});
