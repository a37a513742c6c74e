import { LecternError } from '#src/lib/errors.ts';
import { type Candidate, candidatesOf, sampleOf } from './candidates.ts';
import { labelOf } from './labels.ts';
import { foreignLetters, type Plausibility, plausibilityOf } from './plausibility.ts';
import { utf16Order } from './utf16.ts';

/** A decoded text. */
export interface Decoded {
  readonly text: string;
  /** The platform's name, such as `gb18030`. */
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
/** Switches the character set in ISO-2022-JP, which otherwise looks like ASCII. */
const ESCAPE = 0x1b;
/**
 * If a file contains at least this many characters beyond ASCII and is valid UTF-8, it is read as UTF-8 even if it
 * declares another encoding.
 */
const MIN_UTF8_CHARACTERS = 4;
/** Maximum fraction of implausible characters in a possible decoding, and in one that is certain. */
const MAX_ODD_SHARE = 0.4;
const CERTAIN_ODD_SHARE = 0.04;
/** A decoding is ruled out if another one has fewer implausible characters: by this fraction, and at least one. */
const MIN_LEAD_SHARE = 0.003;
/** If a text has fewer letters, no decoding is certain. */
const MIN_LETTERS = 12;
/** Minimum fraction of frequent words or characters in a correct decoding, and its minimum ratio to a wrong one's. */
const MIN_COMMON = 0.04;
const COMMON_RATIO = 3;

export interface DecodeOptions {
  /** Named by the operator; disables detection. */
  readonly encoding?: string | undefined;
  /** Declared in the file, as in HTML; used if it can decode the text. */
  readonly declared?: string | undefined;
}

/**
 * Decodes a text file by its byte order mark, as UTF-8, or with the candidate of jschardet whose result looks most like a text in
 * its language.
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
  const text = tryDecode(bytes, UTF8);
  const label = declared === undefined ? undefined : labelOf(declared);
  const isUtf8 = text !== undefined && (label === undefined || specialOf(text) >= MIN_UTF8_CHARACTERS);
  if (isUtf8 && !bytes.includes(ESCAPE)) return { text, encoding: UTF8, isCertain: true, alternatives: [] };
  if (label !== undefined && !label.startsWith('utf-16') && tryDecode(bytes, label) !== undefined)
    return decodeStrictly(bytes, label);
  return detect(bytes);
}

/** All encodings that detection considers and that can decode the file, likely ones first. */
export function possibleEncodings(bytes: Uint8Array): string[] {
  const order = bytes.includes(0) ? utf16Order(bytes) : undefined;
  const isUtf8 = tryDecode(bytes, UTF8) !== undefined;
  const detected = bytes.includes(0) ? [] : readingsOf(bytes).toSorted((a, b) => weight(b) - weight(a));
  return [...new Set([...(isUtf8 ? [UTF8] : []), ...(order ? [order] : []), ...detected.map(({ label }) => label)])];
}

function encodingByMark(bytes: Uint8Array): string | undefined {
  const [one, two, three, four] = bytes;
  if ((one === 0xff && two === 0xfe && three === 0 && four === 0) || (one === 0 && two === 0 && three === 0xfe))
    throw new DecodeError('utf-32');
  if (one === 0xef && two === 0xbb && three === 0xbf) return UTF8;
  if (one === 0xff && two === 0xfe) return 'utf-16le';
  return one === 0xfe && two === 0xff ? 'utf-16be' : undefined;
}

/** One possible text. Several encodings may result in the same text. */
interface Reading extends Candidate, Plausibility {
  readonly sample: string;
}

/** The different texts that the bytes may be, each with its most likely encoding. */
function readingsOf(bytes: Uint8Array): Reading[] {
  const sample = sampleOf(bytes);
  const readings: Reading[] = [];
  for (const candidate of candidatesOf(sample)) {
    if (tryDecode(bytes, candidate.label) === undefined) continue;
    const text = composed(new TextDecoder(candidate.label).decode(sample));
    if (!readings.some((other) => other.sample === text))
      readings.push({ ...candidate, sample: text, ...plausibilityOf(text) });
  }
  return readings;
}

function detect(bytes: Uint8Array): Decoded {
  const readings = readingsOf(bytes);
  const plausible = readings.filter(({ oddShare }) => oddShare <= MAX_ODD_SHARE);
  const [best, ...others] = plausible.toSorted((a, b) => weight(b) - weight(a));
  if (!best) throw undecodable(bytes);
  const isCertain =
    lettersOf(best.sample) >= MIN_LETTERS &&
    best.oddShare <= CERTAIN_ODD_SHARE &&
    others.every((other) => isRuledOut(other, best));
  return {
    text: composed(new TextDecoder(best.label).decode(bytes)),
    encoding: best.label,
    isCertain,
    alternatives: others.filter((other) => !isRuledOut(other, best)).map(({ label }) => label),
  };
}

/** The confidence of jschardet, reduced for implausible characters and for a lack of frequent words. */
const weight = ({ confidence, oddShare, common }: Reading) =>
  (confidence + 0.001) * (1 - oddShare) ** 12 * Math.min(1, (common ?? MIN_COMMON) / MIN_COMMON + 0.05);

function isRuledOut(other: Reading, best: Reading): boolean {
  const [bestShare = 0, otherShare = 0] = [best.common, other.common];
  if (bestShare >= MIN_COMMON && otherShare * COMMON_RATIO <= bestShare && other.common !== undefined) return true;
  const lead = Math.max(1, specialOf(best.sample) * MIN_LEAD_SHARE);
  if (other.odd - best.odd >= lead) return true;
  if (other.language === best.language || other.languageConfidence > best.languageConfidence) return false;
  const foreign = foreignLetters(other.sample, best.language) - foreignLetters(best.sample, best.language);
  return foreign + other.odd - best.odd >= lead;
}

const lettersOf = (text: string) => text.match(/\p{L}/gu)?.length ?? 0;

const specialOf = (text: string) => text.match(/\P{ASCII}/gu)?.length ?? 0;

/** The error for a file that no encoding can decode, with the position at which valid UTF-8 ends. */
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

/** @returns undefined if a byte cannot be decoded */
function tryDecode(bytes: Uint8Array, label: string): string | undefined {
  try {
    return composed(new TextDecoder(label, { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** Windows-1258 stores Vietnamese letters decomposed; other text is unchanged. */
const composed = (text: string) => (/[\u0300\u0301\u0303\u0309\u0323]/.test(text) ? text.normalize('NFC') : text);
