import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Shelf } from '../entities/listing.ts';

export const recommendIndex3 = defineCall('recommend.index3', {
  method: 'GET',
  required: true,
  purpose: 'The shelves of the home page, each with its first books.',
  params: v.object({}),
  data: v.object({ items: v.array(Shelf) }),
  empty: { items: [] },
});
