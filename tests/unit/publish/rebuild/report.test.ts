import { describe, expect, it, vi } from 'vitest';
import { createReport, reportText } from '#src/publish/rebuild/report.ts';

it('reportText summarises a published run in a few lines', () => {
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
  expect(text).toBe(`freenovel: published, live release 20260501T000000000Z
  pages     15 (10 rendered, 5 kept, 1 removed), 3.0 MiB
  seconds   4.8 (sync 1.0, plan 0.3, bundle 0.0, render 3.0, sitemaps 0.0, verify 0.5, publish 0.1)
  upstream  42 calls
  memory    200 MiB at most`);
});

it('reportText shows how many pages were reused and how many files were damaged', () => {
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
  expect(text).toContain('damaged   2 pages and files of the previous release');
});

it('reportText shows accepted findings, and the findings that a dry run expects', () => {
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

describe('the report of a rebuild', () => {
  const seconds = { sync: 0, plan: 0, bundle: 0, render: 0, sitemaps: 0, verify: 0, publish: 0, total: 1 };
  const summary = { byKind: { letter: { added: 1, changed: 0, removed: 0, kept: 0 } }, byReason: { new: 1 } };
  const facts = (change: object = {}) =>
    ({
      brand: 'freenovel',
      previous: { id: 'before', info: { bytes: 70 } },
      plan: { rendered: 12, kept: 5, removed: 2, summary: () => summary },
      timer: { seconds: () => seconds },
      apiCalls: 9,
      losses: [],
      counts: { reused: 3, unchanged: 4 },
      damage: { pages: [], assets: [] },
      linked: new Set(),
      operatorLinks: new Set(),
      ...change,
    }) as unknown as Parameters<typeof createReport>[0];

  it('counts undecided pages as kept if they turned out to be unchanged', () => {
    expect(createReport(facts())('published', { id: 'now', bytes: 99 } as never)).toEqual({
      brand: 'freenovel',
      release: 'now',
      previous: 'before',
      status: 'published',
      pages: { rendered: 8, taken: 3, kept: 9, removed: 2, total: 17 },
      damaged: 0,
      bytes: 99,
      seconds,
      peakRssMiB: expect.any(Number),
      apiCalls: 9,
    });
  });

  it('contains the id of the live release if nothing was published, or null if there is no live release', () => {
    expect(createReport(facts())('unchanged')).toMatchObject({ release: 'before', previous: 'before', bytes: 70 });
    expect(createReport(facts({ previous: undefined }))('planned')).toMatchObject({
      release: null,
      previous: null,
      bytes: 0,
    });
  });

  it('includes the plan only in a dry run', () => {
    expect(createReport(facts())('planned').plan).toEqual(summary);
    expect(createReport(facts())('published')).not.toHaveProperty('plan');
    expect(createReport(facts({ plan: { rendered: 1, kept: 0, removed: 0 } }))('planned')).not.toHaveProperty('plan');
  });

  it('includes damaged files, dropped items, linked pages, broken links of the operator and accepted findings', () => {
    const losses = [{ call: 'book.list', items: 2, named: ['no title'] }];
    const accepted = { reason: 'so be it', findings: [] };
    const damage = { pages: [{ path: '/a', listing: '' }], assets: ['/_astro/a.js', '/_astro/b.js'] };
    const report = createReport(
      facts({ losses, damage, linked: new Set(['/tags']), operatorLinks: new Set(['The menu']) }),
    );
    expect(report('published', { id: 'now', bytes: 1, accepted } as never)).toMatchObject({
      damaged: 3,
      losses,
      accepted,
      linked: ['/tags'],
      operatorLinks: ['The menu'],
    });
    for (const field of ['losses', 'accepted', 'linked', 'operatorLinks'])
      expect(createReport(facts())('published')).not.toHaveProperty(field);
  });

  it('contains the peak memory in MiB', () => {
    const used = vi.spyOn(process, 'resourceUsage').mockReturnValue({ maxRSS: 300 * 1024 + 600 } as never);
    expect(createReport(facts())('unchanged').peakRssMiB).toBe(301);
    used.mockRestore();
  });

  it.each([
    ['published', 'freenovel: published, live release r'],
    ['unchanged', 'freenovel: nothing changed, live release r'],
    ['planned', 'freenovel: dry run, live release r'],
  ] as const)('has the status %s in the first line of its text: %s', (status, line) => {
    const report = { ...createReport(facts({ previous: { id: 'r', info: { bytes: 0 } } }))(status), peakRssMiB: 1 };
    expect(reportText(report).split('\n')[0]).toBe(line);
  });

  it('has a line of text for each unusual event', () => {
    const base = { ...createReport(facts({ previous: undefined }))('planned'), peakRssMiB: 1 };
    const losses = [
      { call: 'book.list', items: 2, named: ['no title'] },
      { call: 'tag.list', items: 1, named: ['no name'] },
    ];
    const operatorLinks = ['The menu links to /c, which does not exist. Correct it in brand.ts of ash (menu).'];
    expect(reportText({ ...base, losses, linked: ['/a', '/b'], operatorLinks })).toBe(`freenovel: dry run
  pages     17 (8 rendered of which 3 before this run, 9 kept, 2 removed), 0.0 MiB
  linked    /a, published too because a corrected page links to it
  linked    /b, published too because a corrected page links to it
  seconds   1.0 (sync 0.0, plan 0.0, bundle 0.0, render 0.0, sitemaps 0.0, verify 0.0, publish 0.0)
  upstream  9 calls
  memory    1 MiB at most
  left out  2 of book.list: no title; …
  left out  1 of tag.list: no name
  link      The menu links to /c, which does not exist. Correct it in brand.ts of ash (menu).
  kind of page  added  changed  removed  kept
  letter            1        0        0     0
  all               1        0        0     0
  why   1  5. the previous release has no such page`);
  });
});
