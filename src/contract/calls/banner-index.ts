import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Banner } from '../entities/listing.ts';

export const bannerIndex = defineCall('banner.index', {
  method: 'GET',
  required: true,
  purpose: 'The banners of the brand, in the order they are shown.',
  params: v.object({}),
  data: v.object({ items: v.array(Banner) }),
  empty: { items: [] },
});
