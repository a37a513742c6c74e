import { oneLine } from '../../epub/text.ts';
import { possibleEncodings } from '../../manuscript/encoding/decode.ts';
import { nameOf } from '../../manuscript/encoding/labels.ts';
import type { EncodingCandidate, EncodingPreview } from './types.ts';

const MAX_CANDIDATES = 8;
const MAX_SAMPLE_CHARACTERS = 80;
const MAX_SAMPLED_BYTES = 256 * 1024;

/**
 * Lists the encodings that a text file may have, each with a sample line that shows how they differ.
 * @param usedEncoding the encoding with which the file was read
 */
export function encodingPreview(
  bytes: Uint8Array,
  usedEncoding: string,
  { isCertain }: { readonly isCertain: boolean },
): EncodingPreview {
  // Text in another encoding is almost never valid UTF-8.
  const names =
    usedEncoding === 'utf-8' && isCertain ? [usedEncoding] : [...new Set([usedEncoding, ...possibleEncodings(bytes)])];
  const head = bytes.subarray(0, MAX_SAMPLED_BYTES);
  const line = lineWithLetters(decode(head, usedEncoding));
  const candidates = names
    .slice(0, MAX_CANDIDATES)
    .map((name): EncodingCandidate => ({ name, label: nameOf(name), sample: sampleOf(decode(head, name), line) }));
  return { name: usedEncoding, confidence: isCertain ? 'certain' : 'uncertain', candidates };
}

const decode = (bytes: Uint8Array, label: string) =>
  new TextDecoder(label).decode(bytes, { stream: true }).split(/\r\n?|\n/);

/** Returns the index of the first line with a character outside ASCII, because encodings differ only there. */
const lineWithLetters = (lines: readonly string[]) => {
  const at = lines.findIndex((line) => /\P{ASCII}/u.test(line.replaceAll('\ufeff', '')));
  return at < 0
    ? Math.max(
        0,
        lines.findIndex((line) => line.trim() !== ''),
      )
    : at;
};

/** Returns the part of a line that begins near the first character outside ASCII. */
function sampleOf(lines: readonly string[], index: number): string {
  const line = oneLine(lines[index] ?? '');
  const first = Math.max(0, line.search(/\P{ASCII}/u));
  const start = first > MAX_SAMPLE_CHARACTERS / 2 ? line.lastIndexOf(' ', first - 20) + 1 : 0;
  return [...line.slice(start)].slice(0, MAX_SAMPLE_CHARACTERS).join('');
}
