import type { Release } from '#src/release/index.ts';
import { type Ask, formOf, type Reply } from './answer.ts';
import { acceptedEncodings } from './encoding.ts';
import { createByteLru } from './lru.ts';
import { createWire, type Wire } from './wire.ts';

/** Whose pages are asked for. */
export interface PreparedFor {
  readonly brand: { readonly id: string };
  release(): Pick<Release, 'id'> | undefined;
}

/**
 * Answers that everyone gets who asks a brand for a path in one form, by brand, form and path, under one bound of bytes.
 * A publish ends them: each belongs to the release that was live when it was made.
 */
export interface PreparedAnswers {
  find(ask: Ask, site: PreparedFor): Wire | undefined;
  /** Keeps what may be kept; undefined for what is no 200. */
  make(ask: Ask, site: PreparedFor, reply: Reply): Promise<Wire | undefined>;
}

interface Entry {
  readonly wire: Wire;
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
      if (known.release === site.release() && known.until > now()) return known.wire;
      kept.delete(key);
      return undefined;
    },
    async make(ask, site, reply) {
      if (reply.status !== 200) return undefined;
      const wire = createWire(await formOf(ask.acceptEncoding, reply));
      if (reply.kept && ask.search === '' && reply.kept.until > now())
        kept.set(keyOf(ask, site), { ...reply.kept, wire }, wire.weight);
      return wire;
    },
  };
}

const keyOf = ({ path, acceptEncoding }: Ask, { brand }: PreparedFor) =>
  `${brand.id} ${acceptedEncodings(acceptEncoding).join()} ${path}`;
