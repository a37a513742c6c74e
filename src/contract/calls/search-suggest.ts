import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Suggestion } from '../entities/visitor.ts';
import { wholeNumber } from '../paging.ts';

export const searchSuggest = defineCall('search.suggest', {
  method: 'GET',
  purpose: 'Suggestions while the visitor types.',
  params: v.object({
    keyword: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)),
    limit: v.optional(wholeNumber(1, 20), 8),
  }),
  data: v.object({ items: v.array(Suggestion) }),
  empty: { items: [] },
  errors: ['BAD_REQUEST'],
});
