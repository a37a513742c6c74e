import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { MIN_COMPRESSED_BYTES } from '#src/lib/http.ts';

/** Content in all encodings in which it can be sent; each is made when it is first needed. */
export interface Content {
  /** Strong ETag of the uncompressed bytes, without quotes. */
  readonly etag: string;
  readonly mediaType: string;
  /** Undefined where the content is not compressed like this; `identity` always exists. */
  bytes(encoding: Encoding): Promise<Uint8Array | undefined>;
  /** For browsers that have the dictionary of such pages. */
  readonly byDictionary?: DictionaryForm | undefined;
}

export type Encoding = 'br' | 'gzip' | 'identity';

/** A page as it is sent to browsers that have its dictionary, and that dictionary's name. Plain data. */
export interface DictionaryForm {
  /** Path of the dictionary. */
  readonly path: string;
  /** SHA-256 of the dictionary in base64, as browsers name it. */
  readonly hash: string;
  /** The page in `dcz`. */
  readonly bytes: Uint8Array;
}

/** Compressed bytes that exist already. */
export type CompressedBytes = Partial<Record<'br' | 'gzip', Uint8Array>>;

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Content from memory. Encodings that are not in `compressed` are made once, when first needed. */
export function createContent(
  bytes: Uint8Array,
  mediaType: string,
  etag: string,
  compressed: CompressedBytes = {},
  byDictionary?: DictionaryForm,
): Content {
  const encoded = new Map<Encoding, Promise<Uint8Array>>([['identity', Promise.resolve(bytes)]]);
  for (const encoding of ['br', 'gzip'] as const) {
    const known = compressed[encoding];
    if (known) encoded.set(encoding, Promise.resolve(known));
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

/** Estimated bytes in memory, with both compressed encodings: text becomes about a quarter, twice. */
export const memoryOf = (content: Uint8Array, byDictionary?: DictionaryForm) =>
  Math.ceil(content.length * 1.5) + 500 + (byDictionary?.bytes.length ?? 0);

/** Browsers send few different headers, so the latest are kept. */
const MOST_REMEMBERED = 200;
const remembered = new Map<string, readonly Encoding[]>();

/** The encodings a client accepts, best first (RFC 9110, 12.5.3): br before gzip at equal weight, identity last. */
export function acceptedEncodings(acceptEncoding: string | undefined): readonly Encoding[] {
  const header = acceptEncoding ?? '';
  const known = remembered.get(header);
  if (known) return known;
  const accepted = parseAcceptEncoding(header);
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(header, accepted);
  return accepted;
}

/** The weight that a client gives an encoding by its name, 0 to 1; 0 where it does not name it. */
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

/** Compresses for one response or the memory cache, by quick levels. */
export async function compress(bytes: Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  if (encoding === 'identity') return bytes;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  // A copy of the exact size: zlib's buffer is larger than its content.
  return new Uint8Array(await (encoding === 'br' ? brotliAsync(bytes, { params }) : gzipAsync(bytes, { level: 6 })));
}
