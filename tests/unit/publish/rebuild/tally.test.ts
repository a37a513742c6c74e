import { expect, it } from 'vitest';
import { countAsKept, countCall, createTally } from '#src/publish/rebuild/tally.ts';

it('countCall does not count missing calls and removed books as failures', () => {
  const tally = createTally();
  for (const [success, status] of [
    [1, 200],
    [0, 404],
    [0, 410],
    [0, 500],
    [0, 0],
  ] as const)
    countCall(tally, { success, status });
  expect(tally.upstream).toEqual({ calls: 5, retries: 0, errors: 2 });
});

it('countAsKept counts a page of any language as kept instead of rendered', () => {
  const tally = { ...createTally(), kinds: { genre: { rendered: 3, kept: 1, removed: 0 } } };
  countAsKept(tally, 'genre');
  countAsKept(tally, 'es:genre');
  countAsKept(tally, 'tag');
  expect(tally.kinds).toEqual({ genre: { rendered: 1, kept: 3, removed: 0 } });
});
