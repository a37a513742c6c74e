import { describe, expect, it } from 'vitest';
import { loadStores, memoryPlatform } from '../../shell/state/memory-platform.ts';

describe('campaignOf', () => {
  it.each([
    ['?book=12', { book: 12, chapter: undefined }],
    ['?utm_source=x&book=12&chapter=34', { book: 12, chapter: 34 }],
    ['?book=12&chapter=-1', { book: 12, chapter: undefined }],
    ['?chapter=34', undefined],
    ['?book=0', undefined],
    ['?book=12x', undefined],
    ['', undefined],
  ])('parses %s as %j', async (search, campaign) => {
    const { campaign: store } = await loadStores(memoryPlatform());
    expect(store.campaignOf(search)).toEqual(campaign);
  });
});

it('loading the book of a campaign does not fail if the book does not exist', async () => {
  const { campaign, messages } = await loadStores(memoryPlatform());
  await campaign.loadCampaignBook({ book: 9, chapter: undefined });
  expect(campaign.$campaignBook.get()).toBeNull();
  expect(messages.$notification.get()).toBeNull();
});
