import { COMMON_CHARACTERS } from '../language/common.ts';

/**
 * Detects the byte order of UTF-16 text without a byte order mark, by common characters such as spaces, line ends and
 * ASCII letters.
 * @returns undefined if the bytes are not UTF-16
 */
export function utf16Order(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes.length % 2 !== 0) return undefined;
  let [little, big] = [0, 0];
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    const [one = 0, two = 0] = [bytes[at], bytes[at + 1]];
    if (isCommon(one, two) || isFrequent(String.fromCharCode(one + two * 256))) little += 1;
    if (isCommon(two, one) || isFrequent(String.fromCharCode(two + one * 256))) big += 1;
  }
  if (Math.max(little, big) < Math.min(little, big) * MIN_RATIO || little === big) return undefined;
  const label = little > big ? 'utf-16le' : 'utf-16be';
  return isText(bytes, label) ? label : undefined;
}

/**
 * Minimum ratio between the numbers of common characters in the two byte orders. Even in the wrong byte order, a few
 * characters are common ones by chance.
 */
const MIN_RATIO = 3;

/** Whether a character is a line end, a tab, printable ASCII, or common punctuation. */
const isCommon = (low: number, high: number) =>
  (high === 0 && (low === 0x0a || low === 0x0d || low === 0x09 || (low >= 0x20 && low < 0x7f))) ||
  (high === 0x30 && low <= 0x02) ||
  (high === 0xff && (low === 0x0c || low === 0x01 || low === 0x1f || low === 0x1a)) ||
  (high === 0x20 && low >= 0x13 && low <= 0x1e);

function isText(bytes: Uint8Array, label: string): boolean {
  try {
    const text = new TextDecoder(label, { fatal: true }).decode(bytes);
    return !/(?![\t\n\r\f\v])[\p{Cc}\p{Cn}\p{Co}]/u.test(text);
  } catch {
    return false;
  }
}

/** Size of the sample, and the minimum number of characters for a certain result. */
const COMPACT_SAMPLE_BYTES = 400;
const MIN_COMPACT_CHARACTERS = 12;

/**
 * Detects UTF-16 without a byte order mark in a text without zero bytes, which has no spaces, line ends or ASCII
 * letters. In the correct byte order, many of its characters are frequent ones and none is rare.
 * @returns undefined if the bytes are not UTF-16
 */
export function compactUtf16(bytes: Uint8Array): { order: 'utf-16le' | 'utf-16be'; isCertain: boolean } | undefined {
  if (bytes.length === 0 || bytes.length % 2 !== 0) return undefined;
  const sample = bytes.subarray(0, COMPACT_SAMPLE_BYTES);
  const readings = (['utf-16le', 'utf-16be'] as const)
    .filter((order) => isText(bytes, order))
    .map((order) => ({ order, characters: new TextDecoder(order).decode(sample).match(/./gsu) ?? [] }))
    .filter(({ characters }) => characters.every((one) => !isRare(one)))
    .map(({ order, characters }) => ({
      order,
      length: characters.length,
      frequent: characters.filter(isFrequent).length,
    }))
    .filter(({ length, frequent }) => frequent >= length * MIN_FREQUENT)
    .toSorted((a, b) => b.frequent - a.frequent);
  const [best] = readings;
  return best && { order: best.order, isCertain: readings.length === 1 && best.length >= MIN_COMPACT_CHARACTERS };
}

const MIN_FREQUENT = 0.4;
const isFrequent = (character: string) =>
  COMMON_CHARACTERS.has(character) || TWO_BYTES.test(character) || THREE_BYTES.test(character);

/** If at least this many characters are beyond ASCII, valid UTF-8 is not a coincidence. */
const MIN_CHARACTERS = 6;
/** A text with at least this many ASCII letters is considered to be in a Latin alphabet. */
const MIN_ASCII_LETTERS = 100;
const MIN_EVIDENCE = 2;
/** Weights of characters as evidence for UTF-8. Characters with fewer bytes and rarer characters weigh less. */
const EVIDENCE = { full: 2, frequent: 1.5, twoBytes: 0.7, rare: -1 };
/** Matches control characters, except white space. */
const CONTROL = /(?!\s)(?=\p{ASCII})\p{Cc}/gu;
const MAX_CONTROL_SHARE = 0.01;
/** Matches punctuation, and the replacement character, which only Unicode encodings contain. */
const PUNCTUATION = /[\u2010-\u2027\u2030-\u203a\u3001-\u3011\uff01-\uff1f\ufffd]/u;
const LATIN_IN_WORD = /[a-z](?=\P{ASCII})[\p{Script=Latin}\p{M}]|(?=\P{ASCII})\p{Script=Latin}[a-z]/giu;
const TWO_BYTES = /[\u0391-\u03ce\u0401-\u045f\u0490\u0491\u05d0-\u05ea\u0621-\u064a]/u;
const THREE_BYTES = /[\u0e01-\u0e4e\u0900-\u097f\u3041-\u30ff]/u;

/**
 * Whether a text that is valid UTF-8 is certainly UTF-8. Two or three Chinese or Russian letters in another encoding
 * can be valid UTF-8 by chance, but are then usually rare characters.
 */
export function isCertainlyUtf8(text: string): boolean {
  if ((text.match(CONTROL)?.length ?? 0) > text.length * MAX_CONTROL_SHARE) return false;
  const special = text.match(/\P{ASCII}/gu) ?? [];
  if (special.length === 0 || special.length >= MIN_CHARACTERS) return true;
  if ((text.match(/[a-z]/giu)?.length ?? 0) >= MIN_ASCII_LETTERS) return special.every((one) => !isRare(one));
  const inWords = text.match(LATIN_IN_WORD)?.length ?? 0;
  return special.reduce((sum, one) => sum + evidenceOf(one), inWords * EVIDENCE.full) >= MIN_EVIDENCE;
}

function evidenceOf(character: string): number {
  if (PUNCTUATION.test(character)) return EVIDENCE.full;
  if (COMMON_CHARACTERS.has(character) || THREE_BYTES.test(character)) return EVIDENCE.frequent;
  if (TWO_BYTES.test(character)) return EVIDENCE.twoBytes;
  return isRare(character) ? EVIDENCE.rare : 0;
}

const LISTED =
  /[\u00a0-\u017f\u01a0-\u01b0\u0218-\u021b\u1ea0-\u1ef9\u2000-\u27ff\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff00-\uff65]|[\u0300-\u036f]|\p{Emoji}/u;

/** Whether a character hardly ever occurs in books. */
const isRare = (character: string) =>
  ![LISTED, PUNCTUATION, TWO_BYTES, THREE_BYTES].some((pattern) => pattern.test(character));
