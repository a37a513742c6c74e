import { describe, expect, it } from 'vitest';
import type { ContentFacts, ListFacts } from '#src/publish/verify/publish-guard/content-facts.ts';
import { contentFindings } from '#src/publish/verify/publish-guard/content-rules.ts';

const lists = (...books: number[]): Record<string, ListFacts> =>
  Object.fromEntries(books.map((number, index) => [`l${index}`, { name: `List ${index}`, books: number }]));
const facts = (more: Partial<ContentFacts> = {}): ContentFacts => ({
  books: 100,
  banners: 0,
  genres: {},
  rankings: {},
  shelves: {},
  ...more,
});
const findings = (live: Partial<ContentFacts>, now: Partial<ContentFacts>) =>
  contentFindings({ en: facts(live) }, { en: facts(now) });
const broken = (live: Partial<ContentFacts>, now: Partial<ContentFacts>) => findings(live, now).map(({ rule }) => rule);

describe('the number of books in a language', () => {
  it.each([
    [1000, 980, []],
    [1000, 979, ['books-lost']],
    [100, 90, []],
    [100, 89, ['books-lost']],
    [20, 15, []],
    [20, 14, ['books-lost']],
    [2, 1, []],
    [2, 0, ['books-lost']],
    [0, 0, []],
    [1000, 1500, []],
    [1000, 1501, ['books-gained']],
    [10, 110, []],
    [10, 111, ['books-gained']],
    [0, 5000, []],
  ])('must not change too much: from %i to %i breaks the rules %j', (live, now, rules) => {
    expect(broken({ books: live }, { books: now })).toEqual(rules);
  });

  it('is compared only if both releases have the language', () => {
    expect(contentFindings({ en: facts() }, { es: facts({ books: 0 }) })).toEqual([]);
    expect(contentFindings(undefined, { en: facts({ books: 0 }) })).toEqual([]);
  });

  it('is reported with its old and its new value', () => {
    expect(findings({ books: 120 }, { books: 90 })).toEqual([
      { rule: 'books-lost', what: 'en has 90 books, the live release has 120 (25 % fewer)' },
    ]);
  });
});

describe("the lists in a language's menus", () => {
  it.each(['genres', 'rankings'] as const)('may lose three %s or a third of them, but not all', (menu) => {
    expect(broken({ [menu]: lists(4, 4, 4, 4) }, { [menu]: lists(4) })).toEqual([]);
    expect(broken({ [menu]: lists(4, 4, 4, 4, 4) }, { [menu]: lists(4) })).toEqual(['lists-lost']);
    expect(broken({ [menu]: lists(4) }, { [menu]: {} })).toEqual(['lists-lost']);
    expect(broken({ [menu]: {} }, { [menu]: {} })).toEqual([]);
  });

  it('may lose all shelves', () => {
    expect(broken({ shelves: lists(4) }, { shelves: {} })).toEqual([]);
    expect(broken({ shelves: lists(4, 4) }, { shelves: {} })).toEqual(['lists-lost']);
  });

  it('count as lost if they have lost all their books, but not if they were already empty', () => {
    expect(broken({ genres: lists(4, 0) }, { genres: lists(4) })).toEqual([]);
    expect(broken({ genres: lists(4) }, { genres: lists(0) })).toEqual(['lists-lost']);
  });

  it('are reported if a list that had five or more books is now empty', () => {
    expect(findings({ genres: lists(5, 9) }, { genres: lists(0, 9) })).toEqual([
      { rule: 'list-emptied', what: 'en: the list "List 0" has no books, the live one has 5' },
    ]);
    expect(broken({ genres: lists(4, 9) }, { genres: lists(0, 9) })).toEqual([]);
    expect(broken({ genres: lists(9) }, { genres: { ...lists(9), other: { name: 'New', books: 0 } } })).toEqual([]);
  });
});

it("the publish guard accepts the loss of a site's only banner, but not of two banners at once", () => {
  expect(broken({ banners: 1 }, { banners: 0 })).toEqual([]);
  expect(broken({ banners: 2 }, { banners: 0 })).toEqual(['lists-lost']);
  expect(broken({ banners: 2 }, { banners: 1 })).toEqual([]);
});
