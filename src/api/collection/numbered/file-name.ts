import { basename, extname } from 'node:path';
import { parseTitle } from '../../epub/titles.ts';
import { parseHeading } from '../../manuscript/headings/parse.ts';

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
}

const NUMBER = '0*(\\d{1,6}(?:\\.\\d{1,2})?)';
/** Matches names that begin with a number: "012", "012 - Rain", "12.5. Rain". */
const LEADING = new RegExp(`^${NUMBER}(?:(?:\\s*[-–—.:、]\\s*|\\s+)(\\S.*)?)?$`, 'u');
/** Matches a range of numbers, for a file with several chapters: "12-13". */
const RANGE = /^\d{1,6}\s*[-–]\s*\d{1,6}$/u;
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
  const names = paths.map(plainName);
  const prefix = commonPrefix(names);
  return names.map((name) => {
    const whole = parseName(name);
    if (whole.number !== undefined || whole.isMatter || prefix === '') return whole;
    const parsed = parseName(name.slice(prefix.length).trim());
    return parsed.number === undefined ? whole : { ...parsed, title: parsed.title || '' };
  });
}

/** Returns a file's name without folder and extension, with ordinary digits and single spaces. */
export function plainName(path: string): string {
  const name = basename(path, extname(path)).normalize('NFKC').replaceAll('_', ' ').replaceAll(/\s+/g, ' ').trim();
  return name.replace(COPY, '') || name;
}

/** Matches names of files that describe the book. */
const ABOUT = /^(?:read ?me|info|about|description|synopsis|summary|metadata|credits|licen[cs]e|简介|书籍信息)$/iu;

export const isAbout = (path: string): boolean => ABOUT.test(plainName(path));

function parseName(name: string): ChapterName {
  const [, volume, chapter = '', ofChapter = ''] = VOLUME.exec(name) ?? [];
  if (volume !== undefined) return numbered(chapter, ofChapter, `Volume ${Number(volume)}`);
  const leading = LEADING.exec(name);
  const [, start = '', after = ''] = leading ?? [];
  if (RANGE.test(name)) return { ...numbered(start, name), isLabelled: true };
  if (leading && isChapter(after)) return { ...numbered(start, after), isLabelled: true };
  const parsed = parseTitle(name, Number.POSITIVE_INFINITY);
  if (parsed && (parsed.level === 'chapter' || parsed.level === 'letter' || (parsed.level === 'part' && !leading)))
    return { ...numbered(parsed.number, name, parsed.part), isLabelled: true };
  const [, short = '', ofShort = ''] = SHORT.exec(name) ?? [];
  if (leading) return numbered(start, after);
  if (short !== '') return numbered(short, ofShort);
  const isMatter = parseHeading(name)?.level === 'matter';
  return { number: undefined, title: name, isLabelled: true, part: undefined, isMatter };
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
});

function commonPrefix(names: readonly string[]): string {
  const [first = '', ...others] = names;
  let length = others.length === 0 ? 0 : first.length;
  for (const name of others) while (!name.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length).replace(/\d+(?:\.\d*)?$/, '');
}
