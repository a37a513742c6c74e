import type { ChapterFigures, DayFigures } from '../../contract/statistics.ts';

export type Count = Exclude<keyof DayFigures, 'day'>;

/** The counts of the overview, with their labels. */
export const COUNTS: readonly (readonly [Count, string])[] = [
  ['views', 'Views'],
  ['devices', 'Devices'],
  ['reads', 'Reads'],
  ['readers', 'Readers'],
  ['shelved', 'Added to shelves'],
  ['unlocks', 'Unlocked chapters'],
  ['searches', 'Searches'],
  ['unanswered', 'Searches without results'],
  ['signUps', 'Sign-ups'],
];

export const PERIODS = [
  { days: 1, label: 'Today', before: 'yesterday' },
  { days: 7, label: '7 days', before: 'the 7 days before' },
  { days: 28, label: '28 days', before: 'the 28 days before' },
] as const;

export interface Compared {
  readonly value: number;
  readonly before: number;
}

/** The sum of the last days, and of as many days before. @param days oldest first */
export function compare(days: readonly DayFigures[], count: Count, length: number): Compared {
  const sum = (part: readonly DayFigures[]) => part.reduce((total, day) => total + day[count], 0);
  return { value: sum(days.slice(-length)), before: sum(days.slice(-2 * length, -length)) };
}

/** A change such as "+12 %"; "new" if there was nothing before, and "" if nothing changed. */
export function changeOf({ value, before }: Compared): string {
  if (value === before) return '';
  if (before === 0) return 'new';
  const percent = Math.round(((value - before) / before) * 100);
  return `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${Math.abs(percent)} %`;
}

export interface Stop {
  readonly after: ChapterFigures;
  /** Readers of this chapter who did not read the next one. */
  readonly lost: number;
  /** The same as a share of the chapter's readers, 0 to 1. */
  readonly share: number;
}

/** Minimum number of readers of a chapter at which readers are said to stop. */
const MIN_READERS = 5;

/** The chapters after which the largest shares of readers stop, largest first. */
export function stopsOf(chapters: readonly ChapterFigures[], limit: number): Stop[] {
  return chapters
    .flatMap((after, index) => {
      const next = chapters[index + 1];
      if (!next || after.readers < MIN_READERS || next.readers >= after.readers) return [];
      const lost = after.readers - next.readers;
      return [{ after, lost, share: lost / after.readers }];
    })
    .toSorted((one, other) => other.share - one.share)
    .slice(0, limit);
}
