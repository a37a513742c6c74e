import { withoutSite } from '../manuscript/site-names.ts';
import { parseTitle } from './titles.ts';

/** Matches FanFicFare's mark for chapters that an update has added: "2. (new) Fog", "(new) 3. Sun". */
const NEW_MARK = /^(\d{1,5}\.\s+)?\(new\)\s+/;
const BETWEEN = /\s+[-–—|]\s+/u;

/**
 * Removes from an entry of the table of contents what is not part of the chapter's title: the name of the site, the
 * title of the book and marks of tools.
 */
export function chapterTitle(entry: string, book: string): string {
  const title = withoutMark(withoutSite(entry));
  const parts = title.split(BETWEEN);
  const others = parts.filter((part) => part.toLowerCase() !== book.toLowerCase());
  const rest = others.join(' - ');
  const isRepeated = others.length < parts.length && parseTitle(rest, Number.POSITIVE_INFINITY)?.level === 'chapter';
  return isRepeated ? rest : title;
}

/** Removes FanFicFare's mark from a numbered title. In other titles, "(new)" may be a word of the author. */
function withoutMark(title: string): string {
  const rest = title.replace(NEW_MARK, '$1');
  return parseTitle(rest, Number.POSITIVE_INFINITY) ? rest : title;
}
