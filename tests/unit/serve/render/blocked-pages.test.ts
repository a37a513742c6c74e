import { expect, it } from 'vitest';
import { createBlockedPages } from '#src/serve/render/blocked-pages.ts';
import { testBrand } from '../../../helpers/published-brand.ts';

it('a blocked page is retried after a minute, then after twice as long each time, up to an hour, without affecting other brands', () => {
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

it('only the latest thousand blocked pages of each brand are remembered', () => {
  const blocked = createBlockedPages(() => 1000);
  const { brand } = testBrand('ash').bundle;
  const page = (number: number) => ({ brand, address: `/novel/${number}` });
  for (let number = 0; number < 1000; number += 1) blocked.add(page(number));
  expect([blocked.has(page(0)), blocked.has(page(999)), blocked.has(page(1000))]).toEqual([true, true, false]);
  blocked.add(page(0));
  blocked.add(page(1000));
  expect([blocked.has(page(0)), blocked.has(page(1)), blocked.has(page(2))]).toEqual([true, false, true]);
});
