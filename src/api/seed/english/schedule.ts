import { daysBefore } from '../dates.ts';
import type { Random } from '../random.ts';
import type { ChapterSize } from './prose.ts';

/** Number, length and publication dates of the chapters of a book. */
export interface Schedule {
  readonly status: 'finished' | 'updating';
  readonly chapters: number;
  readonly size: ChapterSize;
  readonly publishedAt: string;
  readonly updatedAt: string;
  /** Returns the date of the chapter at this index, in RFC 3339. */
  dateOf(index: number): string;
  /** Index of the first chapter that costs coins; `chapters` if all are free. */
  readonly lockedFrom: number;
  /** Returns when the locked chapter at this index becomes free, in RFC 3339; null if never. */
  freeFrom(index: number): string | null;
}

interface Position {
  readonly index: number;
  /** Number of books in the section. */
  readonly total: number;
  readonly random: Random;
}

/** The book with the most chapters, by index. */
const SERIAL = { index: 11, chapters: 3_000 };
/** The books that are as long as a thick paperback, by index. */
const THICK = { indexes: [4, 20, 37, 52, 71, 90], chapters: 220 };
const FULL_LENGTH_UP_TO = 1_500;
const SHORT_UP_TO = 5_000;
const SERIAL_FROM = 100;
/**
 * Interval at which chapters become free, one at a time, in half of the books with locked chapters. In the other half,
 * they remain locked.
 */
const DAYS_UNTIL_FREE = 7;

export function planSchedule(position: Position): Schedule {
  const { random } = position;
  const { chapters, size } = lengthOf(position);
  const status = chapters > 1000 || random.chance(0.38) ? 'updating' : 'finished';
  const lastDay = status === 'updating' ? random.next() * 21 : 10 + random.next() * 700;
  const pace = chapters > 500 ? 0.5 : random.pick([1, 2, 3, 7]);
  const dateOf = (index: number) => daysBefore(lastDay + (chapters - 1 - index) * pace);
  const locks = status === 'updating' && chapters >= 8 && random.chance(0.55);
  const lockedFrom = locks ? Math.max(5, Math.ceil(chapters * (0.5 + random.next() * 0.3))) : chapters;
  return {
    status,
    chapters,
    size,
    dateOf,
    publishedAt: dateOf(0),
    updatedAt: dateOf(chapters - 1),
    lockedFrom,
    freeFrom: (index) => (position.index % 2 === 0 ? daysBefore(-DAYS_UNTIL_FREE * (1 + index - lockedFrom)) : null),
  };
}

function lengthOf({ index, total, random }: Position): { chapters: number; size: ChapterSize } {
  if (index === SERIAL.index && total >= SERIAL_FROM) return { chapters: SERIAL.chapters, size: 'serial' };
  if (total > SHORT_UP_TO) return { chapters: 2 + random.below(2), size: 'tiny' };
  if (total > FULL_LENGTH_UP_TO) return { chapters: 6 + random.below(6), size: 'short' };
  if (THICK.indexes.includes(index) && total >= SERIAL_FROM) return { chapters: THICK.chapters, size: 'full' };
  return { chapters: 8 + Math.floor(random.next() ** 2 * 33), size: 'full' };
}
