import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Book } from '../entities/book.ts';
import { Author } from '../entities/listing.ts';
import { emptyPage, idParam, paged, pageParams } from '../paging.ts';

export const authorHome = defineCall('author.home', {
  method: 'GET',
  required: true,
  purpose: 'An author with a page of the books.',
  params: v.object({ author_id: idParam, ...pageParams }),
  data: v.object({ author: v.nullable(Author), books: paged(Book) }),
  empty: { author: null, books: emptyPage() },
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
});
