import type { Release } from '#src/release/index.ts';
import { type Ask, type Reply, type SerializedResponse, serialize } from './answer.ts';
import { acceptedEncodings } from './encoding.ts';
import { createByteLru } from './lru.ts';

/** Whose pages are asked for. */
export interface PreparedFor {
  readonly brand: { readonly id: string };
  release(): Pick<Release, 'id'> | undefined;
}

/**
 * Whole responses that are the same for every visitor, by brand, accepted encodings and path, within a bound of bytes.
 * A publish ends them: each belongs to the release that was live when it was made.
 */
export interface PreparedAnswers {
  find(ask: Ask, site: PreparedFor): SerializedResponse | undefined;
  /** Serializes `reply`, and keeps it where that is allowed. */
  make(ask: Ask, site: PreparedFor, reply: Reply): Promise<SerializedResponse>;
}

interface Entry {
  readonly response: SerializedResponse;
  readonly release: Pick<Release, 'id'>;
  readonly until: number;
}

export function createPreparedAnswers(boundBytes: number, now: () => number = Date.now): PreparedAnswers {
  const kept = createByteLru<Entry>(boundBytes);
  return {
    find(ask, site) {
      if (ask.search !== '') return undefined;
      const key = keyOf(ask, site);
      const known = kept.get(key);
      if (!known) return undefined;
      if (known.release === site.release() && known.until > now()) return known.response;
      kept.delete(key);
      return undefined;
    },
    async make(ask, site, reply) {
      const response = await serialize(ask.acceptEncoding, reply);
      if (reply.kept && reply.status === 200 && ask.search === '' && reply.kept.until > now())
        kept.set(keyOf(ask, site), { ...reply.kept, response }, bytesOf(response));
      return response;
    },
  };
}

const keyOf = ({ path, acceptEncoding }: Ask, { brand }: PreparedFor) =>
  `${brand.id} ${acceptedEncodings(acceptEncoding).join()} ${path}`;

/** What it takes in memory; the strings of its two lists of headers are the same. */
const bytesOf = ({ body, headers }: SerializedResponse) =>
  headers.reduce((sum, text) => sum + text.length + 16, body.length + 500);
