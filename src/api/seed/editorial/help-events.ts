import type { NewHelpEvent } from '../../store/records.ts';
import { daysBefore } from '../dates.ts';
import type { BookSummary } from './book-summary.ts';

/** Number of days from the date of the catalogue to the end of the first event. */
const OPEN_DAYS = 4;
const INVITERS = ['Maya', 'Jonas', 'Priya', 'Tomás', 'Ling', 'Ada', 'Samir', 'Ines'];

/** Creates open, reached and expired events in turn for the first books of a section. */
export function helpEvents(section: number, entries: readonly BookSummary[], inviter?: string): NewHelpEvent[] {
  const books = entries.slice(0, inviter === undefined ? 12 : 3);
  return books.map(({ key }, index) => {
    const needed = 5 + (index % 4) * 5;
    const reached = index % 3 === 1;
    const expiresAt = index % 3 === 2 ? daysBefore(3 + index) : daysBefore(-OPEN_DAYS - index);
    const helped = reached ? needed : Math.floor(needed * ((index % 5) / 6));
    return {
      section,
      book: key,
      inviter: inviter ?? INVITERS[index % INVITERS.length] ?? 'Maya',
      needed,
      helped,
      expiresAt,
    };
  });
}
