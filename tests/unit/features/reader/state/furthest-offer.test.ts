import { describe, expect, it } from 'vitest';
import { entry } from '../../../shell/state/entries.ts';
import { loadStores, memoryPlatform } from '../../../shell/state/memory-platform.ts';

const MOMENT = '2026-05-01T08:00:00Z';

/** A device on which chapter 7 was read last, and chapter `furthest` before that. */
async function open(furthest?: number, platform = deviceWith(furthest)) {
  const stores = await loadStores(platform);
  const offers = await import('#src/features/reader/state/furthest-offer.ts');
  return { ...stores, ...offers, platform, offered: () => offers.$furthestOffer.get()?.furthest.number };
}

function deviceWith(furthest?: number) {
  const furthestPlace =
    furthest === undefined ? {} : { furthest: { chapter: entry(1, '', furthest).chapter, since: 0 } };
  return memoryPlatform({ readlogList: JSON.stringify([{ ...entry(1, MOMENT, 7), ...furthestPlace }]) });
}

describe('the offer to go to the furthest chapter', () => {
  it.each([
    ['is made when an earlier chapter is opened', undefined, 3, 7],
    ['is made when a chapter before the chapter read last is opened', 12, 3, 12],
    ['is made when a chapter between the chapter read last and the furthest chapter is opened', 12, 10, 12],
    ['is not made when the chapter read last is opened', 12, 7, undefined],
    ['is not made when the chapter after the chapter read last is opened', 12, 8, undefined],
    ['is not made when the furthest chapter is opened', 12, 12, undefined],
    ['is not made when a chapter beyond the furthest chapter is opened', undefined, 9, undefined],
  ])('%s', async (_name, furthest, opened, expected) => {
    const { offerFurthest, offered } = await open(furthest);
    offerFurthest(1, opened);
    expect(offered()).toBe(expected);
  });

  it('is not made in a book that was never read', async () => {
    const { offerFurthest, offered } = await open();
    offerFurthest(2, 1);
    expect(offered()).toBeUndefined();
  });

  it('is repeated after a reload until the visitor decides', async () => {
    const first = await open();
    first.offerFurthest(1, 3);
    first.history.recordReading(entry(1, '', 3));
    const second = await open(undefined, first.platform);
    second.offerFurthest(1, 3);
    expect(second.offered()).toBe(7);
    second.endFurthestOffer();
    const third = await open(undefined, first.platform);
    third.offerFurthest(1, 3);
    expect(third.offered()).toBeUndefined();
  });

  it('ends when the visitor reads on, but not when the visitor goes back', async () => {
    const { offerFurthest, endFurthestOfferAfter, offered } = await open();
    offerFurthest(1, 3);
    for (const number of [3, 2]) endFurthestOfferAfter(number);
    expect(offered()).toBe(7);
    endFurthestOfferAfter(4);
    expect(offered()).toBeUndefined();
  });
});
