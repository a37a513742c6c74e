import { expect, it } from 'vitest';
import { createBlockedPages } from '#src/server/blocked-pages.ts';
import { testBrand } from '../../integration/server/fixture.ts';

it('blocks a page for a minute, then for twice as long each time, up to an hour, and no page of another brand', () => {
  let now = 1000;
  const blocked = createBlockedPages(() => now);
  const [ash, oak] = ['ash', 'oak'].map((id) => ({ brand: testBrand(id).bundle.brand, address: '/novel/1' }));
  if (!ash || !oak) throw new Error('there are two brands');
  const minutes = [1, 2, 4, 8, 16, 32, 60, 60].map((expected) => {
    blocked.add(ash);
    now += expected * 60_000 - 1;
    const isBlocked = blocked.has(ash);
    now += 1;
    return isBlocked && !blocked.has(ash);
  });
  expect(minutes).toEqual(Array.from({ length: 8 }, () => true));
  expect(blocked.has(oak)).toBe(false);
});
