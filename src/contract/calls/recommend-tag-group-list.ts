import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Genre } from '../entities/listing.ts';

export const recommendTagGroupList = defineCall('recommend.tag_group_list', {
  method: 'GET',
  required: true,
  purpose: 'The genres, each with its tags.',
  params: v.object({}),
  data: v.object({ items: v.array(Genre) }),
  empty: { items: [] },
});
