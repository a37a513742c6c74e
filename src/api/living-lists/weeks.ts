/**
 * Figures of a book from its readers by day (docs/operate/analytics.md#living-lists). Index 0 is the last closed day, and
 * week 0 the seven days that end with it.
 */
export type DailyReaders = ArrayLike<number>;

const WEEK = 7;
/** Number of weeks before a week that it is compared with. */
const BASELINE_WEEKS = 4;
/** Number of weeks that a month consists of. */
const MONTH_WEEKS = 4;
/** Number of days that lists consist of. */
export const LISTED_DAYS = WEEK * MONTH_WEEKS;
/** Number of days that the figures of the last month depend on. */
export const FIGURE_DAYS = LISTED_DAYS + WEEK * BASELINE_WEEKS;

/** Readers per day that count for a book that had no readers before. */
const FREE_READERS_PER_DAY = 20;
/** Maximum of the readers of a day, compared with the average day of the weeks before. */
const GROWTH_PER_WEEK = 4;
/** Readers that are added to both weeks of a comparison, so that a book with few readers does not grow tenfold. */
const PRIOR = 25;

/** Minimum number of readers per week and month, for a book to be listed. One network cannot reach it. */
export const MIN_WEEK_READERS = 25;
export const MIN_MONTH_READERS = 100;

/** Adds up a week. The best two days count as much as the third best. */
export function usualWeek(days: DailyReaders, week: number): number {
  return sumOfUsualDays(days, week, Number.POSITIVE_INFINITY);
}

/**
 * Does the same as `usualWeek`, but limits each day to 20 readers more than four times the average day of the weeks before.
 * @param counted number of weeks for which the site has counts
 */
export function weekReaders(days: DailyReaders, week: number, counted: number): number {
  const { readers, weeks } = baseline(days, week, counted);
  const limit = FREE_READERS_PER_DAY + (weeks === 0 ? 0 : Math.floor((GROWTH_PER_WEEK * readers) / (weeks * WEEK)));
  return sumOfUsualDays(days, week, limit);
}

export function monthReaders(days: DailyReaders, counted: number): number {
  return sum(Array.from({ length: MONTH_WEEKS }, (_, week) => weekReaders(days, week, counted)));
}

/** Growth of a week, compared with another one or with the average of several. */
export interface Growth {
  /** The readers of the week in percent of those before. */
  readonly percent: number;
  /** How many readers more the week has, rounded down. */
  readonly more: number;
}

/** The growth of the last week over the four weeks before. */
export function growth(days: DailyReaders, counted: number): Growth {
  const { readers, weeks } = baseline(days, 0, counted);
  return growthOf(weekReaders(days, 0, counted), readers, Math.max(1, weeks));
}

/** The growth of the last week over the week before, for books without four weeks. */
export const weekOnWeekGrowth = (days: DailyReaders, counted: number): Growth =>
  growthOf(weekReaders(days, 0, counted), usualWeek(days, 1), 1);

function growthOf(now: number, before: number, weeks: number): Growth {
  return {
    percent: Math.floor((100 * weeks * (now + PRIOR)) / (before + weeks * PRIOR)),
    more: Math.floor(now - before / weeks),
  };
}

/** Readers of up to four weeks before a week. Weeks before the site had counts are left out. */
function baseline(days: DailyReaders, week: number, counted: number): { readers: number; weeks: number } {
  const weeks = Math.max(0, Math.min(BASELINE_WEEKS, counted - week - 1));
  return { readers: sum(Array.from({ length: weeks }, (_, index) => usualWeek(days, week + 1 + index))), weeks };
}

/** Adds up the days of a week, each up to a limit. The best two count as much as the third best. */
function sumOfUsualDays(days: DailyReaders, week: number, limit: number): number {
  let total = 0;
  let [best, second, third] = [0, 0, 0];
  for (let day = week * WEEK; day < (week + 1) * WEEK; day += 1) {
    const readers = Math.min(days[day] ?? 0, limit);
    total += readers;
    if (readers > best) [best, second, third] = [readers, best, second];
    else if (readers > second) [second, third] = [readers, second];
    else if (readers > third) third = readers;
  }
  return total - best - second + 2 * third;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
