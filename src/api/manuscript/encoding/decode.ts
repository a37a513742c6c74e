import { LecternError } from '#src/lib/errors.ts';
import { alphabetOf } from '../language/alphabets.ts';
import { type Candidate, candidatesOf, sampleOf } from './candidates.ts';
import { labelOf } from './labels.ts';
import { foreignLetters, type Plausibility, plausibilityOf } from './plausibility.ts';
import { rarityOf } from './rarity.ts';
import { compactUtf16, isCertainlyUtf8, utf16Order } from './unicode.ts';

/** A decoded text. */
export interface Decoded {
  readonly text: string;
  /** Name of the encoding, as `TextDecoder` knows it, such as `gb18030`. */
  readonly encoding: string;
  /** Whether the encoding is certain; if not, the operator should confirm it. */
  readonly isCertain: boolean;
  /** Other encodings that the text may have, likely ones first. */
  readonly alternatives: readonly string[];
}

/** Thrown for bytes that cannot be decoded. */
export class DecodeError extends LecternError {
  readonly reason: 'binary' | 'undecodable' | 'unknown-encoding' | 'utf-32';
  /** Offset of the first byte that cannot be decoded. */
  readonly offset: number | undefined;
  constructor(reason: DecodeError['reason'], offset?: number) {
    super('DECODE', reason);
    this.reason = reason;
    this.offset = offset;
  }
}

const UTF8 = 'utf-8';
/** The byte that switches the character set in ISO-2022-JP, which otherwise looks like ASCII. */
const ESCAPE = 0x1b;
/**
 * If a file contains at least this many characters beyond ASCII and is valid UTF-8, it is read as UTF-8 even if it
 * declares another encoding.
 */
const MIN_UTF8_CHARACTERS = 4;
/** Maximum fraction of implausible characters in a possible decoding, and in one that is certain. */
const MAX_ODD_SHARE = 0.4;
const CERTAIN_ODD_SHARE = 0.04;
/**
 * If no decoding has a low enough fraction of implausible characters, those with at most this many are accepted, but
 * never as certain.
 */
const MAX_FEW_ODD = 3;
/** A decoding is ruled out if another one has fewer implausible characters, by this fraction and at least by one. */
const MIN_LEAD_SHARE = 0.003;
/**
 * For texts with at most this many characters beyond ASCII, all encodings are compared by how rare their characters
 * are. A decoding is ruled out if its rarity exceeds that of the best one by `MIN_RARITY_LEAD` (in nats).
 */
const MAX_FEW_CHARACTERS = 150;
const MIN_RARITY_LEAD = 8;
/** The same for a decoding that also has at least `MIN_ODD_LEAD` more implausible characters. */
const MIN_ODD_RARITY_LEAD = 3;
const MIN_ODD_LEAD = 2;
/** A decoding with few letters is uncertain if its rarity exceeds that of another decoding by more than this. */
const MAX_RARITY_LAG = 1;
/** A decoding with fewer letters beyond ASCII is certain only if its ASCII letters identify the language. */
const MIN_LETTERS = 12;
const MIN_CONTEXT_LETTERS = 50;
const MIN_CONTEXT_CONFIDENCE = 0.3;
const MAX_ALTERNATIVES = 6;
/**
 * A correct decoding has at least this fraction of frequent words or characters, and at least `COMMON_RATIO` times the
 * fraction of a wrong one.
 */
const MIN_COMMON = 0.04;
const COMMON_RATIO = 3;

export interface DecodeOptions {
  /** Encoding named by the operator. Disables detection. */
  readonly encoding?: string | undefined;
  /** Encoding declared in the file, as in HTML. Used if it can decode the text. */
  readonly declared?: string | undefined;
}

/**
 * Decodes a text file by its byte order mark, as UTF-8, or with the candidate of jschardet whose result looks most like
 * a text in its language.
 * @throws DecodeError
 */
