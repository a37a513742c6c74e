import { basename, extname } from 'node:path';
import { parseTitle } from '../../epub/titles.ts';
import { parseHeading } from '../../manuscript/headings/parse.ts';
import { withoutSite } from '../../manuscript/site-names.ts';

/** The parts of a chapter's file name. */
export interface ChapterName {
  /** The chapter number; undefined if the name has none. */
  readonly number: number | undefined;
  /** The text after the number, or the whole title if the name contains a word for "chapter". */
  readonly title: string;
  /** Whether `title` contains the number. */
  readonly isLabelled: boolean;
  /** The volume or part that the name contains before the chapter. */
  readonly part: string | undefined;
  /** Whether the name has no number but belongs to a preface, an epilogue or a side story. */
  readonly isMatter: boolean;
  /** Whether a word for "chapter" comes before the number, in `title` or in the prefix that all names share. */
  readonly isCounted: boolean;
  /** The last chapter of a file with several: 3 in "Ch 1-3". */
  readonly last?: number;
  /** Whether `number` is a date in days, which only determines the order. */
  readonly isDate?: boolean;
}

const NUMBER = '0*(\\d{1,6}(?:\\.\\d{1,2})?)';
/** Matches names that begin with a number: "012", "012 - Rain", "12.5. Rain". */
const LEADING = new RegExp(`^${NUMBER}(?:(?:\\s*[-–—.:、]\\s*|\\s+)(\\S.*)?)?$`, 'u');
/** Matches a range of numbers, for a file with several chapters: "12-13", "Ch 12-13". */
const RANGE = /(?:^|[\s.])(\d{1,6})\s*[-–]\s*(\d{1,6})$/u;
/** Matches the number of a divided chapter: "12a". */
const LETTERED = /^0*(\d{1,6})([a-z])$/u;
/** Matches names that begin with a date, as posts of Jekyll and Hugo do: "2020-01-31-rain". */
const DATED = /^(\d{4})-(\d{2})-(\d{2})(?:[\s-]+(\S.*))?$/u;
/** Matches names with an abbreviation of "chapter" or "episode": "c012", "ep 12", "chap-12". */
const SHORT = new RegExp(`^(?:c|ch|chap|ep|e)[\\s.-]*${NUMBER}(?:(?:\\s*[-–—.:]\\s*|\\s+)(\\S.*)?)?$`, 'iu');
/** Matches names with a volume and a chapter: "v02c015", "Vol.2 Ch.15". */
const VOLUME = new RegExp(
  `^v(?:ol)?[\\s.-]*0*(\\d{1,4})[\\s,.-]*c(?:h(?:ap)?)?[\\s.-]*${NUMBER}(?:[\\s.:–—-]+(\\S.*))?$`,
  'iu',
);
/** Matches the number that browsers add to the name of a file that is downloaded again: "Rain (1)". */
const COPY = /\s*\((\d{1,2})\)$/;

/** Parses file names. Ignores folders, extensions and the prefix that all names share. */
export function chapterNames(paths: readonly string[]): ChapterName[] {
  const names = withoutSuffix(paths.map(plainName));
  const prefix = commonPrefix(names);
  const isCounted = parseHeading(`${prefix.split(/[\s.-]+/).findLast(Boolean) ?? ''} 1`)?.level === 'chapter';
  return names.map((name) => {
    const whole = parseName(name);
    if (whole.number !== undefined || whole.isMatter || prefix === '') return whole;
    const parsed = parseName(name.slice(prefix.length).trim());
    return parsed.number === undefined ? whole : { ...parsed, isCounted: parsed.isCounted || isCounted };
  });
}

