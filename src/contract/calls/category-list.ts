import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { CategoryEntry } from '../entities/listing.ts';

export const categoryList = defineCall('category.list', {
  method: 'GET',
  purpose: 'The categories and their parts, by name.',
  params: v.object({}),
  data: v.object({ items: v.array(CategoryEntry) }),
  empty: { items: [] },
});
