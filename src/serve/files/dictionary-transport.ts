import { hash as digest } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import { weightOfEncoding } from '../http/representation.ts';

/*
 * Compression Dictionary Transport (RFC 9842): a browser that has a dictionary for a URL announces the dictionary and
 * gets `dcz`, which is Zstandard with that dictionary (docs/decisions/0008-compression-dictionary-for-repeat-views.md).
 */

/** Returns the SHA-256 of a dictionary in base64, which has 44 characters. */
export const dictionaryHash = (dictionary: Uint8Array): string => digest('sha256', dictionary, 'base64');

/** The two request headers about dictionaries. */
interface DictionaryHeaders {
  readonly acceptEncoding: string | undefined;
  readonly availableDictionary: string | undefined;
}

/**
 * Matches Available-Dictionary, a structured field (RFC 9651): 32 bytes in base64 between colons. Parameters are
 * ignored.
 */
const AVAILABLE_DICTIONARY = /^ *:([A-Za-z0-9+/]{43}=):(?: *;.*)?$/;

/**
 * Returns the base64 hash of the dictionary that the client has, if the client accepts `dcz`; undefined if it does not,
 * or if the header is malformed.
 */
export function acceptedDictionary({ acceptEncoding, availableDictionary }: DictionaryHeaders): string | undefined {
  if (availableDictionary === undefined) return undefined;
  const hash = AVAILABLE_DICTIONARY.exec(availableDictionary)?.[1];
  return hash !== undefined && weightOfEncoding(acceptEncoding, 'dcz') > 0 ? hash : undefined;
}

/**
 * The first bytes of a `dcz` body: the start of a frame that Zstandard decoders skip. The dictionary's hash follows, in
 * 32 bytes.
 */
const FRAME_MAGIC = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0x00, 0x00, 0x00]);

const compressAsync = promisify(zstdCompress);

const LEVEL = 9;

/** @param hash base64 hash of the dictionary */
export async function compressByDictionary(
  bytes: Uint8Array,
  dictionary: Uint8Array,
  hash: string,
): Promise<Uint8Array> {
  const params = { [constants.ZSTD_c_compressionLevel]: LEVEL };
  const frame = await compressAsync(bytes, { dictionary, params, pledgedSrcSize: bytes.length });
  // Copies the result into a buffer of the exact size, because zlib's buffer is larger than its content.
  return new Uint8Array(Buffer.concat([FRAME_MAGIC, Buffer.from(hash, 'base64'), frame]));
}
