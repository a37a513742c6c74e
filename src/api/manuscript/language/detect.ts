import { francAll } from 'franc';
import { alphabetOf } from './alphabets.ts';
import { chineseOf } from './chinese.ts';
import { functionWordShare } from './function-words.ts';

/** The detected language of a text. */
export interface DetectedLanguage {
  /** BCP 47 tag: a primary subtag, or `zh-Hant`; `und` for a text without letters. */
  readonly tag: string;
  /** From 0 to 1; 1 if only one language uses the script. */
  readonly confidence: number;
}

/** Size of the sample, and the number of places that it is taken from, because a preface may be in another language. */
const SAMPLE_CHARACTERS = 12_000;
const SAMPLES = 6;
/** Scripts that determine the language, each with the minimum fraction of letters that must be in the script. */
const SCRIPTS: readonly (readonly [pattern: RegExp, tag: string, share: number])[] = [
  [/\p{Script=Hangul}/gu, 'ko', 0.4],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja', 0.08],
  [/\p{Script=Thai}/gu, 'th', 0.4],
  [/\p{Script=Hebrew}/gu, 'he', 0.4],
  [/\p{Script=Greek}/gu, 'el', 0.4],
];
/** Languages that franc chooses from, by ISO 639-3 code. franc is more accurate if rare languages are excluded. */
const LANGUAGES: Readonly<Record<string, string>> = {
  cat: 'ca',
  ces: 'cs',
  dan: 'da',
  deu: 'de',
  eng: 'en',
  spa: 'es',
  est: 'et',
  fin: 'fi',
  fra: 'fr',
  hrv: 'hr',
  hun: 'hu',
  ind: 'id',
  ita: 'it',
  lit: 'lt',
  lvs: 'lv',
  nob: 'nb',
  nld: 'nl',
  pol: 'pl',
  por: 'pt',
  ron: 'ro',
  slk: 'sk',
  slv: 'sl',
  swe: 'sv',
  tgl: 'fil',
  tur: 'tr',
  vie: 'vi',
  bel: 'be',
  bul: 'bg',
  mkd: 'mk',
  rus: 'ru',
  srp: 'sr',
  ukr: 'uk',
  arb: 'ar',
  pes: 'fa',
  urd: 'ur',
  hin: 'hi',
  mar: 'mr',
};
const CODES = Object.keys(LANGUAGES);
const MAX_CANDIDATES = 8;
/**
 * For texts with fewer letters in different words, all languages are compared, and frequent words are considered as
 * well.
 */
const MAX_SHORT_LETTERS = 400;
/** Weight of letters that a language does not use. */
const FOREIGN_WEIGHT = 8;
/** Minimum fraction of letters beyond a to z. A text with fewer is probably not in this language. */
const MIN_MARKED: Readonly<Record<string, number>> = {
  vi: 0.04,
  pl: 0.01,
  cs: 0.02,
  tr: 0.01,
  hu: 0.015,
  lv: 0.015,
  sk: 0.015,
};
const UNMARKED_PENALTY = 0.3;
/** The language with the most books in a script. Used for texts too short to tell the languages of the script apart. */
const LIKELIEST: readonly (readonly [pattern: RegExp, tag: string])[] = [
  [/\p{Script=Cyrillic}/gu, 'ru'],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/\p{Script=Devanagari}/gu, 'hi'],
];
/** Letters that only one language of a script uses. */
const DISTINCTIVE_LETTERS: readonly (readonly [RegExp, string])[] = [
  [/[ыэ]/giu, 'ru'],
  [/[іїєґ]/giu, 'uk'],
];

/**
 * Detects the language from the script. If several languages use the script, franc and the alphabets of the likely
 * languages decide.
 */
export function detectLanguage(text: string): DetectedLanguage {
  const sample = sampleOf(text);
  const letters = count(sample, /\p{L}/gu);
  if (letters === 0) return { tag: 'und', confidence: 0 };
  for (const [pattern, tag, share] of SCRIPTS)
    if (count(sample, pattern) >= letters * share) return { tag, confidence: 1 };
  if (count(sample, /\p{Script=Han}/gu) >= letters * 0.4) return { tag: chineseOf(sample), confidence: 1 };
  return detectSample(sample, letters);
}

function detectSample(sample: string, letters: number): DetectedLanguage {
  const marked = sample.toLowerCase().match(/(?=\P{ASCII})\p{L}/gu) ?? [];
  const isShort = lettersOfWords(sample) < MAX_SHORT_LETTERS;
  const [best, second] = francAll(sample, { only: CODES, minLength: 4 })
    .slice(0, isShort ? CODES.length : MAX_CANDIDATES)
    .map(([code, score]) => ({
      tag: LANGUAGES[code] ?? code,
      score:
        score -
        improbability(LANGUAGES[code] ?? code, marked, letters) +
        (isShort ? functionWordShare(sample, LANGUAGES[code] ?? code) : 0),
    }))
    .toSorted((a, b) => b.score - a.score);
  if (!best || best.tag === 'und') return { tag: likeliestOf(sample, letters), confidence: 0 };
  if (count(sample, /\p{Script=Cyrillic}/gu) >= letters * 0.4)
    for (const [pattern, tag] of DISTINCTIVE_LETTERS)
      if (count(sample, pattern) >= letters * 0.01) return { tag: tagOf(best.tag, tag), confidence: 1 };
  // Fewer than 60 letters reduce the confidence.
  const lead = best.score - (second?.score ?? 0);
  return { tag: best.tag, confidence: Math.max(0, Math.min(1, (lead * 4 + 0.3) * Math.min(1, letters / 60))) };
}

const likeliestOf = (sample: string, letters: number) =>
  LIKELIEST.find(([pattern]) => count(sample, pattern) >= letters * 0.4)?.[1] ?? 'und';

/** Returns how unlikely a language is, judged by the letters beyond a to z. */
function improbability(language: string, marked: readonly string[], letters: number): number {
  const alphabet = alphabetOf(language);
  const foreign = alphabet ? marked.filter((letter) => !alphabet.has(letter)).length : 0;
  const isBare = marked.length < letters * (MIN_MARKED[language] ?? 0);
  return (foreign / Math.max(10, letters)) * FOREIGN_WEIGHT + (isBare ? UNMARKED_PENALTY : 0);
}

/** Returns the language of the distinctive letters, unless franc detected another one that uses them too. */
const tagOf = (detected: string, distinctive: string) =>
  distinctive === 'ru' && (detected === 'be' || detected === 'uk') ? detected : distinctive;

/** Counts the letters of all different words, because repeated sentences do not help franc. */
const lettersOfWords = (text: string) => [...new Set(text.match(/\p{L}+/gu))].join('').length;

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

function sampleOf(text: string): string {
  if (text.length <= SAMPLE_CHARACTERS) return text;
  const length = SAMPLE_CHARACTERS / SAMPLES;
  const step = (text.length - length) / (SAMPLES - 1);
  return Array.from({ length: SAMPLES }, (_, index) =>
    text.slice(Math.floor(index * step), Math.floor(index * step) + length),
  ).join('\n');
}
