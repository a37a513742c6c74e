import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CountedBook, MAX_ENTRIES, type RankedList, rankBooks } from '#src/api/living-lists/rank-books.ts';
import { FIGURE_DAYS } from '#src/api/living-lists/weeks.ts';

const perDay = (...weeks: number[]) => weeks.flatMap((readers) => Array.from({ length: 7 }, () => readers));
const book = (id: number, readers: readonly number[], more: Partial<CountedBook> = {}): CountedBook => ({
  id,
  readers,
  ...more,
});
const entries = (books: readonly CountedBook[], list: RankedList, subject = 0) =>
  rankBooks(books, 8).find((ranking) => ranking.list === list && ranking.subject === subject)?.entries ?? [];
const ids = (books: readonly CountedBook[], list: RankedList, subject = 0) =>
  entries(books, list, subject).map(([id]) => id);

describe('rankBooks', () => {
  it('ranks by the readers of the week and the month, equal books by id', () => {
    const books = [
      book(3, perDay(5, 5, 5, 5)),
      book(2, perDay(9, 9, 9, 9)),
      book(1, perDay(5, 5, 5, 5)),
      book(4, perDay(3)),
    ];
    expect(entries(books, 'week')).toEqual([
      [2, 63],
      [1, 35],
      [3, 35],
    ]);
    expect(ids(books, 'month')).toEqual([2, 1, 3]);
  });

  it('returns no empty list', () => {
    expect(rankBooks([], 8)).toEqual([]);
    expect(rankBooks([book(1, perDay(3, 3, 3, 3, 3))], 8)).toEqual([]);
  });

  it('lists books as trending that have grown by 20 percent and 25 readers', () => {
    const books = [
      book(1, perDay(100, 100, 100, 100, 100)),
      book(2, perDay(150, 100, 100, 100, 100)),
      book(3, perDay(8, 2, 2, 2, 2)),
      book(4, perDay(110, 100, 100, 100, 100)),
      book(5, perDay(4, 1, 1, 1, 1)),
    ];
    expect(ids(books, 'trending')).toEqual([3, 2]);
  });

  it('ranks finished books by the readers of their last chapter', () => {
    const books = [
      book(1, perDay(50), { finishers: perDay(2, 2, 2, 2) }),
      book(2, perDay(50), { finishers: perDay(3, 3, 3, 3) }),
      book(3, perDay(50), { finishers: perDay(1, 1, 1, 1) }),
      book(4, perDay(50)),
    ];
    expect(entries(books, 'finished')).toEqual([
      [2, 84],
      [1, 56],
    ]);
  });

  it('lists new books by genre', () => {
    const books = [
      book(1, perDay(10, 2), { newIn: [7] }),
      book(2, perDay(12, 2), { newIn: [7, 8] }),
      book(3, perDay(15, 2)),
      book(4, perDay(10, 10), { newIn: [7] }),
    ];
    expect(ids(books, 'rising')).toEqual([2, 1]);
    expect(ids(books, 'rising', 7)).toEqual([2, 1]);
    expect(ids(books, 'rising', 8)).toEqual([2]);
  });

  it('lists at most 50 books', () => {
    const books = Array.from({ length: 60 }, (_, index) => book(index + 1, perDay(5)));
    expect(ids(books, 'week')).toEqual(books.slice(0, MAX_ENTRIES).map(({ id }) => id));
  });

  it('keeps the order of all other books when the readers of one book are bought', () => {
    const days = fc.array(fc.nat(60), { minLength: FIGURE_DAYS, maxLength: FIGURE_DAYS });
    const several = fc.array(days, { minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(several, days, fc.nat(19), (all, bought, index) => {
        const books = all.map((readers, id) => book(id + 1, readers, { newIn: [7], finishers: readers }));
        const attacked = index % books.length;
        const after = books.map((one, number) =>
          number === attacked
            ? { ...one, readers: bought.map((count, day) => count + (all[number]?.[day] ?? 0)) }
            : one,
        );
        for (const list of ['trending', 'week', 'month', 'finished', 'rising'] as const) {
          const others = (listed: number[]) => listed.filter((id) => id !== attacked + 1);
          expect(others(ids(after, list))).toEqual(others(ids(books, list)));
        }
      }),
    );
  });
});
