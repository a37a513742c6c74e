import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Tag } from '../entities/listing.ts';
import { changeable, changeParams, emptyPage } from '../paging.ts';

export const seoBookTags = defineCall('seo.book_tags', {
  method: 'GET',
  required: true,
  purpose: 'All tags, by name.',
  params: v.object(changeParams),
  data: changeable(Tag),
  empty: emptyPage(),
  errors: ['BAD_REQUEST'],
});
