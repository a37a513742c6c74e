import type { NewChapter } from '../../store/records.ts';
import type { Random } from '../random.ts';
import type { createProse } from './prose.ts';
import type { Schedule } from './schedule.ts';

const PRICES = [3, 4, 5, 6, 8, 10, 12];
/** Maximum number of chapters without numbers. A longer book repeats titles, so its chapters are numbered. */
const MAX_UNNUMBERED = 55;

/** Writes all chapters of a book. The newest chapters of an unfinished book may cost coins. */
export function writeChapters(prose: ReturnType<typeof createProse>, schedule: Schedule, random: Random): NewChapter[] {
  const { chapters, size, status, lockedFrom } = schedule;
  const price = random.pick(PRICES);
  const usedTitles = new Set<string>();
  return Array.from({ length: chapters }, (_, index) => {
    const position = { isFirst: index === 0, isLast: status === 'finished' && index === chapters - 1 };
    const title = chapters > MAX_UNNUMBERED ? `${index + 1}. ${prose.title()}` : freshTitle(prose.title, usedTitles);
    const chapter = prose.chapter(title, size, schedule.dateOf(index), position);
    return index >= lockedFrom ? { ...chapter, price, freeFrom: schedule.freeFrom(index) } : chapter;
  });
}

function freshTitle(next: () => string, usedTitles: Set<string>): string {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const title = next();
    if (!usedTitles.has(title)) return usedTitles.add(title) && title;
  }
  return next();
}
