import { expect, it } from 'vitest';
import { CANONICAL, type ChangedPage, OTHER_BRAND } from '#src/publish/release/index.ts';
import { sumUpChanges } from '#src/publish/verify/publish-guard/page-changes.ts';

const LIVE = { bytes: 100, noindex: 0, canonical: CANONICAL.own, hasSameTitle: true };

const page = (path: string, change: Partial<ChangedPage> = {}): ChangedPage => ({
  path,
  section: 'tag',
  bytes: 100,
  noindex: 0,
  canonical: CANONICAL.own,
  otherBrand: OTHER_BRAND.none,
  live: LIVE,
  ...change,
});

const sumOf = (...pages: ChangedPage[]) => sumUpChanges(pages).get('tag');

const NONE = { count: 0, examples: [] };

it('sumUpChanges counts new and changed pages separately, by section', () => {
  const sums = sumUpChanges([page('/a'), page('/b', { live: undefined }), page('/c', { section: 'genre' })]);
  expect(sums.get('tag')).toMatchObject({ added: 1, changed: 1 });
  expect(sums.get('genre')).toMatchObject({ added: 0, changed: 1 });
});

it.each([
  ['a different title', 'newTitles', { live: { ...LIVE, hasSameTitle: false } }],
  ['a new noindex', 'newNoindex', { noindex: 1 }],
  ['another page as canonical', 'newCanonical', { canonical: CANONICAL.otherPage }],
  ['a page of another host as canonical', 'otherHost', { canonical: CANONICAL.otherHost }],
] as const)('sumUpChanges counts %s', (_what, name, change) => {
  expect(sumOf(page('/a', change))?.[name]).toEqual({ count: 1, examples: ['/a'] });
});

it.each([
  ['noindex', 'newNoindex', { noindex: 1, live: { ...LIVE, noindex: 1 } }],
  ['a removed noindex', 'newNoindex', { live: { ...LIVE, noindex: 1 } }],
  [
    'another page as canonical',
    'newCanonical',
    { canonical: CANONICAL.otherPage, live: { ...LIVE, canonical: CANONICAL.otherPage } },
  ],
] as const)('sumUpChanges does not count %s as a new problem if the live page has it too', (_what, name, change) => {
  expect(sumOf(page('/a', change))?.[name]).toEqual(NONE);
});

it.each(['inContent', 'inText', 'asSite'] as const)(
  'sumUpChanges counts pages on which another brand is named: %s',
  (place) => {
    const sum = sumOf(page('/a', { otherBrand: OTHER_BRAND[place] }))?.otherBrand;
    expect(sum).toEqual({ inContent: NONE, inText: NONE, asSite: NONE, [place]: { count: 1, examples: ['/a'] } });
  },
);

it('sumUpChanges returns the paths of the first three of many pages', () => {
  const pages = ['/a', '/b', '/c', '/d'].map((path) => page(path, { noindex: 1 }));
  expect(sumOf(...pages)?.newNoindex).toEqual({ count: 4, examples: ['/a', '/b', '/c'] });
});

it('sumUpChanges returns the median growth of the changed pages', () => {
  const sizes = [50, 300, 2000].map((bytes) => page('/a', { bytes }));
  expect(sumOf(...sizes)?.medianGrowth).toBe(3);
  expect(sumOf(page('/a', { live: { ...LIVE, bytes: 0 } }))?.medianGrowth).toBe(100);
  expect(sumOf(page('/a', { live: undefined }))?.medianGrowth).toBe(1);
});
