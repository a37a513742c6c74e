import type { Entry } from 'yauzl';
import { DecodeError, decodeBytes } from '../manuscript/encoding/decode.ts';

const UTF8_NAME = 0x800;
/** The letters of code page 437 from 0x80 on, in which Windows stores Western names. */
const WESTERN = 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑ';
const FIRST_WESTERN = 0x80;
const NEWLINE = 0x0a;

export type NameOf = (entry: Pick<Entry, 'fileNameRaw' | 'generalPurposeBitFlag'>) => string;

/**
 * Returns a function that decodes the names of entries: as UTF-8 if possible, because many tools do not set the flag for
 * UTF-8, or else in the encoding that all other names have. Windows uses the encoding of its language.
 */
export function namesOf(entries: readonly Parameters<NameOf>[0][]): NameOf {
  const others = entries.filter((entry) => utf8Of(entry) === undefined).map(({ fileNameRaw }) => fileNameRaw);
  let decode: ((raw: Uint8Array) => string) | undefined;
  return (entry) => {
    const name = utf8Of(entry);
    if (name !== undefined) return name;
    decode ??= decoderOf(others);
    return decode(entry.fileNameRaw).replaceAll('\\', '/');
  };
}

/** Returns a name that is valid UTF-8, or is marked as UTF-8. */
function utf8Of({ fileNameRaw, generalPurposeBitFlag }: Parameters<NameOf>[0]): string | undefined {
  const isUtf8 = (generalPurposeBitFlag & UTF8_NAME) !== 0;
  try {
    return new TextDecoder('utf-8', { fatal: !isUtf8 }).decode(fileNameRaw).replaceAll('\\', '/');
  } catch {
    return undefined;
  }
}

function decoderOf(names: readonly Uint8Array[]): (raw: Uint8Array) => string {
  if (names.every((name) => name.every(isWestern)))
    return (raw) => [...raw].map((byte) => WESTERN[byte - FIRST_WESTERN] ?? String.fromCharCode(byte)).join('');
  const encoding = encodingOf(names);
  return (raw) => new TextDecoder(encoding).decode(raw);
}

const isWestern = (byte: number) => byte < FIRST_WESTERN + WESTERN.length;

function encodingOf(names: readonly Uint8Array[]): string {
  const together = Uint8Array.from(names.flatMap((name) => [...name, NEWLINE]));
  try {
    return decodeBytes(together).encoding;
  } catch (error) {
    if (error instanceof DecodeError) return 'latin1';
    throw error;
  }
}
