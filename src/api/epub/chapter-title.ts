import { withoutSite } from '../manuscript/site-names.ts';
import { parseTitle } from './titles.ts';

/** Matches FanFicFare's mark for chapters that an update has added. */
const NEW_MARK = /^(\d{1,5}\.\s+)?\(new\)\s+/i;
const BETWEEN = /\s+[-–—|]\s+/u;

/**
 * Removes from an entry of the table of contents what is not part of the chapter's title: the name of the site, the
 * title of the book and marks of tools.
 */
export function chapterTitle(entry: string, book: string): string {
  const title = withoutSite(entry).replace(NEW_MARK, '$1');
  const parts = title.split(BETWEEN);
  const others = parts.filter((part) => part.toLowerCase() !== book.toLowerCase());
  const rest = others.join(' - ');
  const isRepeated = others.length < parts.length && parseTitle(rest, Number.POSITIVE_INFINITY)?.level === 'chapter';
  return isRepeated ? rest : title;
}
