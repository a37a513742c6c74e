import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { RankingType } from '../entities/listing.ts';

export const bookRankList = defineCall('bookRank.list', {
  method: 'GET',
  required: true,
  purpose: 'The ranking menu.',
  params: v.object({}),
  data: v.object({ items: v.array(RankingType) }),
  empty: { items: [] },
});
