import { expect, it } from 'vitest';
import { reportText } from '#src/rebuild/report.ts';

it('is a few lines of text', () => {
  const seconds = { sync: 1, plan: 0.25, bundle: 0, render: 3, sitemaps: 0, verify: 0.5, publish: 0.1, total: 4.85 };
  const text = reportText({
    brand: 'freenovel',
    release: '20260501T000000000Z',
    previous: null,
    status: 'published',
    bytes: 3 * 2 ** 20,
    pages: { rendered: 10, taken: 0, kept: 5, removed: 1, total: 15 },
    damaged: 0,
    seconds,
    peakRssMiB: 200,
    apiCalls: 42,
  });
  expect(text).toBe(`freenovel: published, live is 20260501T000000000Z
  pages     15 (10 rendered, 5 kept, 1 removed), 3.0 MiB
  seconds   4.8 (sync 1.0, plan 0.3, bundle 0.0, render 3.0, sitemaps 0.0, verify 0.5, publish 0.1)
  upstream  42 calls
  memory    200 MiB at most`);
});

it('shows how many pages were reused, and how many files were damaged', () => {
  const seconds = { sync: 0, plan: 0, bundle: 0, render: 0, sitemaps: 0, verify: 0, publish: 0, total: 0 };
  const text = reportText({
    brand: 'freenovel',
    release: 'r',
    previous: null,
    status: 'published',
    bytes: 0,
    pages: { rendered: 10, taken: 4, kept: 5, removed: 1, total: 15 },
    damaged: 2,
    seconds,
    peakRssMiB: 200,
    apiCalls: 42,
  });
  expect(text).toContain('15 (10 rendered of which 4 before this run, 5 kept, 1 removed)');
  expect(text).toContain('damaged   2 pages and files of the release before');
});

it('shows what was accepted, and what a dry run foresees', () => {
  const seconds = { sync: 0, plan: 0, bundle: 0, render: 0, sitemaps: 0, verify: 0, publish: 0, total: 0 };
  const text = reportText({
    brand: 'freenovel',
    release: 'r',
    previous: null,
    status: 'published',
    accepted: { reason: 'the licence has ended', findings: ['books-lost: en has 9 books'] },
    suspicious: ['en has 8 books'],
    damaged: 0,
    bytes: 0,
    pages: { rendered: 10, taken: 0, kept: 5, removed: 1, total: 15 },
    seconds,
    peakRssMiB: 200,
    apiCalls: 42,
  });
  expect(text).toContain('\n  accepted  the licence has ended\n            books-lost: en has 9 books');
  expect(text).toContain('\n  a release of this would be refused: en has 8 books');
});
