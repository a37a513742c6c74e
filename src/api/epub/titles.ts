import { numberedPart, numberedTitle } from '../manuscript/headings/chapter-words.ts';
import { fold } from '../manuscript/headings/fold.ts';
import { titleOf } from '../manuscript/headings/heading.ts';
import { romanValue } from '../manuscript/headings/numerals.ts';
import { parseHeading } from '../manuscript/headings/parse.ts';

/** The parts of a numbered title: "Part II: The Sea-Cook" is label "Part 2", rest "The Sea-Cook". */
export interface NumberedTitle {
  /** `bare`: a number without a word such as "Chapter". */
  level: 'part' | 'chapter' | 'letter' | 'bare';
  /** The label including the number; '' for a bare number. */
  label: string;
  /** As shown in the title: "3", "12.5". */
  number: string;
  rest: string;
  /** Whether a space separates label and rest, not a colon. */
  keepsLabel: boolean;
  /** The part that the title names before its chapter: "Book 1" in "Book 1 - Chapter 2 - Ford". */
  part?: string;
}

/**
 * Words for "letter" by language. Each is replaced with the word for "chapter", whose numbers `parseHeading` can read.
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
/** A period is a separator only before a space: "12.5" is a number, and "L. of G." are initials. */
const BARE = /^(\d{1,4}(?:\.\d{1,2})?|[IVXLCDM]+)(?:\s*[:)—–]\s*|\s*\.(?:\s+|$)|\s+-\s+|$)(.*)$/u;
/**
 * Titles that begin with an initial, not a Roman numeral: "L. of G.'s Purport", "V. S. Naipaul", "C. Auguste Dupin".
 */
const INITIAL = /^(?:[IVXL]\.\s+(?:\p{Ll}|\p{Lu}\.)|[CDM]\.\s+\p{L})/u;
/** The longest label has this many words: "Chapter the One Hundred and Twenty First". */
const MAX_LABEL_WORDS = 8;

/** @param maxNumber highest plausible number, so that "C. Auguste Dupin" is not chapter 100 */
export function parseTitle(title: string, maxNumber: number): NumberedTitle | undefined {
  return letterTitle(title) ?? labelledTitle(title) ?? bareTitle(title, maxNumber);
}

function letterTitle(title: string): NumberedTitle | undefined {
  const word = LETTER.exec(title)?.[1] ?? '';
  const parsed = word === '' ? undefined : labelledTitle(`${LETTERS[word.toLowerCase()]}${title.slice(word.length)}`);
  return parsed && { ...parsed, level: 'letter', label: `${capitalised(word)} ${parsed.number}` };
}

/**
 * Parses an entry of the table of contents. Every entry is a title, so its length is not checked; only its label must
 * look like a heading.
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

/** The value of a title that consists of number words: "One Hundred and Ten". */
function wordsValue(title: string): number | undefined {
  const heading = parseHeading(title);
  return heading?.level === 'bare' && heading.unit === 'words' ? heading.value : undefined;
}

/** A readable title: "XVI: The Stockade" becomes "Chapter 16: The Stockade"; unnumbered titles stay. */
export function humanTitle(
  title: string,
  as: 'chapter' | 'part' | 'section',
  language: string,
  maxNumber: number,
): string {
  const parsed = parseTitle(title, maxNumber);
  if (!parsed || (parsed.level === 'bare' && as === 'section')) return title;
  const { label, number, rest, keepsLabel } = parsed;
  if (label === '' && as !== 'part') return numberedTitle(number, rest, language);
  if (label === '') return numberedPart(number, rest, language);
  return titleOf({ label, title: rest, keepsLabel });
}

/**
 * The words for comparing a heading with a title. Case, punctuation and the label of a chapter are ignored, and
 * numerals become numbers, so that "CHAPTER IV." and "Chapter 4" are equal.
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
