import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Chapter } from '../entities/chapter.ts';
import { idParam } from '../paging.ts';

export const bookChapters = defineCall('book.chapters', {
  method: 'GET',
  required: true,
  purpose: 'The full chapter list of a book in reading order, unpaged by purpose.',
  params: v.object({ book_id: idParam }),
  data: v.object({ items: v.array(Chapter) }),
  empty: { items: [] },
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
});
