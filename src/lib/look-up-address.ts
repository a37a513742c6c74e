/** URL templates for looking up a selected word or translating a passage on other sites. All are https. */
export interface LookUpTemplates {
  /** Contains `{word}`, and optionally `{lang}` and `{to}`. */
  readonly dictionary?: string | undefined;
  /** Contains `{text}`, and optionally `{lang}` and `{to}`. */
  readonly translate?: string | undefined;
}

/** The languages of the book and the page, for a look-up. */
export interface LookUpLanguages {
  /** Language of the book, BCP 47. `{lang}` is its first part. */
  readonly from: string;
  /** Language of the page, BCP 47. `{to}` is its first part. */
  readonly to: string;
}

/** Maximum length of a passage to translate, in UTF-16 units. */
const PASSAGE_LENGTH = 200;
/** Maximum length of a word, in UTF-16 units. A longer run of letters is not treated as a word. */
const WORD_LENGTH = 60;

const NEEDED = { dictionary: 'word', translate: 'text' } as const;
/**
 * Matches a valid template. The host may start with a placeholder for a language. All other parts of the host are
 * fixed, so that a brand only uses sites that it trusts.
 */
const ADDRESS = /^https:\/\/(?:\{(?:lang|to)\}\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+[/?#][^\s"'<>\\]*$/;

/** Describes the problem with a template; undefined if it is valid. */
export function templateProblem(kind: keyof typeof NEEDED, template: string): string | undefined {
  const needed = NEEDED[kind];
  if (!ADDRESS.test(template)) return 'must be an https address of a fixed host, which "{lang}." or "{to}." may begin';
  const names = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  const fixedText = template.replaceAll(/\{[^{}]*\}/g, '');
  const isKnown = names.every((name) => name === needed || name === 'lang' || name === 'to');
  if (!isKnown || /[{}]/.test(fixedText)) return `must have no placeholders except {${needed}}, {lang} and {to}`;
  return names.includes(needed) ? undefined : `must contain {${needed}}`;
}

/** The hosts of a brand's look-up sites, without duplicates and without a leading language. */
export const lookUpSites = ({ dictionary, translate }: LookUpTemplates): string[] => [
  ...new Set(
    [dictionary, translate].flatMap((template) => /^https:\/\/(?:\{\w+\}\.)?([^/?#]+)/.exec(template ?? '')?.[1] ?? []),
  ),
];

/** The URL of a single word in the dictionary; null if there is no dictionary or the text is not exactly one word. */
export function dictionaryAddress(
  { dictionary }: LookUpTemplates,
  text: string,
  languages: LookUpLanguages,
): string | null {
  const word = dictionary === undefined ? null : wordIn(text, languages.from);
  return dictionary === undefined || word === null ? null : filled(dictionary, 'word', word, languages);
}

/** The URL that translates a passage; null if the brand has no translation site or the text is empty. */
export function translationAddress(
  { translate }: LookUpTemplates,
  text: string,
  languages: LookUpLanguages,
): string | null {
  const passage = shortPassage(text, languages.from);
  return translate === undefined || passage === '' ? null : filled(translate, 'text', passage, languages);
}

/** The single word in a text, without surrounding punctuation; null if there are several words or none. */
function wordIn(text: string, language: string): string | null {
  const trimmed = wellFormed(text).trim();
  if (trimmed.length > PASSAGE_LENGTH) return null;
  const words = segments(trimmed, language, 'word').filter(({ isWordLike }) => isWordLike === true);
  const [word] = words;
  return word && words.length === 1 && word.segment.length <= WORD_LENGTH ? word.segment : null;
}

/** Returns the text on one line, cut between characters if it is longer than PASSAGE_LENGTH. */
export function shortPassage(text: string, language: string): string {
  const line = wellFormed(text).replaceAll(/\s+/gu, ' ').trim();
  if (line.length <= PASSAGE_LENGTH) return line;
  // A character that consists of several code points is never split.
  const last = segments(line.slice(0, PASSAGE_LENGTH + 1), language, 'grapheme').at(-1);
  return wellFormed(line.slice(0, last?.index)).trim();
}

interface Segment {
  readonly segment: string;
  readonly index: number;
  readonly isWordLike?: boolean | undefined;
}

/**
 * Splits a text into words or graphemes. Firefox 115 has no segmenter: there, words are separated by spaces, and each
 * code point counts as a grapheme.
 */
function segments(text: string, language: string, granularity: 'word' | 'grapheme'): readonly Segment[] {
  if ('Segmenter' in Intl) return [...new Intl.Segmenter(codeOf(language), { granularity }).segment(text)];
  const parts =
    granularity === 'word' ? /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*|[^\p{L}\p{M}\p{N}]+/gu : /./gsu;
  return [...text.matchAll(parts)].map(({ 0: segment, index }) => ({
    segment,
    index,
    isWordLike: /[\p{L}\p{N}]/u.test(segment),
  }));
}

/** Removes lone surrogates, which a URL cannot contain. */
const wellFormed = (text: string) => text.replaceAll(/\p{Cs}/gu, '');

/** The first part of a language tag, in lower case; `en` if it is invalid, because it may become part of the host. */
function codeOf(tag: string): string {
  const [code = ''] = tag.toLowerCase().split('-');
  return /^[a-z]{2,3}$/.test(code) ? code : 'en';
}

function filled(template: string, name: string, text: string, { from, to }: LookUpLanguages): string {
  const values: Readonly<Record<string, string>> = {
    [name]: encodeURIComponent(text),
    lang: codeOf(from),
    to: codeOf(to),
  };
  return template.replaceAll(/\{(\w+)\}/g, (whole, placeholder: string) => values[placeholder] ?? whole);
}
