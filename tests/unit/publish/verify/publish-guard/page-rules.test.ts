import { describe, expect, it } from 'vitest';
import type { SectionTotals } from '#src/publish/release/index.ts';
import type { SectionChanges } from '#src/publish/verify/publish-guard/page-changes.ts';
import { type ComparedSection, sectionFindings } from '#src/publish/verify/publish-guard/page-rules.ts';

const totals = (pages: number, more: Partial<SectionTotals> = {}): SectionTotals => ({
  pages,
  bytes: 1000 * pages,
  medianBytes: 1000,
  inContent: 0,
  inText: 0,
  asSite: 0,
  ...more,
});
const NONE = { count: 0, examples: [] };
const count = (number: number) => ({ count: number, examples: ['/a'] });
const NO_CHANGES: SectionChanges = {
  added: 0,
  changed: 0,
  newTitles: NONE,
  newNoindex: NONE,
  newCanonical: NONE,
  otherHost: NONE,
  otherBrand: { inContent: NONE, inText: NONE, asSite: NONE },
  medianGrowth: 1,
};

type Sums = readonly [SectionTotals | number | undefined, SectionTotals | number | undefined];
type More = Partial<ComparedSection> & { isOtherSite?: boolean };

/** Returns the rules broken by a section with these page counts, before and now. */
const broken = (sums: Sums, changes: Partial<SectionChanges> = {}, more: More = {}): string[] =>
  findingsOf(sums, changes, more).map(({ rule }) => rule);

function findingsOf(
  [live, now]: Sums,
  changes: Partial<SectionChanges> = {},
  { kind = 'genre', isOtherSite = false, ...more }: More = {},
) {
  const sum = (totalsOrCount: SectionTotals | number | undefined) =>
    typeof totalsOrCount === 'number' ? totals(totalsOrCount) : totalsOrCount;
  const section = { name: kind, kind, live: sum(live), now: sum(now), changes: { ...NO_CHANGES, ...changes }, ...more };
  return sectionFindings(section, isOtherSite);
}

describe('the number of pages in a section', () => {
  it.each([
    ['genre', 1000, 970, []],
    ['genre', 1000, 969, ['pages-lost']],
    ['genre', 100, 90, []],
    ['genre', 100, 89, ['pages-lost']],
    ['genre', 10, 5, []],
    ['genre', 10, 4, ['pages-lost']],
    ['genre', 4, 1, []],
    ['genre', 4, 0, ['pages-lost']],
    ['ranking', 100, 50, []],
    ['ranking', 101, 50, ['pages-lost']],
    ['login', 1, 1, []],
    ...(['login', 'history', 'notebook', 'myinfo', 'ads', 'translator', 'lastRead'] as const).map(
      (kind) => [kind, 1, 0, ['pages-lost']] as const,
    ),
    ['section', 100, 50, []],
    ['novel', 1000, 0, []],
    ['genre', 1000, 1500, []],
    ['genre', 1000, 1501, ['pages-gained']],
    ['genre', 20, 120, []],
    ['genre', 20, 121, ['pages-gained']],
    ['novel', 20, 500, []],
  ] as const)('must not change too much: for %s, from %i to %i breaks the rules %j', (kind, live, now, rules) => {
    expect(broken([live, now], {}, { kind })).toEqual(rules);
  });

  it('is not compared if there is no live release', () => {
    expect(broken([undefined, 5])).toEqual([]);
  });
});

describe('the URLs of a section', () => {
  it.each([
    ['genre', 30, 10, []],
    ['genre', 30, 11, ['addresses-changed']],
    ['genre', 9, 9, []],
    ['ranking', 30, 27, []],
    ['ranking', 30, 28, ['addresses-changed']],
  ] as const)(
    'may change up to a limit: %s with %i pages and %i changed URLs breaks the rules %j',
    (kind, pages, added, rules) => {
      expect(broken([pages, pages], { added }, { kind })).toEqual(rules);
    },
  );

  it('count as lost whether they have disappeared or were replaced', () => {
    expect(broken([30, 28], { added: 8 })).toEqual([]);
    expect(broken([30, 28], { added: 9 })).toEqual(['addresses-changed']);
  });
});

describe('the titles of the pages in a section', () => {
  it.each([
    [30, 10, []],
    [30, 11, ['titles-changed']],
    [12, 9, []],
    [12, 10, ['titles-changed']],
  ])('may change up to a limit: %i pages with %i changed titles break the rules %j', (pages, changed, rules) => {
    expect(broken([pages, pages], { newTitles: count(changed) })).toEqual(rules);
  });

  it('may all change if the code or brand changes, but must not become much more alike', () => {
    const compared = (live: number, now: number) =>
      broken([30, 30], { newTitles: count(30) }, { isOtherSite: true, titles: { live, now } });
    expect(compared(30, 20)).toEqual(['titles-alike']);
    expect(compared(30, 21)).toEqual([]);
    expect(broken([30, 30], {}, { titles: { live: 30, now: 1 } })).toEqual(['titles-alike']);
    expect(broken([9, 30], {}, { titles: { live: 9, now: 1 } })).toEqual([]);
  });
});

describe('the search engine directives of the pages in a section', () => {
  it.each([
    ['genre', 1, ['noindex']],
    ['novel', 3, []],
    ['novel', 4, ['noindex']],
  ] as const)(
    'may add noindex to only a few pages: %s, added to %i of ten pages, breaks the rules %j',
    (kind, noindex, rules) => {
      expect(broken([10, 10], { newNoindex: count(noindex) }, { kind })).toEqual(rules);
    },
  );

  it('must not start to name another page or host as canonical', () => {
    expect(broken([10, 10], { newCanonical: count(1) })).toEqual(['canonical']);
    expect(broken([10, 10], { otherHost: count(1) })).toEqual(['canonical-host']);
  });
});

