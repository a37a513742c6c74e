import { damageOf } from './encoding/damage.ts';
import { type Decoded, DecodeError, decodeBytes } from './encoding/decode.ts';
import { nameOf } from './encoding/labels.ts';
import { type Doubt, ManuscriptError } from './types.ts';

/** The text of a file, with its encoding. */
export interface SourceText {
  /** The text with `\n` between lines, without a byte order mark. */
  readonly text: string;
  /** Name of the encoding, as `TextDecoder` knows it, such as `gb18030`. */
  readonly encoding: string;
  readonly doubts: readonly Doubt[];
}

/** Size of the beginning of a page in which the encoding may be declared. Browsers have a similar limit. */
const HEAD_BYTES = 2048;
const DECLARED = /<meta\b[^>]*?charset\s*=\s*["']?\s*([\w.:-]+)|^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)/i;

/**
 * Decodes a file.
 * @param encoding named by the operator
 * @param isHtml whether the file may declare its encoding
 * @throws ManuscriptError if it is not text, or cannot be decoded
 */
export function sourceText(bytes: Uint8Array, encoding: string | undefined, isHtml: boolean): SourceText {
  const declared = isHtml ? declaredIn(bytes) : undefined;
  const decoded = decodeOrThrow(bytes, { encoding, declared });
  const text = decoded.text.replaceAll(/\r\n?/g, '\n');
  const doubts = [encodingDoubt(decoded), damageOf(text)].filter((doubt) => doubt !== undefined);
  return { text, encoding: decoded.encoding, doubts };
}

function declaredIn(bytes: Uint8Array): string | undefined {
  const match = DECLARED.exec(new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES)));
  return match?.[1] ?? match?.[2];
}

function encodingDoubt({ encoding, isCertain, alternatives }: Decoded): Doubt | undefined {
  if (isCertain) return undefined;
  const others = alternatives.map(nameOf);
  const choice = others.length === 0 ? '' : ` It may also be ${others.join(' or ')}.`;
  return {
    about: 'encoding',
    message: `Its encoding is probably ${nameOf(encoding)}.${choice} Check the text with --preview, and name the encoding with --encoding.`,
    isQuestion: true,
  };
}

function decodeOrThrow(bytes: Uint8Array, options: Parameters<typeof decodeBytes>[1]): Decoded {
  try {
    return decodeBytes(bytes, options);
  } catch (cause) {
    if (!(cause instanceof DecodeError)) throw cause;
    throw new ManuscriptError(reasonOf(cause, bytes, options?.encoding), { cause });
  }
}

function reasonOf({ reason, offset }: DecodeError, bytes: Uint8Array, encoding = ''): string {
  if (reason === 'binary') return 'It is not a text file: it contains zero bytes.';
  if (reason === 'utf-32') return 'It is encoded in UTF-32. Save it as UTF-8.';
  if (reason === 'unknown-encoding')
    return `--encoding is "${encoding}", which is not a known encoding. Examples: utf-8, gb18030, big5, shift_jis, euc-kr, windows-1251, koi8-r.`;
  if (offset === undefined) return `It is not encoded in ${nameOf(encoding)}. Omit --encoding, or name another one.`;
  const line = bytes.subarray(0, offset).reduce((count, byte) => count + (byte === 0x0a ? 1 : 0), 1);
  return `Its encoding cannot be detected, and it is not valid UTF-8 in line ${line}. Save it as UTF-8, or name its encoding with --encoding.`;
}
