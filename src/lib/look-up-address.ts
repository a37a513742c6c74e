/** Addresses of other sites at which a selected word is looked up, or a passage translated. Each is https. */
export interface LookUpTemplates {
  /** With `{word}`; also `{lang}` and `{to}`. */
  readonly dictionary?: string | undefined;
  /** With `{text}`; also `{lang}` and `{to}`. */
  readonly translate?: string | undefined;
}

/** What an address is made for. */
export interface LookUpLanguages {
  /** Language of the book, BCP 47: `{lang}` is its first part. */
  readonly from: string;
  /** Language of the page, BCP 47: `{to}` is its first part. */
  readonly to: string;
}

/** What is translated is cut to so many UTF-16 units. */
const PASSAGE_LENGTH = 200;
/** A longer run of letters is no word. */
const WORD_LENGTH = 60;

const NEEDED = { dictionary: 'word', translate: 'text' } as const;
/** A language may begin the host; the rest of the host is fixed, so that a brand names whom it trusts. */
const ADDRESS = /^https:\/\/(?:\{(?:lang|to)\}\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+[/?#][^\s"'<>\\]*$/;

/** What is wrong with a template; undefined for one that can be used. */
export function templateProblem(kind: keyof typeof NEEDED, template: string): string | undefined {
  const needed = NEEDED[kind];
  if (!ADDRESS.test(template)) return 'must be an https address of a fixed host, which "{lang}." or "{to}." may begin';
  const names = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  const rest = template.replaceAll(/\{[^{}]*\}/g, '');
  const isKnown = names.every((name) => name === needed || name === 'lang' || name === 'to');
  if (!isKnown || /[{}]/.test(rest)) return `must have no placeholders but {${needed}}, {lang} and {to}`;
  return names.includes(needed) ? undefined : `must hold {${needed}}`;
}

/** The hosts at which a brand has words looked up, each once, without the language that may begin them. */
export const lookUpSites = ({ dictionary, translate }: LookUpTemplates): string[] => [
  ...new Set(
    [dictionary, translate].flatMap((template) => /^https:\/\/(?:\{\w+\}\.)?([^/?#]+)/.exec(template ?? '')?.[1] ?? []),
  ),
];

/** The address of a single word in the dictionary; null where there is no dictionary, or more or less than one word. */
export function dictionaryAddress(
  { dictionary }: LookUpTemplates,
  text: string,
  languages: LookUpLanguages,
): string | null {
  const word = dictionary === undefined ? null : wordIn(text, languages.from);
  return dictionary === undefined || word === null ? null : filled(dictionary, 'word', word, languages);
}

/** The address of the translation of a passage; null where there is no provider, or nothing to translate. */
export function translationAddress(
  { translate }: LookUpTemplates,
  text: string,
  languages: LookUpLanguages,
): string | null {
  const passage = shortPassage(text, languages.from);
  return translate === undefined || passage === '' ? null : filled(translate, 'text', passage, languages);
}

/** The one word of a text, without the signs around it; null where there are several, or none. */
function wordIn(text: string, language: string): string | null {
  const trimmed = wellFormed(text).trim();
  if (trimmed.length > PASSAGE_LENGTH) return null;
  const words = segments(trimmed, language, 'word').filter(({ isWordLike }) => isWordLike === true);
  const [word] = words;
  return word && words.length === 1 && word.segment.length <= WORD_LENGTH ? word.segment : null;
}

/** A text on one line, cut at a character where it is long. */
export function shortPassage(text: string, language: string): string {
  const line = wellFormed(text).replaceAll(/\s+/gu, ' ').trim();
  if (line.length <= PASSAGE_LENGTH) return line;
  // A letter that is written as several code points is not cut apart.
  const last = segments(line.slice(0, PASSAGE_LENGTH + 1), language, 'grapheme').at(-1);
  return wellFormed(line.slice(0, last?.index)).trim();
}

interface Segment {
  readonly segment: string;
  readonly index: number;
  readonly isWordLike?: boolean | undefined;
}

/** Firefox 115 has no segmenter; there, spaces separate words and code points count as graphemes. */
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

/** Half a surrogate pair cannot stand in an address. */
const wellFormed = (text: string) => text.replaceAll(/\p{Cs}/gu, '');

/** The first part of a tag, in small letters: it stands in the host. */
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