export function decodeBytes(bytes: Uint8Array, { encoding, declared }: DecodeOptions = {}): Decoded {
  if (encoding !== undefined) {
    const label = labelOf(encoding);
    if (label === undefined) throw new DecodeError('unknown-encoding');
    return decodeStrictly(bytes, label);
  }
  const marked = encodingByMark(bytes);
  if (marked !== undefined) return decodeStrictly(bytes, marked);
  if (bytes.includes(0)) {
    const order = utf16Order(bytes);
    if (order === undefined) throw new DecodeError('binary');
    return decodeStrictly(bytes, order);
  }
  const compact = compactUtf16(bytes);
  if (compact) return { ...decodeStrictly(bytes, compact.order), isCertain: compact.isCertain, alternatives: [UTF8] };
  const text = tryDecode(bytes, UTF8);
  const label = declared === undefined ? undefined : labelOf(declared);
  const isUtf8 = text !== undefined && (label === undefined || specialOf(text) >= MIN_UTF8_CHARACTERS);
  if (isUtf8 && !bytes.includes(ESCAPE))
    return isCertainlyUtf8(text)
      ? { text, encoding: UTF8, isCertain: true, alternatives: [] }
      : { text, encoding: UTF8, isCertain: false, alternatives: encodingsBesides(UTF8, bytes) };
  if (label !== undefined && !label.startsWith('utf-16') && tryDecode(bytes, label) !== undefined)
    return decodeStrictly(bytes, label);
  return detect(bytes);
}

/** Returns all detectable encodings that can decode the file, likely ones first. */
export function possibleEncodings(bytes: Uint8Array): string[] {
  const order = bytes.includes(0) ? utf16Order(bytes) : undefined;
  const isUtf8 = tryDecode(bytes, UTF8) !== undefined;
  const detected = bytes.includes(0) ? [] : readingsOf(bytes).toSorted((a, b) => weight(b) - weight(a));
  return [...new Set([...(isUtf8 ? [UTF8] : []), ...(order ? [order] : []), ...detected.map(({ label }) => label)])];
}

/** Returns other encodings in which the text is plausible, likely ones first. */
function encodingsBesides(encoding: string, bytes: Uint8Array): string[] {
  return readingsOf(bytes)
    .filter(({ oddShare, label }) => oddShare <= MAX_ODD_SHARE && label !== encoding)
    .toSorted((a, b) => (a.rarity ?? 0) - (b.rarity ?? 0))
    .slice(0, MAX_ALTERNATIVES)
    .map(({ label }) => label);
}

function encodingByMark(bytes: Uint8Array): string | undefined {
  const [one, two, three, four] = bytes;
  if ((one === 0xff && two === 0xfe && three === 0 && four === 0) || (one === 0 && two === 0 && three === 0xfe))
    throw new DecodeError('utf-32');
  if (one === 0xef && two === 0xbb && three === 0xbf) return UTF8;
  if (one === 0xff && two === 0xfe) return 'utf-16le';
  return one === 0xfe && two === 0xff ? 'utf-16be' : undefined;
}

/** A possible text of a file. Several encodings may result in the same text. */
interface Reading extends Candidate, Plausibility {
  readonly sample: string;
  /** See `rarityOf`; undefined for texts with many characters beyond ASCII. */
  readonly rarity: number | undefined;
}

/** Returns the different texts that the bytes may encode, each with its most likely encoding. */
function readingsOf(bytes: Uint8Array): Reading[] {
  const sample = sampleOf(bytes);
  const isShort = sample.filter((byte) => byte >= 0x80).length <= MAX_FEW_CHARACTERS * 2;
  const readings: Reading[] = [];
  for (const candidate of candidatesOf(sample, isShort)) {
    if (tryDecode(bytes, candidate.label) === undefined) continue;
    const text = composed(new TextDecoder(candidate.label).decode(sample));
    if (!readings.some((other) => other.sample === text))
      readings.push({
        ...candidate,
        sample: text,
        ...plausibilityOf(text),
        rarity: isShort ? rarityOf(text) : undefined,
      });
  }
  return readings;
}

function detect(bytes: Uint8Array): Decoded {
  const readings = readingsOf(bytes);
  const likely = readings.filter(({ oddShare }) => oddShare <= MAX_ODD_SHARE);
  const plausible = likely.length > 0 ? likely : readings.filter(({ odd }) => odd <= MAX_FEW_ODD);
  const [best, ...others] = plausible.toSorted((a, b) => weight(b) - weight(a));
  if (!best) throw undecodable(bytes);
  const isCertain =
    isSupported(best, readings) &&
    best.oddShare <= CERTAIN_ODD_SHARE &&
    others.every((other) => isRuledOut(other, best));
  return {
    text: composed(new TextDecoder(best.label).decode(bytes)),
    encoding: best.label,
    isCertain,
    alternatives: others.filter((other) => !isRuledOut(other, best)).map(({ label }) => label),
  };
}

