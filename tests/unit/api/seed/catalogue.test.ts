import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SeedBook } from '#src/api/seed/book.ts';
import { planCatalogue, type SectionPlan } from '#src/api/seed/catalogue.ts';
import { BookDetail } from '#src/contract/entities/book.ts';
import { LOCALES } from '#src/contract/locales.ts';

const OPTIONS = { books: 600, seed: 'test' };

let plans: SectionPlan[];
let english: SeedBook[];
let others: SeedBook[][];
beforeAll(() => {
  plans = planCatalogue(OPTIONS);
  const [first = [], ...rest] = plans.map((plan) => [...plan.books()]);
  english = first;
  others = rest;
});

const distinct = (values: readonly string[]) => new Set(values).size;

describe('the English section of the demo catalogue', () => {
  it('has the requested number of books, all with different titles', () => {
    expect(english).toHaveLength(600);
    expect(distinct(english.map(({ book }) => book.title))).toBe(600);
    expect(distinct(english.map(({ book }) => book.key))).toBe(600);
  });

  it('has 24 genres, 150 tags, 400 keywords and 80 authors', () => {
    const { genres, keywords } = plans[0]?.vocabulary ?? { genres: [], keywords: new Map<string, string[]>() };
    expect(genres).toHaveLength(24);
    expect(distinct(genres.flatMap(({ tags }) => tags))).toBe(150);
    expect(distinct([...keywords.values()].flat())).toBe(400);
    expect(distinct(english.map(({ book }) => book.author.name))).toBe(80);
  });

  it('has a selection of books for each brand, and each brand is the first brand of some books', () => {
    const brands = new Set(english.flatMap(({ book }) => book.brands ?? []));
    expect(brands.size).toBe(11);
    const parts = [...brands].map((id) => {
      const own = english.filter(({ book }) => book.brands?.includes(id)).map(({ book }) => book.key);
      expect(own.length, id).toBeGreaterThan(200);
      expect(english.filter(({ book }) => book.brands?.[0] === id).length, id).toBeGreaterThan(10);
      return own.join();
    });
    // Four of the eleven brands offer every book, so there are eight different selections.
    expect(distinct(parts)).toBe(8);
    for (const { book } of english) expect(book.brands?.length, book.key).toBeGreaterThan(0);
    const novels = english.filter(({ book }) => book.key.startsWith('seed:novel:'));
    for (const { book } of novels) expect(book.brands).toHaveLength(11);
    const ofFinalnovel = english.filter(
      ({ book }) => book.brands?.includes('finalnovel') && !novels.some((one) => one.book === book),
    );
    expect(new Set(ofFinalnovel.map(({ book }) => book.category))).not.toContain('Romance');
  });

  it('has books for every tag, and only tags that belong to genres', () => {
    const tagNames = plans[0]?.vocabulary.genres.flatMap(({ tags }) => tags).sort();
    expect([...new Set(english.flatMap(({ book }) => book.tags))].sort()).toEqual(tagNames);
  });

  it('has titles that begin with each Latin letter, with digits and with other scripts', () => {
    const initials = new Set(english.map(({ book }) => book.title.charAt(0)));
    expect([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter((letter) => !initials.has(letter))).toEqual([]);
    expect([...initials].some((letter) => /\d/.test(letter))).toBe(true);
    expect([...initials].some((letter) => /[^\p{Script=Latin}\p{N}]/u.test(letter))).toBe(true);
  });

  it('has different categories and tags in the first fifty generated books', () => {
    const openings = english
      .slice(8, 58)
      .map(({ book }) => `${book.category} ${book.subCategory} ${book.tags.slice(0, 3)}`);
    expect(distinct(openings)).toBe(50);
  });

  it('begins with eight original novels that are finished, free and at least six chapters long', () => {
    const novels = english.slice(0, 8).map(({ book }) => book);
    for (const novel of novels) {
      expect(novel.key).toMatch(/^seed:novel:/);
      expect(novel.status).toBe('finished');
      expect(novel.chapters.length).toBeGreaterThanOrEqual(6);
      expect(novel.chapters.every(({ price }) => price === null)).toBe(true);
      expect(novel.subCategory).not.toBeNull();
    }
    const hottest = Math.max(...english.slice(8).map(({ book }) => book.hot));
    expect(Math.min(...novels.map(({ hot }) => hot))).toBeGreaterThan(hottest);
  });

  it('has one serial of 3,000 chapters, other books of 8 to 40 chapters, and short, medium and long books', () => {
    const counts = english.map(({ book }) => book.chapters.length);
    expect(counts.filter((count) => count === 3000)).toHaveLength(1);
    expect(counts.slice(8).filter((count) => count >= 8 && count <= 40).length).toBeGreaterThan(580);
    const words = english.map(({ book }) => book.chapters.reduce((sum, chapter) => sum + chapter.words, 0));
    expect(words.some((count) => count > 50_000 && count < 200_000)).toBe(true);
    expect(words.some((count) => count >= 200_000)).toBe(true);
  });

  it('has locked chapters at the end of some updating books, but not in finished books', () => {
    const locked = english.filter(({ book }) => book.chapters.some(({ price }) => price !== null));
    expect(locked.length).toBeGreaterThan(50);
    for (const { book } of locked) {
      expect(book.status).toBe('updating');
      expect(book.chapters.slice(0, 4).every(({ price }) => price === null)).toBe(true);
      expect(book.chapters.at(-1)?.price).toBeGreaterThan(0);
    }
  });

  it('has books with chapters that become free each week, and books with chapters that remain locked', () => {
    const locked = english.flatMap(({ book }) => {
      const chapters = book.chapters.filter(({ price }) => price !== null);
      return chapters.length > 0 ? [chapters.map(({ freeFrom }) => freeFrom)] : [];
    });
    const [timed, others] = [locked.filter(([first]) => first), locked.filter(([first]) => !first)];
    expect([timed.length > 20, others.length > 20]).toEqual([true, true]);
    for (const days of timed)
      expect(days.slice(0, 3)).toEqual(['2026-11-08', '2026-11-15', '2026-11-22'].slice(0, days.length).map(midnight));
    expect(new Set(others.flat())).toEqual(new Set([null]));
  });
});

const midnight = (day: string) => `${day}T00:00:00Z`;

describe('every section of the demo catalogue', { timeout: 30_000 }, () => {
  it('belongs to one of the locales, and has at least 24 books in its language', () => {
    const sections = Object.values(LOCALES).map(({ section }) => section);
    expect(plans.map(({ section }) => section).sort()).toEqual(sections.sort());
    for (const [index, books] of others.entries()) {
      expect(books.length).toBeGreaterThanOrEqual(24);
      const section = plans[index + 1]?.section;
      expect(new Set(books.map(({ book }) => book.section))).toEqual(new Set([section]));
      expect(distinct(books.map(({ book }) => book.language))).toBe(1);
      expect(books.every(({ book }) => book.chapters.length >= 8)).toBe(true);
    }
  });

  it('has no empty paragraph, no unfilled template and no contradictory dates', () => {
    const dates = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
    for (const { book } of [english, ...others].flat()) {
      expect(`${book.title} ${book.introduction} ${book.author.introduction}`).not.toMatch(
        /[{}[\]|]|undefined|\*|\s\s/,
      );
      expect(book.introduction.length).toBeGreaterThan(20);
      expect(book.publishedAt <= book.updatedAt, book.title).toBe(true);
      expect(book.publishedAt).toMatch(dates);
      for (const { html, title, words } of book.chapters) {
        expect(words).toBeGreaterThan(0);
        expect(title).not.toMatch(/[{}[\]|]/);
        expect(html).not.toMatch(/<p>\s*<\/p>|[{}]|undefined/);
      }
    }
  });

  it('conforms to the contract', () => {
    const Facts = v.pick(BookDetail, ['title', 'introduction', 'rating', 'hot', 'language', 'published_at', 'status']);
    for (const { book } of [english, ...others].flat()) {
      expect(v.is(Facts, { ...book, published_at: book.publishedAt }), book.title).toBe(true);
    }
  });
});

describe('the generator of the demo catalogue', { timeout: 30_000 }, () => {
  const bytes = (plan: SectionPlan | undefined) => {
    const books = [...(plan?.books() ?? [])];
    return JSON.stringify([books, plan?.editorial()]);
  };

  it('produces the same bytes for the same seed, and different books for a different seed', () => {
    const small = { books: 40, seed: 'a' };
    const [one, other, different] = [small, small, { ...small, seed: 'b' }].map((options) =>
      bytes(planCatalogue(options)[0]),
    );
    expect(one).toBe(other);
    expect(one).not.toBe(different);
  });
});

describe('a demo catalogue of tens of thousands of books', { timeout: 60_000 }, () => {
  it('is generated one book at a time, with short books and shared covers', () => {
    const files = new Set<string>();
    let count = 0;
    for (const { book, art } of planCatalogue({ books: 50_000, seed: 'big' })[0]?.books() ?? []) {
      count += 1;
      if (count > 600) files.add(art.file);
      if (count > 100) expect(book.chapters.length).toBeLessThanOrEqual(3);
      if (count === 3_000) break;
    }
    expect(files.size).toBeLessThanOrEqual(400);
  });
});