/** Returns a file's name without folder and extension, with ordinary digits and single spaces. */
export function plainName(path: string): string {
  const name = withoutSite(basename(path, extname(path)).normalize('NFKC'))
    .replaceAll('_', ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return name.replace(COPY, '') || name;
}

/** Returns the name of a part from that of its folder: "1: The Ford" for "01 The Ford". */
export const partName = (folder: string): string =>
  plainName(`${folder}.txt`).replace(/^0*(\d{1,4})\s+(?=\p{L})/u, '$1: ');

/** Matches names of files that describe the book. */
const ABOUT =
  /^(?:read ?me|info|index|about|description|synopsis|summary|contents|metadata|credits|licen[cs]e|简介|目录|书籍信息)$/iu;

export const isAbout = (path: string): boolean => ABOUT.test(plainName(path));

function parseName(name: string): ChapterName {
  const [, volume, chapter = '', ofChapter = ''] = VOLUME.exec(name) ?? [];
  if (volume !== undefined) return numbered(chapter, ofChapter, `Volume ${Number(volume)}`);
  const leading = LEADING.exec(name);
  const [, start = '', after = ''] = leading ?? [];
  const dated = DATED.exec(name);
  if (dated) return ofDate(dated);
  const [lettered, divided = '', letter = ''] = LETTERED.exec(name) ?? [];
  // The letter is added as a small fraction, for the order.
  if (lettered)
    return { ...numbered(divided, name), number: Number(divided) + letter.charCodeAt(0) / 1e4, isLabelled: true };
  const [whole, first = '', last = ''] = RANGE.exec(name) ?? [];
  const range = whole !== undefined && Number(last) > Number(first) ? { last: Number(last) } : {};
  if (whole === name) return { ...numbered(start, name), isLabelled: true, isCounted: true, ...range };
  if (leading && isChapter(after)) return { ...numbered(start, after), isLabelled: true, isCounted: true };
  const parsed = parseTitle(name, Number.POSITIVE_INFINITY);
  if (parsed && (parsed.level === 'chapter' || parsed.level === 'letter' || (parsed.level === 'part' && !leading)))
    return { ...numbered(parsed.number, name, parsed.part), isLabelled: true, isCounted: true, ...range };
  const [, short = '', ofShort = ''] = SHORT.exec(name) ?? [];
  if (leading) return numbered(start, after);
  if (short !== '') return numbered(short, ofShort);
  const isMatter = parseHeading(name)?.level === 'matter';
  return { number: undefined, title: name, isLabelled: true, part: undefined, isMatter, isCounted: false };
}

const DAY_MS = 86_400_000;

function ofDate([name, year, month, day, title = '']: RegExpExecArray): ChapterName {
  const number = Date.UTC(Number(year), Number(month) - 1, Number(day)) / DAY_MS;
  return { ...numbered('0', title || name), number, isLabelled: true, isCounted: true, isDate: true };
}

const isChapter = (name: string) => {
  const level = name === '' ? undefined : parseTitle(name, Number.POSITIVE_INFINITY)?.level;
  return level === 'chapter' || level === 'letter';
};

const numbered = (number: string, title: string, part?: string): ChapterName => ({
  number: Number(number),
  title,
  isLabelled: false,
  part,
  isMatter: false,
  isCounted: false,
});

/** Removes the end that all names share after a dash, which is the title of the book: "Chapter 1 - The Raft". */
function withoutSuffix(names: readonly string[]): readonly string[] {
  const [first = '', ...others] = names;
  const at = first.search(/\s[-–—|]\s(?!.*\s[-–—|]\s)/u);
  const suffix = at > 0 ? first.slice(at) : '';
  const isShared =
    others.length > 0 && suffix !== '' && parseTitle(suffix.slice(3), Number.POSITIVE_INFINITY) === undefined;
  return isShared && others.every((name) => name.endsWith(suffix))
    ? names.map((name) => name.slice(0, -suffix.length))
    : names;
}

function commonPrefix(names: readonly string[]): string {
  const [first = '', ...others] = names;
  let length = others.length === 0 ? 0 : first.length;
  for (const name of others) while (!name.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length).replace(/\d+(?:\.\d*)?$/, '');
}
