import {
  type DailyReaders,
  type Growth,
  growth,
  MIN_MONTH_READERS,
  MIN_WEEK_READERS,
  monthReaders,
  weekOnWeekGrowth,
  weekReaders,
} from './weeks.ts';

/** The lists of books, except those of similar books. */
export const RANKED_LISTS = ['trending', 'week', 'month', 'finished', 'rising'] as const;
export type RankedList = (typeof RANKED_LISTS)[number];

/** A book of a list. The figure is a growth in percent (trending, rising) or a number of readers. */
export type Entry = readonly [book: number, figure: number];

/** The counts of a book. */
export interface CountedBook {
  readonly id: number;
  readonly readers: DailyReaders;
  /** Devices that read the last chapter of a finished book, by day; undefined if there are none. */
  readonly finishers?: DailyReaders | undefined;
  /** Genres of a new book; undefined for other books. */
  readonly newIn?: readonly number[] | undefined;
}

/** A list of a section. `subject` is a genre, or 0 for all books. */
export interface Ranking {
  readonly list: RankedList;
  readonly subject: number;
  readonly entries: readonly Entry[];
}

/** Maximum number of books per list. */
export const MAX_ENTRIES = 50;
/**
 * Minimum growth of books that are trending or rising. One network adds at most 21 readers a week, so it cannot reach it.
 */
const MIN_GROWTH: Growth = { percent: 120, more: 25 };
/** Minimum number of finishers per month. One network counts at most once per day, so that it cannot reach it. */
const MIN_FINISHERS = 30;

/**
 * Ranks the books of a section. The figure of a book depends only on its own counts.
 * @param counted number of weeks for which the site has counts
 */
export function rankBooks(books: readonly CountedBook[], counted: number): Ranking[] {
  const week = withFigure(books, ({ readers }) => weekReaders(readers, 0, counted), MIN_WEEK_READERS);
  const month = withFigure(books, ({ readers }) => monthReaders(readers, counted), MIN_MONTH_READERS);
  const finished = withFigure(books, ({ finishers = [] }) => monthReaders(finishers, counted), MIN_FINISHERS);
  const popular = week.map(({ book }) => book);
  const trending = withFigure(popular, ({ readers }) => percentOf(growth(readers, counted)), MIN_GROWTH.percent);
  const rising = withFigure(
    popular.filter(({ newIn }) => newIn !== undefined),
    ({ readers }) => percentOf(weekOnWeekGrowth(readers, counted)),
    MIN_GROWTH.percent,
  );
  const genres = [...new Set(rising.flatMap(({ book: { newIn = [] } }) => newIn))].sort((one, other) => one - other);
  return [
    ranking('trending', trending),
    ranking('week', week),
    ranking('month', month),
    ranking('finished', finished),
    ranking('rising', rising),
    ...genres.map((genre) =>
      ranking(
        'rising',
        rising.filter(({ book }) => book.newIn?.includes(genre)),
        genre,
      ),
    ),
  ].filter(({ entries }) => entries.length > 0);
}

/** The growth in percent; 0 if the number of readers has hardly grown. */
const percentOf = ({ percent, more }: Growth): number => (more >= MIN_GROWTH.more ? percent : 0);

interface Figured {
  readonly book: CountedBook;
  readonly figure: number;
}

const withFigure = (
  books: readonly CountedBook[],
  figureOf: (book: CountedBook) => number,
  minimum: number,
): Figured[] => books.map((book) => ({ book, figure: figureOf(book) })).filter(({ figure }) => figure >= minimum);

function ranking(list: RankedList, books: readonly Figured[], subject = 0): Ranking {
  const entries = books
    .map(({ book, figure }): Entry => [book.id, figure])
    .sort(([one, figure], [other, otherFigure]) => otherFigure - figure || one - other);
  return { list, subject, entries: entries.slice(0, MAX_ENTRIES) };
}
