import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { MIN_COMPRESSED_BYTES } from '#src/lib/http.ts';

/** Content in all its encodings. Each encoding is created when first needed. */
export interface Content {
  /** Strong ETag of the uncompressed bytes, without quotes. */
  readonly etag: string;
  readonly mediaType: string;
  /** Returns undefined if the content does not have this encoding. `identity` always exists. */
  bytes(encoding: Encoding): Promise<Uint8Array | undefined>;
  /** The compressed form for browsers that have the dictionary for such pages. */
  readonly byDictionary?: DictionaryForm | undefined;
}

export type Encoding = 'br' | 'gzip' | 'identity';

/** A page compressed for browsers that have its dictionary, and the identity of that dictionary. Plain data. */
export interface DictionaryForm {
  /** Path of the dictionary. */
  readonly path: string;
  /** SHA-256 of the dictionary in base64, as sent by browsers. */
  readonly hash: string;
  /** The page in `dcz`. */
  readonly bytes: Uint8Array;
}

/** Compressed variants that already exist. */
export type CompressedBytes = Partial<Record<'br' | 'gzip', Uint8Array>>;

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Creates content from memory. Encodings that are missing in `compressed` are created once, when first needed. */
export function createContent(
  bytes: Uint8Array,
  mediaType: string,
  etag: string,
  compressed: CompressedBytes = {},
  byDictionary?: DictionaryForm,
): Content {
  const encoded = new Map<Encoding, Promise<Uint8Array>>([['identity', Promise.resolve(bytes)]]);
  for (const encoding of ['br', 'gzip'] as const) {
    const body = compressed[encoding];
    if (body) encoded.set(encoding, Promise.resolve(body));
  }
  return {
    etag,
    mediaType,
    byDictionary,
    async bytes(encoding) {
      if (encoding !== 'identity' && !isCompressible(mediaType, bytes.length)) return undefined;
      const result = encoded.get(encoding) ?? compress(bytes, encoding);
      encoded.set(encoding, result);
      return result;
    },
  };
}

/** Estimated size in memory, in bytes. Includes the br and gzip encodings, each about a quarter of the text. */
export const memoryOf = (content: Uint8Array, byDictionary?: DictionaryForm) =>
  Math.ceil(content.length * 1.5) + 500 + (byDictionary?.bytes.length ?? 0);

/** Maximum number of cached Accept-Encoding headers. Browsers send few different ones. */
const MAX_CACHED_HEADERS = 200;
const remembered = new Map<string, readonly Encoding[]>();

/**
 * The encodings that a client accepts, best first (RFC 9110, 12.5.3): br before gzip if their weights are equal,
 * identity last.
 */
export function acceptedEncodings(acceptEncoding: string | undefined): readonly Encoding[] {
  const header = acceptEncoding ?? '';
  const cached = remembered.get(header);
  if (cached) return cached;
  const accepted = parseAcceptEncoding(header);
  if (remembered.size >= MAX_CACHED_HEADERS) remembered.clear();
  remembered.set(header, accepted);
  return accepted;
}

/** The weight from 0 to 1 that the header gives an encoding; 0 if it is not listed. */
export const weightOfEncoding = (acceptEncoding: string | undefined, name: string): number =>
  weightsIn(acceptEncoding ?? '').get(name) ?? 0;

const weightsIn = (header: string) => new Map(header.toLowerCase().split(',').map(parseWeight));

function parseAcceptEncoding(header: string): readonly Encoding[] {
  const weights = weightsIn(header);
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  const ranked = (['br', 'gzip'] as const).filter((name) => weightOf(name) > 0);
  return [...ranked.sort((one, other) => weightOf(other) - weightOf(one)), 'identity'];
}

function parseWeight(part: string): [name: string, weight: number] {
  const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  const weight = quality === undefined ? 1 : Number(quality.slice(2));
  return [name, Number.isFinite(weight) ? weight : 0];
}

export const isCompressible = (mediaType: string, bytes: number) =>
  bytes >= MIN_COMPRESSED_BYTES &&
  /^(text\/|application\/(json|javascript|manifest\+json|xml|rss\+xml|atom\+xml|opds\+json)|image\/svg)/.test(
    mediaType,
  );

/** Compresses at a fast level, for a single response or for the memory cache. */
export async function compress(bytes: Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  if (encoding === 'identity') return bytes;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  // Copies the result into a buffer of the exact size, because zlib's buffer is larger than its content.
  return new Uint8Array(await (encoding === 'br' ? brotliAsync(bytes, { params }) : gzipAsync(bytes, { level: 6 })));
}
