import { chardet } from 'jschardet';
import { labelOf } from './labels.ts';

/** An encoding that a text may have. */
export interface Candidate {
  /** Name of the encoding, as `TextDecoder` knows it. */
  readonly label: string;
  /** As reported by jschardet, from 0 to 1. */
  readonly confidence: number;
}

/**
 * Size of the sample for jschardet and for comparing decodings. It contains only lines with bytes beyond ASCII, because
 * all others are the same in every encoding.
 */
const SAMPLE_BYTES = 150_000;
const MIN_SAMPLE_BYTES = 4000;
/** Encodings that can be detected. `TextDecoder` knows others, which are used only if the operator names them. */
const DETECTABLE = new Set(
  [
    'utf-8 gb18030 big5 shift_jis euc-jp iso-2022-jp euc-kr windows-874 ibm866 koi8-r koi8-u',
    'windows-1250 windows-1251 windows-1252 windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 windows-1258',
    'iso-8859-2 iso-8859-4 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8 iso-8859-13 iso-8859-15',
  ].flatMap((names) => names.split(' ')),
);

/**
 * Returns the encodings that jschardet considers possible and `TextDecoder` can decode, most likely first.
 * @param sample see `sampleOf`
 * @param all whether to add those that jschardet considers impossible, because it is often wrong about short texts
 */
export function candidatesOf(sample: Uint8Array, all: boolean): Candidate[] {
  const guesses = chardet.detectAll(sample, { ignoreThreshold: true });
  const byLabel = new Map<string, number>();
  for (const { encoding, confidence } of guesses) {
    const label = encoding === null ? undefined : labelOf(encoding);
    if (label !== undefined && DETECTABLE.has(label) && !byLabel.has(label)) byLabel.set(label, confidence);
  }
  if (all) for (const label of DETECTABLE) if (!byLabel.has(label)) byLabel.set(label, 0);
  return [...byLabel].map(([label, confidence]) => ({ label, confidence }));
}

/**
 * Returns the complete file if it is short, otherwise its lines with bytes beyond ASCII, up to a limit. If these are
 * short, adds other lines, because they help to identify the language.
 */
export function sampleOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= MIN_SAMPLE_BYTES) return bytes;
  const special = linesOf(bytes, SAMPLE_BYTES, true);
  const size = special.reduce((sum, line) => sum + line.length, 0);
  return Buffer.concat([...special, ...linesOf(bytes, MIN_SAMPLE_BYTES - size, false)]);
}

/** Returns the first lines of a file with (or without) bytes beyond ASCII, up to a number of bytes. */
function linesOf(bytes: Uint8Array, maxBytes: number, isSpecial: boolean): Uint8Array[] {
  const lines: Uint8Array[] = [];
  let [size, start] = [0, 0];
  while (start < bytes.length && size < maxBytes) {
    const next = bytes.indexOf(0x0a, start);
    const end = next < 0 ? bytes.length : next + 1;
    const line = bytes.subarray(start, Math.min(end, start + SAMPLE_BYTES));
    if (line.some((byte) => byte >= 0x80) === isSpecial) {
      lines.push(line);
      size += line.length;
    }
    start = end;
  }
  return lines;
}
