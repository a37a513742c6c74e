import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Keyword } from '../entities/listing.ts';
import { changeable, changeParams, emptyPage } from '../paging.ts';

export const seoKeywordsPage = defineCall('seo.keywords.page', {
  method: 'GET',
  required: true,
  purpose: 'All keywords, by name.',
  params: v.object(changeParams),
  data: changeable(Keyword),
  empty: emptyPage(),
  errors: ['BAD_REQUEST'],
});
