import { expect, it } from 'vitest';
import { loadStores, memoryPlatform } from './memory-platform.ts';

async function load(count = 0) {
  const stores = await loadStores(memoryPlatform());
  const tombstones = Array.from({ length: count }, (_, index) => ({
    key: `shelf/${count - index}`,
    at: count - index,
  }));
  stores.local.$tombstones.set(tombstones);
  return { ...stores, ...(await import('#src/shell/state/tombstones.ts')) };
}

it('a removal is stored once, with its latest time', async () => {
  const { local, addTombstone, removedAt } = await load();
  addTombstone('shelf/1');
  addTombstone('shelf/1', Date.parse('2026-05-02T00:00:00Z'));
  expect(local.$tombstones.get()).toHaveLength(1);
  expect(removedAt('shelf/1')).toBeGreaterThan(Date.parse('2026-05-02T00:00:00Z'));
  expect(removedAt('shelf/2')).toBeUndefined();
});

it('the oldest removal is dropped if there are too many', async () => {
  const { addTombstone, removedAt, local, MAX_TOMBSTONES } = await load(2000);
  expect(MAX_TOMBSTONES).toBe(2000);
  addTombstone('shelf/9999');
  expect(local.$tombstones.get()).toHaveLength(2000);
  expect([removedAt('shelf/9999'), removedAt('shelf/2'), removedAt('shelf/1')]).toEqual([
    Date.parse('2026-05-01T12:00:00Z'),
    2,
    undefined,
  ]);
});

it('the removal of an item is forgotten when the item is added again', async () => {
  const { deleteTombstone, removedAt } = await load(3);
  deleteTombstone('shelf/2');
  expect(['shelf/1', 'shelf/2', 'shelf/3'].map(removedAt)).toEqual([1, undefined, 3]);
});
