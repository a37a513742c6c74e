import { expect, it } from 'vitest';
import { summaryText } from '#src/rebuild/plan-summary.ts';

it('is text with aligned kinds, counts and reasons', () => {
  const text = summaryText({
    byKind: {
      letter: { added: 2, changed: 110, removed: 0, kept: 4000 },
      genre: { added: 0, changed: 1, removed: 3, kept: 12 },
    },
    byReason: { model: 111, new: 2 },
  });
  expect(text).toBe(`  kind of page  added  changed  removed  kept
  genre             0        1        3    12
  letter            2      110        0  4000
  all               2      111        3  4012
  why     2  5. the previous release has no such page
        111  7. what the page shows changed`);
});