/** Returns the confidence of jschardet, reduced for implausible characters and for a lack of frequent words. */
const weight = ({ confidence, oddShare, common }: Reading) =>
  (confidence + 0.001) * (1 - oddShare) ** 12 * Math.min(1, (common ?? MIN_COMMON) / MIN_COMMON + 0.05);

/**
 * Whether a text is long enough for its decoding to be certain. If it has few letters beyond ASCII, the rest of the
 * text must identify the language, and no other decoding may have more common letters.
 */
function isSupported({ sample, language, languageConfidence, rarity = 0 }: Reading, all: readonly Reading[]): boolean {
  if (lettersOf(sample) >= MIN_LETTERS) return true;
  const ascii = sample.match(/[a-z]/giu)?.length ?? 0;
  return (
    ascii >= MIN_CONTEXT_LETTERS &&
    languageConfidence >= MIN_CONTEXT_CONFIDENCE &&
    alphabetOf(language) !== undefined &&
    all.every((other) => other.rarity === undefined || other.rarity >= rarity - MAX_RARITY_LAG)
  );
}

function isRuledOut(other: Reading, best: Reading): boolean {
  if (best.rarity !== undefined && other.rarity !== undefined) {
    const lead = other.rarity - best.rarity;
    if (lead >= MIN_RARITY_LEAD || (lead >= MIN_ODD_RARITY_LEAD && other.odd - best.odd >= MIN_ODD_LEAD)) return true;
    if (!isLatin(best.sample) || !isLatin(other.sample)) return false;
  }
  const [bestShare = 0, otherShare = 0] = [best.common, other.common];
  if (bestShare >= MIN_COMMON && otherShare * COMMON_RATIO <= bestShare && other.common !== undefined) return true;
  const lead = Math.max(1, specialOf(best.sample) * MIN_LEAD_SHARE);
  if (other.odd - best.odd >= lead) return true;
  if (other.language === best.language || other.languageConfidence > best.languageConfidence) return false;
  const foreign = foreignLetters(other.sample, best.language) - foreignLetters(best.sample, best.language);
  return foreign + other.odd - best.odd >= lead;
}

/** Returns the number of letters and marks beyond ASCII. */
const lettersOf = (text: string) => text.match(/(?=\P{ASCII})[\p{L}\p{M}]/gu)?.length ?? 0;

const isLatin = (text: string) => !/(?=\P{ASCII})(?!\p{Script=Latin})[\p{L}\p{M}]/u.test(text);

const specialOf = (text: string) => text.match(/\P{ASCII}/gu)?.length ?? 0;

/** Returns the error for a file that no encoding can decode, with the offset at which valid UTF-8 ends. */
function undecodable(bytes: Uint8Array): DecodeError {
  let [low, high] = [0, bytes.length];
  // Finds the longest prefix that is valid UTF-8.
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isUtf8Beginning(bytes.subarray(0, middle))) low = middle;
    else high = middle - 1;
  }
  return new DecodeError('undecodable', low);
}

function isUtf8Beginning(bytes: Uint8Array): boolean {
  try {
    new TextDecoder(UTF8, { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function decodeStrictly(bytes: Uint8Array, label: string): Decoded {
  const text = tryDecode(bytes, label);
  if (text === undefined) throw label === UTF8 ? undecodable(bytes) : new DecodeError('undecodable');
  return { text, encoding: label, isCertain: true, alternatives: [] };
}

/** Decodes bytes in an encoding. @returns undefined if a byte cannot be decoded */
function tryDecode(bytes: Uint8Array, label: string): string | undefined {
  try {
    return composed(new TextDecoder(label, { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** Composes Vietnamese letters, which Windows-1258 stores decomposed. Leaves other text unchanged. */
const composed = (text: string) => (/[\u0300\u0301\u0303\u0309\u0323]/.test(text) ? text.normalize('NFC') : text);
