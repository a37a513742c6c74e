import { cjkHeading } from './cjk.ts';
import { fold } from './fold.ts';
import type { Heading } from './heading.ts';
import { isOrdinary, LABEL_WORDS, type Label, labelKey, labelOf, MATTER_WORDS } from './lexicon.ts';
import { numberWords } from './number-words.ts';
import { romanValue } from './numerals.ts';

/** Maximum length of a heading. */
const MAX_CHARACTERS = 160;
const MAX_TITLE_CHARACTERS = 120;

const escapePattern = (word: string) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const WORDS = LABEL_WORDS.map(escapePattern).join('|');
/** Match decorated headings: "=== Chapter 3 ===", "** Chapter 3 **", "[Chapter 3]", "# Chapter 3". */
const DECORATED = /^(?:[=*#~_•·◆◇★☆■□●○※§+|<>–—-]{1,12}\s*)?(.+?)(?:\s*[=*#~_•·◆◇★☆■□●○※§+|<>–—-]{1,12})?$/u;
const BRACKETED = /^[[(【«<]\s*([^\])】»>]+?)\s*[\])】»>]\s*(.*)$/u;
/** Matches what may separate a label from its number: "Chapter.003", "Chapter #3", "Capítulo N.º 3", "Bab ke-3". */
const JOINT = /^(?:\s*[.:#-]\s*|\s+)?(?:(?:the|n[.ºo°]{1,2}|nr\.?|no\.?|№|số|thứ|ke-?|ang|ika-|number)[\s.]*)?/iu;
const LABELLED = new RegExp(`^(${WORDS})(?![\\p{L}\\p{M}])`, 'iu');
const HALF_WIDTH_KATAKANA = /[\uff66-\uff9f]+/gu;
/** Matches a label without a space before the digits: "Chapter3", "บทที่1", "Глава1". */
const LABELLED_TIGHT = new RegExp(`^(${WORDS})(?=[\\d#])`, 'iu');
const THAI = /^(บทที่|บท|ตอนที่|ตอน|ภาคที่|ภาค|เล่มที่|เล่ม)\s*/u;
const DIGITS =
  /^(\d{1,5}(?:\.\d{1,2})?)(?:st|nd|rd|th|º|ª|°|er|ère|ère|ème|e|ο|-?(?:й|я|е|ая|ый|ий|ga|nd))?(?![\p{L}\p{N}])/u;
const ROMAN = /^([IVXLCDM]{1,9}|[ivxlcdm]{1,9}|[\u2160-\u216b\u2170-\u217b])(?![\p{L}\p{N}’'])/u;
/** Matches a number before a label: "1. Kapitel", "2nd Chapter", "III. Bölüm". */
const NUMBER_FIRST =
  /^(\d{1,5}|[IVXLC]{1,7})(?:\.|st|nd|rd|th|º|ª|ª|-?(?:я|й|а|е|ша|га|та|ci|cı|cu|cü|inci|ıncı|uncu|üncü))?[.\s-]*\s*/u;
const MATTER = new RegExp(`^(${MATTER_WORDS})(?![\\p{L}\\p{M}])`, 'iu');
/** Matches a separator between a label and a title. A single space does not count, because it is weaker evidence. */
const STRONG_SEPARATOR = /^\s*(?:[:：.…|·~]|[-–—―]+(?=\s|\p{L}|$)|\)|\t)+\s*|^\s{2,}|^\s*(?=["“„«'‘[(【「『])/u;

/** Parses a line as a heading; undefined for ordinary text. @param text trimmed */
export function parseHeading(text: string): Heading | undefined {
  if (text === '' || text.length > MAX_CHARACTERS) return undefined;
  const line = text.replaceAll(HALF_WIDTH_KATAKANA, (letters) => letters.normalize('NFKC'));
  const folded = fold(line);
  const cjk = cjkHeading(line, folded);
  if (cjk) return cjk;
  const bare = DECORATED.exec(folded)?.[1] ?? folded;
  const at = folded.indexOf(bare);
  const inner = line.slice(at, at + bare.length);
  const bracketed = BRACKETED.exec(bare);
  if (bracketed) {
    const start = bare.indexOf(bracketed[1] ?? '');
    const label = (bracketed[1] ?? '').trim();
    const heading = western(inner.slice(start, start + label.length), label);
    const after = inner
      .slice(inner.length - (bracketed[2] ?? '').length)
      .replace(STRONG_SEPARATOR, '')
      .trim();
    if (!heading || heading.level === 'bare') return undefined;
    const titled = { ...heading, title: heading.title || after };
    return heading.level === 'part' ? (withChapter(titled) ?? titled) : titled;
  }
  return cjkHeading(inner, bare) ?? western(inner, bare);
}

function western(line: string, folded: string): Heading | undefined {
  return labelled(line, folded) ?? numberFirst(line, folded) ?? matter(line, folded) ?? bareNumber(line, folded);
}

interface Numeral {
  readonly value: number;
  readonly length: number;
  readonly isWord: boolean;
}

/**
 * Returns the numeral at the beginning of a text.
 * @param languages the languages in which it may be written in words
 */
function numeralAt(text: string, languages: readonly string[]): Numeral | undefined {
  const digits = DIGITS.exec(text);
  if (digits) return { value: Number(digits[1]), length: digits[0].length, isWord: false };
  const roman = ROMAN.exec(text);
  const value = roman ? romanValue(roman[1] ?? '') : undefined;
  if (roman && value !== undefined && value > 0) return { value, length: roman[0].length, isWord: false };
  for (const language of languages) {
    const words = numberWords(text, language);
    if (words) return { ...words, isWord: true };
  }
  return undefined;
}

function labelled(line: string, folded: string): Heading | undefined {
  const thai = THAI.exec(folded);
  const word = thai?.[1] ?? LABELLED.exec(folded)?.[1] ?? LABELLED_TIGHT.exec(folded)?.[1];
  const label = word === undefined ? undefined : labelOf(word);
  if (word === undefined || !label) return undefined;
  const joint = thai ? thai[0].length - word.length : (JOINT.exec(folded.slice(word.length))?.[0].length ?? 0);
  const at = word.length + joint;
  const numeral = numeralAt(folded.slice(at), label.languages);
  if (!numeral) return undefined;
  // A single lower-case letter is not a numeral: "Part I of…", "Book a".
  if (/^[ivxlcdm]$/.test(folded.slice(at, at + numeral.length)) && folded.length > at + 1) return undefined;
  const end = at + numeral.length;
  const number = numeral.value;
  // "Arc 2.1" is a chapter of the second arc.
  if (labelKey(label.name) === 'arc' && !Number.isInteger(number)) return undefined;
  const total = TOTAL.exec(folded.slice(at + numeral.length));
  const isCounted = !numeral.isWord && total !== null && Number(total[1]) >= number;
  const range = RANGE.exec(folded.slice(end));
  const isRange = !numeral.isWord && range !== null && Number(range[1]) > number;
  const keeps = KEEPS_LABEL.has(label.languages[0] ?? '');
  // "1.10" is a different number from "1.1", so the digits are kept as written.
  const shownNumber = /^\d+\.\d+/.exec(folded.slice(at))?.[0] ?? number;
  const name = keeps ? line.slice(0, end).trim() : `${capitalised(nameOf(word, label))} ${shownNumber}`;
  if (isRange) return withTitle(line, end + range[0].length, { label, number, name: `${name}–${range[1]}` });
  return withTitle(line, isCounted ? end + total[0].length : end, { label, number, name });
}

/** Matches the number of chapters after the number of a chapter: "Ch 1/3", "Chapter 1 of 3". */
const TOTAL = /^\s*(?:\/|of\s)\s*(\d{1,5})(?![\p{L}\p{N}.,/-])/u;

/** Matches the end of a range of chapters after its beginning: "Chapters 1-3". */
const RANGE = /^\s*[-–—]\s*(\d{1,5})(?![\p{L}\p{N}.,/-])/u;

/** Languages whose labels are kept as written. */
const KEEPS_LABEL = new Set(['ar', 'fa', 'he', 'hi', 'th']);

/** Returns a label as written, or the full word for an abbreviation. */
const nameOf = (word: string, label: Label) =>
  labelKey(word) === labelKey(label.name) && !word.endsWith('.') ? word : label.name;

function capitalised(word: string): string {
  const lower = /[İI]/.test(word) && /ö|ü|ş/i.test(word) ? word.toLocaleLowerCase('tr') : word.toLowerCase();
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}

/** Parses a heading whose number comes first: "1. Kapitel", "Erstes Kapitel", "2. Bölüm", "Первая глава". */
function numberFirst(line: string, folded: string): Heading | undefined {
  const digits = NUMBER_FIRST.exec(folded);
  const afterNumber = digits ? folded.slice(digits[0].length) : '';
  const word = LABELLED.exec(afterNumber)?.[1];
  if (digits && word !== undefined) {
    // FanFicFare numbers titles that already have a number: "2. Chapter 2: Rain".
    const hasDigits = /^[\s.#]*\d/u.test(afterNumber.slice(word.length));
    const numberedAgain = hasDigits ? labelled(line.slice(digits[0].length), afterNumber) : undefined;
    if (numberedAgain?.level === 'chapter') return numberedAgain;
    const label = labelOf(word);
    const number = /^\d/.test(digits[1] ?? '') ? Number(digits[1]) : romanValue(digits[1] ?? '');
    if (!label || number === undefined || isOrdinary(label.name)) return undefined;
    return withTitle(line, digits[0].length + word.length, { label, number, name: `${number}. ${capitalised(word)}` });
  }
  return wordFirst(line, folded);
}

/** The last position in a line where its label may begin. */
const MAX_NUMBER_CHARACTERS = 40;
const LABEL_WITHIN = new RegExp(`[\\s'’](${WORDS})(?![\\p{L}\\p{M}])`, 'iu');

function wordFirst(line: string, folded: string): Heading | undefined {
  const match = LABEL_WITHIN.exec(folded.slice(0, MAX_NUMBER_CHARACTERS));
  const label = match && labelOf(match[1] ?? '');
  if (!match || !label || isOrdinary(label.name)) return undefined;
  for (const language of label.languages) {
    const article = /^(?:the|la|le|el|il|o|a|ang|das|der)\s+/iu.exec(folded)?.[0].length ?? 0;
    const numeral = numberWords(folded.slice(article), language);
    const between = numeral && folded.slice(article + numeral.length, match.index + 1);
    if (!numeral || !/^(?:[\s'’]|\s+na\s+)*$/u.test(between ?? 'x')) continue;
    const word = capitalised(match[1] ?? '');
    const name = NUMBER_BEFORE.has(language) ? `${numeral.value}. ${word}` : `${word} ${numeral.value}`;
    const keeps = KEEPS_LABEL.has(language);
    const end = match.index + match[0].length;
    return withTitle(line, end, { label, number: numeral.value, name: keeps ? line.slice(0, end) : name });
  }
  return undefined;
}

const NUMBER_BEFORE = new Set(['tr', 'hu', 'lt', 'lv']);

interface Labelled {
  readonly label: Label;
  readonly number: number;
  readonly name: string;
}

function withTitle(line: string, end: number, { label, number, name }: Labelled): Heading | undefined {
  const afterLabel = line.slice(end);
  const strong = STRONG_SEPARATOR.exec(afterLabel)?.[0];
  const written = afterLabel.slice(strong?.length ?? 0).trim();
  const title = written === ',' ? '' : written;
  if (title !== '' && strong === undefined && !/^(?:\s|,\s*\p{Lu})/u.test(afterLabel)) return undefined;
  if (!isTitle(title, strong !== undefined)) return undefined;
  const [language = 'en'] = label.languages;
  const heading: Heading = {
    level: label.level,
    unit: labelKey(label.name),
    value: number,
    label: name,
    title,
    isGlued: false,
    isWeak: title !== '' && strong === undefined,
    language,
    keepsLabel: false,
  };
  return heading.level === 'part' ? (withChapter(heading) ?? heading) : heading;
}

/** Finds a chapter in the heading of a part: "Vol. 2 Ch. 3: The Sea", "Book 1 - Chapter 2", "Volume 2, Chapter 3". */
function withChapter(part: Heading): Heading | undefined {
  const inner = part.title.replace(/^[,;/|\s-]+/, '');
  const chapter = labelled(inner, fold(inner));
  if (chapter?.level === 'chapter') return { ...chapter, part: { label: part.label, value: part.value, title: '' } };
  const at = part.title.search(new RegExp(`[\\s,:–—-](?:${WORDS})[\\s.]+[\\dIVX]`, 'iu'));
  if (at < 1) return undefined;
  const later = part.title.slice(at + 1).trim();
  const second = labelled(later, fold(later));
  if (second?.level !== 'chapter') return undefined;
  return {
    ...second,
    part: { label: part.label, value: part.value, title: part.title.slice(0, at).replace(/[\s,:–—-]+$/u, '') },
  };
}

/** Whether the text looks like a title: it begins like a title and does not end like a sentence. */
function isTitle(title: string, isSeparated: boolean): boolean {
  if (title === '') return true;
  if (title.length > MAX_TITLE_CHARACTERS || /[,;]$/u.test(title)) return false;
  if (/^[;)\]]/u.test(title)) return false;
  const endsSentence =
    /[.。।]["'”’»)]?$/u.test(title) && !/(?:\.\.\.|\b(?:\p{Lu}|Mr|Mrs|Dr|St|etc|Jr|Sr)\.)$/u.test(title);
  if (isSeparated) return !(endsSentence && (title.split(/\s+/u).length > 9 || /[.!?]\s+\p{Lu}/u.test(title)));
  if (/^\p{Ll}/u.test(title)) return false;
  return !endsSentence;
}

function matter(line: string, folded: string): Heading | undefined {
  const word = MATTER.exec(folded)?.[1];
  if (word === undefined) return undefined;
  let end = word.length;
  const number = /^\s*[#:.-]?\s*(?:\d{1,4}(?:\.\d{1,2})?|[IVXLC]{1,7}|[ivx]{2,5})(?=\s*(?:$|[:.–—-])|\s+\p{Lu})/u.exec(
    folded.slice(end),
  );
  if (number) end += number[0].length;
  const afterLabel = line.slice(end);
  const separator = /^\s*(?:[:：|~]|[-–—―]+|\.(?=\s|$)|\t)+\s*|^\s{2,}|^\s*(?=["“„«([「『])/u.exec(afterLabel)?.[0];
  const title = afterLabel.slice(separator?.length ?? 0).trim();
  const isUncased = !/\p{Lu}|\p{Ll}/u.test(word);
  if (title !== '' && separator === undefined && !isMatterTitle(title, isUncased)) return undefined;
  if (title !== '' && !isTitle(title, separator !== undefined)) return undefined;
  if (title !== '' && /^\p{Ll}/u.test(title)) return undefined;
  const label = casedLabel(line.slice(0, end).trim());
  return {
    level: 'matter',
    unit: '',
    value: undefined,
    label,
    title,
    isGlued: false,
    isWeak: false,
    language: '',
    keepsLabel: /[\p{Script=Hangul}\p{Script=Han}\p{Script=Katakana}]/u.test(label),
  };
}

/** Changes "EPILOGUE" to "Epilogue". Leaves labels in mixed case unchanged. */
const casedLabel = (label: string) =>
  /\p{Ll}/u.test(label) ? label : label.replace(/\p{Lu}{3,}/gu, (word) => word.charAt(0) + word.slice(1).toLowerCase());

/**
 * Whether a text may be a title without a separator before it: few words, the first capitalised: "Prologue The Ferry".
 */
const isMatterTitle = (title: string, isUncased: boolean) =>
  title.split(/\s+/u).length <= 6 && (isUncased || /^\p{Lu}/u.test(title)) && !/[.!?,;。！？]$/u.test(title);

/** Languages in which a number word alone may be a heading: "Twenty-Two". */
const BARE_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ru'];

/** Parses a heading with a number but no label: "12", "XII.", "12. The Mill", "III – The Weir", "Twenty-Two". */
function bareNumber(line: string, folded: string): Heading | undefined {
  const dotted = dottedNumber(line, folded);
  if (dotted) return dotted;
  const digits = /^(\d{1,4}(?:\.\d{1,2})?)(?![\p{L}\p{N}%°])/u.exec(folded);
  const roman = digits ? null : /^([IVXLCDM]{1,9}|[\u2160-\u216b])(?![\p{L}\p{N}’'])/u.exec(folded);
  const value = digits ? Number(digits[1]) : roman ? romanValue(roman[1] ?? '') : undefined;
  const numeral = digits ?? roman;
  if (numeral && value !== undefined && value > 0) {
    const afterNumber = line.slice(numeral[0].length);
    const separator = /^(?:\s*[.．:：)）、|–—-]+\s*|\s+)/u.exec(afterNumber)?.[0] ?? '';
    const title = afterNumber.slice(separator.length).trim();
    if (title !== '' && separator === '') return undefined;
    if (title !== '' && (!isTitle(title, false) || /^[\d.,/-]/u.test(title))) return undefined;
    const unit = digits ? 'digits' : 'roman';
    return bare(unit, value, title, title !== '' && /^\s+$/.test(separator));
  }
  return bareWords(line, folded);
}

/** Matches the number of an arc and of a chapter in it, with a name before or after: "1.1", "Ferry 2.10", "1.2: Ebb". */
const DOTTED = /^(?:(\p{Lu}[\p{L}\p{M}’' -]{1,40}?)\s+)?(\d{1,3})\.(\d{1,2})(?![\p{L}\p{N}%°.,])(.*)$/u;

function dottedNumber(line: string, folded: string): Heading | undefined {
  const [, name, arc, chapter, after = ''] = DOTTED.exec(folded) ?? [];
  if (arc === undefined || chapter === undefined) return undefined;
  const separator = /^\s*[:：–—-]\s*|^\s+/u.exec(after)?.[0] ?? '';
  const title = after.slice(separator.length);
  if (title !== '' && (separator === '' || name !== undefined || !isTitle(title, false))) return undefined;
  const shown = title === '' ? line : `${arc}.${chapter}: ${line.slice(line.length - title.length)}`;
  const place = { arc: Number(arc), chapter: Number(chapter) };
  return { ...bare('dotted', Number(`${arc}.${chapter}`), shown, title !== '' || name !== undefined), place };
}

/** Matches the title after a number in words: "One: The River". A period would be the end of a sentence. */
const WORDS_TITLE = /^\s*(?::|\s[–—-])\s+(?=["“„«'‘]?\p{Lu})/u;

function bareWords(line: string, folded: string): Heading | undefined {
  if (folded.length > MAX_TITLE_CHARACTERS || !/^\p{Lu}/u.test(folded)) return undefined;
  for (const language of BARE_LANGUAGES) {
    const words = numberWords(folded, language);
    const afterNumber = words && line.slice(words.length);
    if (!words || afterNumber === undefined) continue;
    if (/^\s*\.?$/u.test(afterNumber)) return { ...bare('words', words.value, '', false), language };
    const separator = WORDS_TITLE.exec(afterNumber)?.[0];
    const title = separator === undefined ? '' : afterNumber.slice(separator.length).trim();
    if (title !== '' && isTitle(title, false)) return { ...bare('words', words.value, title, false), language };
  }
  return undefined;
}

const bare = (unit: string, value: number, title: string, isWeak: boolean): Heading => ({
  level: 'bare',
  unit,
  value,
  label: '',
  title,
  isGlued: false,
  isWeak,
  language: '',
  keepsLabel: false,
});
