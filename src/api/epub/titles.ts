import { numberedPart, numberedTitle } from '../manuscript/headings/chapter-words.ts';
import { fold } from '../manuscript/headings/fold.ts';
import { titleOf } from '../manuscript/headings/heading.ts';
import { romanValue } from '../manuscript/headings/numerals.ts';
import { parseHeading } from '../manuscript/headings/parse.ts';
import { withoutSite } from '../manuscript/site-names.ts';

/** The parts of a numbered title. Of "Part II: The Sea-Cook", the label is "Part 2" and the rest is "The Sea-Cook". */
export interface NumberedTitle {
  /** What the title numbers. `bare` is a number without a word such as "Chapter". */
  level: 'part' | 'chapter' | 'letter' | 'bare';
  /** The label with the number; '' for a bare number. */
  label: string;
  /** The number as it is shown: "3", "12.5". */
  number: string;
  rest: string;
  /** Whether a space, rather than a colon, separates label and rest. */
  keepsLabel: boolean;
  /** The part that the title names before the chapter: "Book 1" in "Book 1 - Chapter 2 - Ford". */
  part?: string;
}

/**
 * Words for "letter", each with the word for "chapter" in the same language, which replaces it so that `parseHeading`
 * can parse the title.
 */
const LETTERS: Record<string, string> = {
  letter: 'chapter',
  brief: 'kapitel',
  lettre: 'chapitre',
  carta: 'capítulo',
  lettera: 'capitolo',
  письмо: 'глава',
  list: 'rozdział',
};
const LETTER = new RegExp(`^(${Object.keys(LETTERS).join('|')})(?=[\\s.])`, 'iu');
/** Matches a title that begins with a number. A period ends the number only before a space, so "12.5" is a number. */
const BARE = /^(\d{1,4}(?:\.\d{1,2})?|[IVXLCDM]+)(?:\s*[:)|—–]\s*|\s*\.(?:\s+|$)|\s+-\s+|$)(.*)$/u;
/**
 * Matches titles that begin with an initial, not with a Roman numeral: "L. of G.'s Purport", "V. S. Naipaul", "C.
 * Auguste Dupin".
 */
const INITIAL = /^(?:[IVXL]\.\s+(?:\p{Ll}|\p{Lu}\.)|[CDM]\.\s+\p{L})/u;
/** Maximum number of words of a label: "Chapter the One Hundred and Twenty First". */
const MAX_LABEL_WORDS = 8;

/** Parses a numbered title. @param maxNumber highest plausible number, so that "C. Auguste Dupin" is not chapter 100 */
export function parseTitle(title: string, maxNumber: number): NumberedTitle | undefined {
  return letterTitle(title) ?? labelledTitle(title) ?? bareTitle(title, maxNumber);
}

function letterTitle(title: string): NumberedTitle | undefined {
  const word = LETTER.exec(title)?.[1] ?? '';
  const parsed = word === '' ? undefined : labelledTitle(`${LETTERS[word.toLowerCase()]}${title.slice(word.length)}`);
  return parsed && { ...parsed, level: 'letter', label: `${capitalised(word)} ${parsed.number}` };
}

/**
 * Parses a title with a label. Because an entry of the table of contents is always a title, only its label has to look
 * like a heading, and its length is not checked.
 */
function labelledTitle(title: string): NumberedTitle | undefined {
  const whole = parseLabelled(title);
  if (whole) return whole;
  const words = [...title.matchAll(/\S+/gu)].slice(0, MAX_LABEL_WORDS);
  for (const word of words.toReversed()) {
    const end = word.index + word[0].length;
    const label = parseLabelled(title.slice(0, end).replace(/[\s:.)—–-]+$/u, ''));
    if (label?.rest === '') return { ...label, rest: title.slice(end).replace(/^[\s:.)—–-]+/u, '') };
  }
  return undefined;
}

function parseLabelled(line: string): NumberedTitle | undefined {
  const heading = parseHeading(line);
  if (heading?.value === undefined || (heading.level !== 'part' && heading.level !== 'chapter')) return undefined;
  const { level, value, label, title, keepsLabel, part } = heading;
  const number = /\d+\.\d+/.exec(fold(label))?.[0] ?? String(value);
  return { level, label, number, rest: title, keepsLabel, ...(part && { part: titleOf({ ...part, keepsLabel }) }) };
}

function bareTitle(title: string, maxNumber: number): NumberedTitle | undefined {
  const [, numeral = '', rest = ''] = BARE.exec(title) ?? [];
  if (INITIAL.test(title)) return undefined;
  const value = /^\d/.test(numeral) ? Number(numeral) : (romanValue(numeral) ?? wordsValue(title));
  if (value === undefined || value > maxNumber) return undefined;
  const number = numeral.includes('.') ? numeral : String(value);
  return { level: 'bare', label: '', number, rest: numeral === '' ? '' : rest, keepsLabel: false };
}

/** Returns the value of a title that is a number in words: "One Hundred and Ten". */
function wordsValue(title: string): number | undefined {
  const heading = parseHeading(title);
  return heading?.level === 'bare' && heading.unit === 'words' && heading.title === '' ? heading.value : undefined;
}

/**
 * Formats a title: "XVI: The Stockade" becomes "Chapter 16: The Stockade". The name of a site
 * at its end is removed. Other unnumbered titles are not changed.
 */
export function humanTitle(
  entry: string,
  as: 'chapter' | 'part' | 'section',
  language: string,
  maxNumber: number,
): string {
  const title = withoutSite(entry);
  const parsed = parseTitle(title, maxNumber);
  if (!parsed || (parsed.level === 'bare' && as === 'section')) return title;
  const { label, number, rest, keepsLabel } = parsed;
  if (label === '' && as !== 'part') return numberedTitle(number, rest, language);
  if (label === '') return numberedPart(number, rest, language);
  return titleOf({ label, title: rest, keepsLabel });
}

/**
 * Returns the words of a title for comparison with a heading. Ignores case, punctuation and the label of a chapter, and
 * converts numerals, so that "CHAPTER IV." and "Chapter 4" are equal.
 */
export function titleWords(title: string): string[] {
  const parsed = parseTitle(title, Number.POSITIVE_INFINITY);
  if (!parsed) return plainWords(title);
  const { level, label, number, rest, part = '' } = parsed;
  const own = level === 'part' || level === 'letter' ? plainWords(label) : [number];
  return [...plainWords(part), ...own, ...plainWords(rest)];
}

const plainWords = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => String(romanValue(word) ?? word));

function capitalised(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1).toLowerCase();
}
