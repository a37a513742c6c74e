import { alphabetOf } from '../language/alphabets.ts';
import { commonShare } from '../language/common.ts';
import { detectLanguage } from '../language/detect.ts';

/** How plausible a decoded text is. */
export interface Plausibility {
  /** BCP 47 tag. */
  readonly language: string;
  /** Confidence in `language`, from 0 to 1. */
  readonly languageConfidence: number;
  /** Weighted number of implausible characters. */
  readonly odd: number;
  /** `odd` divided by the number of characters beyond ASCII, at most 1. */
  readonly oddShare: number;
  /** Fraction of words or characters that are frequent in the language; undefined for languages in Latin letters. */
  readonly common: number | undefined;
}

/**
 * Characters that never occur in a text: control characters, private use, noncharacters and the replacement character.
 */
const IMPOSSIBLE = /(?![\t\n\r\f\v])[\p{Cc}\p{Co}\p{Cn}\ufffd]/gu;
/** Matches symbols next to letters, as in "c½ur" or "Rozdzia³", except those that are usual there. */
const BESIDE_LETTER =
  /(?<=\p{L})[¢£¤¥¦¬¯±²³¶¸¹¼½¾×÷¨¡¿`´˙˛ˇ˘˝˜ˆ†‡‰‗฿]|[¢£¤¥¦¬¯±²³¶¸¹¼½¾÷¨´˙˛ˇ˘˝‡‰](?=\p{L})|(?<=\p{L})[«»„‚‹›“‘](?=\p{Ll})/gu;
/** Matches a change of case within a word, such as "ЙМ" in "доБЙм". Only wrong decodings contain many of them. */
const CASE_CHANGE = /(?<=\p{Ll}\p{M}*)(?=\P{ASCII})\p{Lu}|(?<=(?=\P{ASCII})\p{Ll}\p{M}*)\p{Lu}(?=\p{Ll})/gu;
/** Matches Latin letters next to letters of another script in one word. */
const MIXED_SCRIPTS =
  /(?<=\p{Script=Latin})[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}]|(?<=[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}])\p{Script=Latin}/gu;
/** Matches half-width katakana, box drawing characters, and rare Hangul or Han in a text of another script. */
const STRAY =
  /[\uff61-\uff9f\u2200-\u23ff\u2500-\u259f\u0d00-\u0dff]|(?<=\p{Script=Latin})[\u200e\u200f]|[\u200e\u200f](?=\p{Script=Latin})/gu;
const SPECIAL = /\P{ASCII}/gu;
const SPECIAL_LETTER = /(?=\P{ASCII})[\p{L}\p{M}]/gu;
const ASCII_LETTER = /[a-z]/giu;
/** Maximum fraction of accented letters in Latin text; Vietnamese has the most, about a third. */
const MAX_ACCENTED_SHARE = 0.45;

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** Judges a decoded text by its characters and by the alphabet of its language. */
export function plausibilityOf(text: string): Plausibility {
  const special = count(text, SPECIAL);
  const { tag: language, confidence: languageConfidence } = detectLanguage(text);
  const odd =
    count(text, IMPOSSIBLE) * 10 +
    count(text, BESIDE_LETTER) * 2 +
    count(text, CASE_CHANGE) * 2 +
    count(text, MIXED_SCRIPTS) * 2 +
    count(text, STRAY) +
    foreignLetters(text, language);
  const oddShare = Math.min(1, odd / Math.max(1, special));
  return { language, languageConfidence, odd, oddShare, common: commonShare(text, language) };
}

/** Counts the letters and accents of a text that its language does not use. */
export function foreignLetters(text: string, language: string): number {
  const primary = language.split('-')[0] ?? '';
  const alphabet = alphabetOf(primary);
  const letters = text.replaceAll('İ', 'i').toLowerCase().match(SPECIAL_LETTER) ?? [];
  if (alphabet) return letters.filter((letter) => !alphabet.has(letter)).length;
  if (SCRIPTS[primary]) return letters.filter((letter) => !isOfScript(primary, letter)).length;
  const ascii = count(text, ASCII_LETTER);
  const isLatin = ascii > 0 && count(text, /\p{Script=Latin}/gu) > letters.length / 2;
  return isLatin && letters.length > (ascii + letters.length) * MAX_ACCENTED_SHARE ? letters.length : 0;
}

const SCRIPTS: Readonly<Record<string, RegExp>> = {
  zh: /\p{Script=Han}/u,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u,
  ko: /[\p{Script=Hangul}\p{Script=Han}]/u,
  th: /\p{Script=Thai}/u,
  he: /\p{Script=Hebrew}/u,
  ar: /\p{Script=Arabic}/u,
  fa: /\p{Script=Arabic}/u,
  hi: /\p{Script=Devanagari}/u,
};

/**
 * Whether a letter belongs to the script of a language. Combining accents always do, because they have no script of
 * their own.
 */
const isOfScript = (language: string, letter: string) =>
  /\p{Script=Inherited}/u.test(letter) || (SCRIPTS[language]?.test(letter) ?? true);
