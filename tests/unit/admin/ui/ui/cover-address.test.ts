import { expect, test } from 'vitest';
import { coverAddress } from '#src/admin/ui/ui/cover-address.ts';

test('coverAddress picks the smallest size of a cover that is large enough, or else the largest', () => {
  const cover = { url: '/media/covers/a.webp', widths: [160, 240, 480] };
  expect(coverAddress(cover, 64)).toBe('/media/covers/a.webp?w=160');
  expect(coverAddress(cover, 200)).toBe('/media/covers/a.webp?w=240');
  expect(coverAddress(cover, 900)).toBe('/media/covers/a.webp?w=480');
});

test('coverAddress adds no size to an SVG cover', () => {
  expect(coverAddress({ url: '/media/covers/a.svg', widths: [] }, 64)).toBe('/media/covers/a.svg');
});
