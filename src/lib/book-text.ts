import { RTL_LETTER, type TextDirection, textDirection } from './text-direction.ts';

/** Attributes of an element that contains nothing but the text. */
export interface TextAttributes {
  /** BCP 47 tag; omitted if the page's language applies. */
  readonly lang?: string;
  /** Also isolates the text from the text around it; omitted if the page's direction applies. */
  readonly dir?: TextDirection;
}

const LTR_LETTER =
  /(?![\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Adlm}\p{sc=Zyyy}\p{sc=Zinh}])\p{L}/u;

/**
 * Attributes for a text in the language of a book, such as its title, introduction or a chapter's title.
 * @param language BCP 47 tag of the book; if undefined, it is guessed from the letters
 * @param page BCP 47 tag of the page
 */
export const bookText = (text: string, language: string | undefined, page: string): TextAttributes =>
  attributesOf(text, language ?? guessLanguage(text, page), page);

/**
 * Attributes for a name that need not be in the book's language, such as an author, tag or category. The book's language
 * applies if the name has letters of its script.
 * @param language BCP 47 tag of the book; undefined if the name belongs to no book
 * @param page BCP 47 tag of the page
 */
export function nameText(name: string, language: string | undefined, page: string): TextAttributes {
  const fits = language !== undefined && lettersOf(language).test(name) && !lettersOf(page).test(name);
  return attributesOf(name, fits ? language : guessLanguage(name, page), page);
}

function attributesOf(text: string, language: string | undefined, page: string): TextAttributes {
  const pageDirection = textDirection(page);
  const direction = directionOf(text, textDirection(language ?? page));
  // A text with letters of both directions is isolated even if it has the page's direction.
  const isMixed = (pageDirection === 'ltr' ? RTL_LETTER : LTR_LETTER).test(text);
  return {
    ...(language !== undefined && !isSameLanguage(language, page) && { lang: language }),
    ...((direction !== pageDirection || isMixed) && { dir: direction }),
  };
}

/** The direction of the language, unless all letters have the other direction. */
function directionOf(text: string, ofLanguage: TextDirection): TextDirection {
  const [hasRtl, hasLtr] = [RTL_LETTER.test(text), LTR_LETTER.test(text)];
  if (hasRtl === hasLtr) return ofLanguage;
  return hasRtl ? 'rtl' : 'ltr';
}

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/** Isolates a text within a plain text of the other direction (Unicode UAX 9). Other texts are unchanged. */
export const isolate = (text: string, direction: TextDirection): string =>
  (direction === 'ltr' ? RTL_LETTER : LTR_LETTER).test(text) ? FIRST_STRONG_ISOLATE + text + POP_ISOLATE : text;

/** Placeholder for a text in a phrase (`splitPhrase`). */
export const SLOT = '\uFFFC';

/**
 * The phrase before and after a text in it, so that the text can be marked with its language. The phrase contains `SLOT`
 * in place of the text, or the text itself; undefined if it contains neither.
 */
export function splitPhrase(phrase: string, text: string): readonly [before: string, after: string] | undefined {
  const isolated = FIRST_STRONG_ISOLATE + text + POP_ISOLATE;
  const part = [SLOT, isolated, text].find((candidate) => phrase.includes(candidate));
  if (part === undefined) return undefined;
  const at = phrase.indexOf(part);
  return [phrase.slice(0, at), phrase.slice(at + part.length)];
}

/** The direction of a text whose language is unknown, judged by its letters. */
export const directionOfLetters = (text: string): TextDirection => (RTL_LETTER.test(text) ? 'rtl' : 'ltr');

/** Scripts with the language that uses them most. */
const GUESSES: readonly (readonly [RegExp, string])[] = [
  [/\p{sc=Hebr}/u, 'he'],
  [/\p{sc=Arab}/u, 'ar'],
  [/[\p{sc=Hira}\p{sc=Kana}]/u, 'ja'],
  [/\p{sc=Hang}/u, 'ko'],
  [/\p{sc=Hani}/u, 'zh'],
  [/\p{sc=Thai}/u, 'th'],
  [/\p{sc=Cyrl}/u, 'ru'],
  [/\p{sc=Grek}/u, 'el'],
  [/\p{sc=Deva}/u, 'hi'],
];

/** The most likely language of the letters; undefined if the page's language uses some of them. */
function guessLanguage(text: string, page: string): string | undefined {
  if (lettersOf(page).test(text)) return undefined;
  return GUESSES.find(([letters]) => letters.test(text))?.[1];
}

/** Letters of scripts that a language mixes, such as kana and kanji. */
const TOGETHER: Readonly<Record<string, RegExp>> = {
  Jpan: /[\p{sc=Hira}\p{sc=Kana}\p{sc=Hani}]/u,
  Kore: /[\p{sc=Hang}\p{sc=Hani}]/u,
  Hans: /\p{sc=Hani}/u,
  Hant: /\p{sc=Hani}/u,
};

interface Language {
  readonly language: string;
  readonly script: string;
  readonly letters: RegExp;
}

const languages = new Map<string, Language>();

/** @param tag BCP 47 tag; an invalid tag is treated as a language of its own */
function languageOf(tag: string): Language {
  const cached = languages.get(tag);
  if (cached) return cached;
  const { language, script = '' } = maximized(tag);
  const entry = { language, script, letters: TOGETHER[script] ?? lettersOfScript(script) };
  languages.set(tag, entry);
  return entry;
}

function maximized(tag: string): Pick<Intl.Locale, 'language' | 'script'> {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return { language: tag, script: '' };
  }
}

function lettersOfScript(script: string): RegExp {
  try {
    return new RegExp(`\\p{sc=${script}}`, 'u');
  } catch {
    return /\p{L}/u;
  }
}

const lettersOf = (tag: string): RegExp => languageOf(tag).letters;

function isSameLanguage(one: string, other: string): boolean {
  const [a, b] = [languageOf(one), languageOf(other)];
  return a.language === b.language && a.script === b.script;
}
