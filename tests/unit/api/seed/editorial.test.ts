import { beforeAll, expect, it } from 'vitest';
import type { SeedBook } from '#src/api/seed/book.ts';
import { planCatalogue } from '#src/api/seed/catalogue.ts';
import { EPOCH, movedToDayOf } from '#src/api/seed/dates.ts';
import type { Editorial } from '#src/api/seed/editorial/brands.ts';
import type { NewHelpEvent } from '#src/api/store/records.ts';

const BRANDS = [
  'fingeread',
  'freenovel',
  'tibok',
  'novelpack',
  'shenovel',
  'novelyouth',
  'novelpad',
  'novelandia',
  'moonovel',
  'finalnovel',
  'joyfic',
  'local',
];

let books: readonly SeedBook[];
let lists: readonly Editorial[];
let events: readonly NewHelpEvent[];
let keys: Set<string>;
beforeAll(() => {
  const [english] = planCatalogue({ books: 600, seed: 'test' });
  books = [...(english?.books() ?? [])];
  keys = new Set(books.map(({ book }) => book.key));
  const editorial = english?.editorial();
  lists = editorial?.lists ?? [];
  events = editorial?.helpEvents ?? [];
}, 60_000);

const editorialOf = (brand: string | null) => lists.filter(({ shelves }) => shelves[0]?.brand === brand);

it('the demo catalogue has one set of lists for each brand, and one shared set', () => {
  for (const brand of [...BRANDS, null]) expect(editorialOf(brand), String(brand)).toHaveLength(1);
});

it('the lists of the demo catalogue differ between all brands', () => {
  const seen = BRANDS.flatMap(editorialOf).map(({ shelves, banners, rankings }) => ({
    shelves: shelves.map(({ name }) => name).join(),
    first: shelves[0]?.books.join(),
    banners: banners.map(({ title }) => title).join(),
    ranking: rankings[0]?.books.join(),
  }));
  for (const part of ['shelves', 'first', 'banners', 'ranking'] as const) {
    expect(new Set(seen.map((brand) => brand[part])).size, part).toBe(BRANDS.length);
  }
});

it('the shelves of the demo catalogue have at least ten books each, and varying styles', () => {
  for (const { shelves } of lists) {
    expect(shelves.length).toBeGreaterThanOrEqual(8);
    for (const { books, name } of shelves) {
      expect(books.length, name).toBeGreaterThanOrEqual(10);
      expect(new Set(books).size, name).toBe(books.length);
    }
    const styles = shelves.map(({ style }) => style);
    for (let start = 0; start + 5 <= styles.length; start += 1) {
      expect(new Set(styles.slice(start, start + 5)).size).toBeGreaterThan(1);
    }
    expect(new Set(styles)).toEqual(new Set(['row', 'ranked', 'pair', 'feature']));
  }
});

it('the rankings of the demo catalogue have types that the contract allows in URLs', () => {
  for (const { rankings } of lists) {
    expect(new Set(rankings.map(({ type }) => type)).size).toBeGreaterThanOrEqual(4);
    for (const { type, name, books } of rankings) {
      expect(type).toMatch(/^[a-z0-9-]+$/);
      expect(books.length, name).toBeGreaterThanOrEqual(20);
    }
  }
});

it('the lists of a brand in the demo catalogue contain only books that the brand offers', () => {
  const offered = new Map(books.map(({ book }) => [book.key, book.brands ?? []]));
  for (const { shelves, rankings, banners } of lists) {
    const brand = shelves[0]?.brand;
    if (!brand || brand === 'local') continue;
    const shown = [...shelves, ...rankings].flatMap((list) => list.books).concat(banners.map(({ book }) => book));
    expect(shown.filter((key) => !offered.get(key)?.includes(brand))).toEqual([]);
  }
});

it('the lists of the demo catalogue contain only existing books', () => {
  const named = lists.flatMap(({ shelves, rankings, banners }) => [
    ...[...shelves, ...rankings].flatMap(({ books }) => books),
    ...banners.map(({ book }) => book),
    ...events.map(({ book }) => book),
  ]);
  expect(named.filter((key) => !keys.has(key))).toEqual([]);
});

it('the banners of each brand in the demo catalogue include an original novel', () => {
  for (const { banners } of lists) {
    expect(banners.length).toBeGreaterThanOrEqual(3);
    expect(banners.some(({ book }) => book.startsWith('seed:novel:'))).toBe(true);
    expect(banners.every(({ image }) => image?.startsWith('covers/'))).toBe(true);
  }
});

it('the demo catalogue has open, reached and expired help events', () => {
  const now = EPOCH.toISOString();
  expect(events.some(({ expiresAt, helped, needed }) => expiresAt > now && helped < needed)).toBe(true);
  expect(events.some(({ expiresAt, helped, needed }) => expiresAt > now && helped === needed)).toBe(true);
  expect(events.some(({ expiresAt }) => expiresAt < now)).toBe(true);
});

it('help events of the demo catalogue end at most three weeks after the catalogue is created', () => {
  const weeks = (count: number, from: Date) => new Date(from.getTime() + count * 7 * 86_400_000).toISOString();
  expect(events.every(({ expiresAt }) => expiresAt < weeks(3, EPOCH))).toBe(true);
  const today = new Date('2031-05-06T07:08:09Z');
  expect(movedToDayOf(today, '2026-11-05T01:00:00Z')).toBe('2031-05-10T01:00:00Z');
  const left = events.map(({ expiresAt }) => movedToDayOf(today, expiresAt)).filter((end) => end > today.toISOString());
  expect(left.length).toBeGreaterThan(5);
  expect(left.every((end) => end < weeks(3, today))).toBe(true);
});
