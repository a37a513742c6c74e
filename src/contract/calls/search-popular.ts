import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { wholeNumber } from '../paging.ts';

export const searchPopular = defineCall('search.popular', {
  method: 'GET',
  purpose: 'Words that many searched in the last days and that books were found for, the most searched first.',
  params: v.object({ limit: v.optional(wholeNumber(1, 20), 8) }),
  data: v.object({ items: v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(200))) }),
  empty: { items: [] },
});