describe('the name of another brand on the pages of a section', () => {
  it("must not appear as the site's name, or in a text that did not contain it before", () => {
    expect(broken([10, totals(10, { asSite: 1 })])).toEqual(['other-brand']);
    expect(broken([10, totals(10, { inText: 1 })])).toEqual(['other-brand-text']);
    expect(broken([totals(10, { inText: 1 }), totals(10, { inText: 2 })])).toEqual([]);
  });

  it('may appear as a word in some titles', () => {
    expect(broken([100, totals(100, { inContent: 10 })])).toEqual([]);
    expect(broken([100, totals(100, { inContent: 11 })])).toEqual(['other-brand-text']);
    expect(broken([20, totals(20, { inContent: 9 })])).toEqual([]);
    expect(broken([totals(100, { inContent: 40 }), totals(100, { inContent: 50 })])).toEqual([]);
  });
});

describe('the median page size of a section', () => {
  const totalsOfSize = (medianBytes: number, pages = 10) => totals(pages, { medianBytes });

  it.each([
    [700, false, []],
    [699, false, ['page-size']],
    [1300, false, []],
    [1301, false, ['page-size']],
    [500, true, []],
    [499, true, ['page-size']],
    [2000, true, []],
    [2001, true, ['page-size']],
  ])(
    'must not change too much: %i per mille (other code or brand: %s) breaks the rules %j',
    (bytes, isOtherSite, rules) => {
      expect(broken([10, totalsOfSize(bytes)], {}, { isOtherSite })).toEqual(rules);
    },
  );

  it('is not compared if there are fewer than ten pages', () => {
    expect(broken([10, totalsOfSize(1, 9)])).toEqual([]);
  });

  it('is compared for the changed pages too, even if the median of all pages is unchanged', () => {
    expect(broken([10, 10], { changed: 10, medianGrowth: 1.31 })).toEqual(['page-size']);
    expect(broken([10, 10], { changed: 9, medianGrowth: 1.31 })).toEqual([]);
  });
});

it('the text of a finding contains the section, the number of pages and the first few paths', () => {
  const changes = { ...NO_CHANGES, newCanonical: { count: 5, examples: ['/a', '/b', '/c'] } };
  const section = { name: 'es:genre', kind: 'genre', live: totals(5), now: totals(5), changes } as const;
  expect(sectionFindings(section, false)).toEqual([
    { rule: 'canonical', what: 'es:genre: the canonical URL is now another page for 5 pages: /a, /b, /c, …' },
  ]);
  const one = { ...section, changes: { ...NO_CHANGES, newCanonical: { count: 1, examples: ['/a'] } } };
  expect(sectionFindings(one, false)[0]?.what).toBe('es:genre: the canonical URL is now another page for 1 page: /a');
});

describe('the text of a finding', () => {
  const examples = (number: number) => ({ count: number, examples: ['/a', '/b'] });
  const other = { inContent: NONE, inText: NONE, asSite: NONE };

  it.each<[string, Sums, Partial<SectionChanges>, More, string]>([
    ['lost pages', [1000, 969], {}, {}, 'genre: 969 pages'],
    ['changed URLs', [30, 30], { added: 11 }, {}, 'genre: 11 of 30 live addresses no longer exist'],
    [
      'canonical URLs on another host',
      [10, 10],
      { otherHost: examples(1) },
      {},
      'genre: the canonical URL is on another host for 1 page: /a, /b',
    ],
    [
      'canonical URLs of other pages',
      [10, 10],
      { newCanonical: examples(2) },
      {},
      'genre: the canonical URL is now another page for 2 pages: /a, /b',
    ],
    ['noindex', [10, 10], { newNoindex: examples(3) }, {}, 'genre: noindex is new on 3 pages: /a, /b, …'],
    ['changed titles', [30, 30], { newTitles: examples(15) }, {}, 'genre: 50'],
    [
      'identical titles',
      [30, 40],
      {},
      { titles: { live: 30, now: 1 } },
      'genre: 1 different titles on 40 pages, the live release has 30 on 30',
    ],
    [
      'another brand as the name of the site',
      [10, totals(10, { asSite: 4 })],
      { otherBrand: { ...other, asSite: examples(4) } },
      {},
      'genre: the site is named as another brand on 4 pages: /a, /b, …',
    ],
    [
      'another brand in texts',
      [10, totals(10, { inText: 2 })],
      { otherBrand: { ...other, inText: examples(2) } },
      {},
      'genre: texts name another brand on 2 pages: /a, /b',
    ],
    [
      'another brand in titles',
      [20, totals(20, { inContent: 20 })],
      { otherBrand: { ...other, inContent: examples(20) } },
      {},
      'genre: titles name another brand on 20 pages: /a, /b, …',
    ],
    [
      'sizes',
      [10, totals(10, { medianBytes: 100 })],
      {},
      {},
      'genre: the median size of all pages is 10 % of the live one',
    ],
    [
      'growth',
      [20, 20],
      { changed: 12, medianGrowth: 0.1 },
      {},
      'genre: the median size of 12 changed pages is 10 % of the live one',
    ],
  ])('describes %s', (_of, sums, changes, more, text) => {
    expect(findingsOf(sums, changes, more).map(({ what }) => what)).toEqual([expect.stringContaining(text)]);
  });
});
