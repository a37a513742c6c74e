import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  FIGURE_DAYS,
  growth,
  monthReaders,
  usualWeek,
  weekOnWeekGrowth,
  weekReaders,
} from '#src/api/living-lists/weeks.ts';

/** Readers by day. @param weeks readers per day of each week, the last week first */
const perDay = (...weeks: number[]) => weeks.flatMap((readers) => Array.from({ length: 7 }, () => readers));
const counts = fc.array(fc.nat(500), { minLength: FIGURE_DAYS, maxLength: FIGURE_DAYS });
const attackDays = fc.tuple(fc.nat(6), fc.nat(6));
const wave = fc.integer({ min: 1, max: 1_000_000 });

describe('the usual week of a book', () => {
  it('is the sum of seven days, where the two highest count as much as the third highest', () => {
    expect(usualWeek([1, 2, 3, 4, 5, 60, 70], 0)).toBe(1 + 2 + 3 + 4 + 5 + 5 + 5);
    expect(usualWeek([], 0)).toBe(0);
    expect(usualWeek(perDay(1, 9), 1)).toBe(63);
  });

  it('does not change by an attack of two days on a book with steady readers', () => {
    fc.assert(
      fc.property(fc.nat(1000), attackDays, wave, (readers, attacked, more) => {
        const days = perDay(readers).map((count, day) => (attacked.includes(day) ? count + more : count));
        expect(usualWeek(days, 0)).toBe(7 * readers);
      }),
    );
  });

  it('is at most seven times the best day without the attack', () => {
    fc.assert(
      fc.property(counts, attackDays, wave, (days, attacked, more) => {
        const after = days.map((count, day) => (attacked.includes(day) ? count + more : count));
        const best = Math.max(...days.slice(0, 7).filter((_, day) => !attacked.includes(day)));
        expect(usualWeek(after, 0)).toBeLessThanOrEqual(7 * best);
      }),
    );
  });
});

describe('the readers of a week', () => {
  it('are limited to 20 a day for a book without earlier readers', () => {
    expect(weekReaders(perDay(19), 0, 8)).toBe(7 * 19);
    expect(weekReaders(perDay(5000), 0, 8)).toBe(7 * 20);
  });

  it('are limited to 20 a day more than four times the daily readers before', () => {
    expect(weekReaders(perDay(5000, 10, 10, 10, 10), 0, 8)).toBe(7 * (20 + 4 * 10));
    expect(weekReaders(perDay(60, 10, 10, 10, 10), 0, 8)).toBe(7 * 60);
    expect(weekReaders(perDay(5000, 100), 0, 8)).toBe(7 * (20 + 100));
  });

  it('are compared only with weeks for which the site has counts', () => {
    expect(weekReaders(perDay(5000, 100), 0, 2)).toBe(7 * (20 + 4 * 100));
    expect(weekReaders(perDay(5000, 100), 1, 2)).toBe(7 * 20);
    expect(growth(perDay(10, 10), 2).percent).toBe(100);
  });

  it('never exceed 140 more than the four weeks before, whatever is bought', () => {
    fc.assert(
      fc.property(counts, fc.array(wave, { minLength: 7, maxLength: 7 }), (days, bought) => {
        const after = days.map((count, day) => count + (bought[day] ?? 0));
        const before = [1, 2, 3, 4].reduce((sum, week) => sum + usualWeek(days, week), 0);
        expect(weekReaders(after, 0, 8)).toBeLessThanOrEqual(140 + before);
      }),
    );
  });

  it('grow by at most the number of bought readers', () => {
    fc.assert(
      fc.property(counts, fc.array(fc.nat(9), { minLength: 7, maxLength: 7 }), (days, bought) => {
        const after = days.map((count, day) => count + (bought[day] ?? 0));
        const difference = weekReaders(after, 0, 8) - weekReaders(days, 0, 8);
        expect(difference).toBeGreaterThanOrEqual(0);
        expect(difference).toBeLessThanOrEqual(7 * Math.max(...bought));
      }),
    );
  });
});

describe('the readers of a month', () => {
  it('are those of the last four weeks', () => {
    expect(monthReaders(perDay(1, 2, 3, 4, 100), 8)).toBe(7 * (1 + 2 + 3 + 4));
  });
});

describe('the growth of a book', () => {
  it('compares the last week with an average week of the four weeks before', () => {
    expect(growth(perDay(10, 10, 10, 10, 10), 8)).toEqual({ percent: 100, more: 0 });
    expect(growth(perDay(5, 10, 10, 10, 10), 8).percent).toBeLessThan(100);
    expect(growth(perDay(200, 100, 100, 100, 100), 8)).toEqual({ percent: 196, more: 700 });
  });

  it('lets a small book that grows tenfold win over a large book that doubles', () => {
    const [small, large] = [perDay(10, 1, 1, 1, 1), perDay(2000, 1000, 1000, 1000, 1000)];
    expect(growth(small, 8).percent).toBeGreaterThan(growth(large, 8).percent);
  });

  it('is between 0 and 660 percent, whatever is bought', () => {
    const days = fc.array(fc.nat(2_000_000), { minLength: FIGURE_DAYS, maxLength: FIGURE_DAYS });
    fc.assert(
      fc.property(days, fc.integer({ min: 2, max: 8 }), (readers, counted) => {
        expect(growth(readers, counted).percent).toBeGreaterThanOrEqual(0);
        expect(growth(readers, counted).percent).toBeLessThanOrEqual(660);
      }),
    );
    expect(growth(perDay(5000), 8).percent).toBe(660);
  });

  it('compares a new book with the week before', () => {
    expect(weekOnWeekGrowth(perDay(20, 10), 8)).toEqual({
      percent: Math.floor((100 * (140 + 25)) / (70 + 25)),
      more: 70,
    });
    expect(weekOnWeekGrowth(perDay(10, 10), 8)).toEqual({ percent: 100, more: 0 });
  });
});
