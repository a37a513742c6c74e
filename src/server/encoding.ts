import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { MIN_COMPRESSED_BYTES } from '#src/lib/http.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Browsers send few different headers, so the last ones are remembered. */
const MOST_REMEMBERED = 200;
const remembered = new Map<string, readonly Encoding[]>();

/** The encodings a client takes, best first (RFC 9110, 12.5.3): br before gzip at equal weight, identity last. */
export function acceptedEncodings(acceptEncoding: string | undefined): readonly Encoding[] {
  const header = acceptEncoding ?? '';
  const known = remembered.get(header);
  if (known) return known;
  const accepted = readAccepted(header);
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(header, accepted);
  return accepted;
}

function readAccepted(header: string): readonly Encoding[] {
  const weights = new Map(header.toLowerCase().split(',').map(readWeight));
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  const ranked = (['br', 'gzip'] as const).filter((name) => weightOf(name) > 0);
  return [...ranked.sort((one, other) => weightOf(other) - weightOf(one)), 'identity'];
}

function readWeight(part: string): [name: string, weight: number] {
  const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  const weight = quality === undefined ? 1 : Number(quality.slice(2));
  return [name, Number.isFinite(weight) ? weight : 0];
}

export const isWorthwhile = (type: string, bytes: number) =>
  bytes >= MIN_COMPRESSED_BYTES && /^(text\/|application\/(json|javascript|manifest\+json|xml)|image\/svg)/.test(type);

/** Compresses for one request or a memory cache: quick levels, and no byte of memory more than there are. */
export async function compress(body: Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  if (encoding === 'identity') return body;
  const quick = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return new Uint8Array(await (encoding === 'br' ? brotli(body, { params: quick }) : zip(body, { level: 6 })));
}
