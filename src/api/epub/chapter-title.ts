import { withoutSite } from '../manuscript/site-names.ts';
import { parseTitle } from './titles.ts';

/** Matches FanFicFare's mark for chapters that an update has added: "2. (new) Fog", "(new) 3. Sun". */
const NEW_MARK = /^(\d{1,5}\.\s+)?\(new\)\s+/;
const BETWEEN = /\s+[-–—|]\s+/u;

/**
 * Removes from an entry of the table of contents what is not part of the chapter's title: the name of the site, the
 * title of the book and marks of tools.
 * @param hasMarks whether FanFicFare made the book
 */
export function chapterTitle(entry: string, book: string, hasMarks = false): string {
  const title = withoutMark(withoutSite(entry), hasMarks);
  const parts = title.split(BETWEEN);
  const others = parts.filter((part) => part.toLowerCase() !== book.toLowerCase());
  const rest = others.join(' - ');
  const isRepeated = others.length < parts.length && parseTitle(rest, Number.POSITIVE_INFINITY)?.level === 'chapter';
  return isRepeated ? rest : title;
}

/**
 * Removes FanFicFare's mark from a numbered title. In other titles, "(new)" may be a word of the author, and also before a
 * word in lower case, unless FanFicFare made the book.
 */
function withoutMark(title: string, hasMarks: boolean): string {
  const rest = title.replace(NEW_MARK, '$1');
  const words = title.replace(NEW_MARK, '');
  if (!hasMarks && /^\p{Ll}/u.test(words)) return title;
  return parseTitle(rest, Number.POSITIVE_INFINITY) ? rest : title;
}
