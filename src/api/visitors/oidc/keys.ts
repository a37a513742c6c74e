import * as v from 'valibot';
import { fetchJson } from './fetch-json.ts';

/** A public key of the provider (RFC 7517); its other members are the key itself. */
const Key = v.looseObject({
  kty: v.string(),
  kid: v.optional(v.string()),
  use: v.optional(v.string()),
  alg: v.optional(v.string()),
});
export type Key = v.InferOutput<typeof Key>;

const KeySet = v.object({ keys: v.array(Key) });

/** Keys by which tokens are checked; asked again for one that is not known, but not for every token that names one. */
export interface Keys {
  /** @throws OidcFault */
  find(fits: (keys: readonly Key[]) => Key | undefined): Promise<Key | undefined>;
}

const LEAST_PAUSE_MS = 60_000;

export function createKeys(address: () => Promise<string>, now: () => Date): Keys {
  let keys: readonly Key[] = [];
  let asked = Number.NEGATIVE_INFINITY;
  return {
    async find(fits) {
      const known = fits(keys);
      const time = now().getTime();
      if (known || time - asked < LEAST_PAUSE_MS) return known;
      const fresh = await fetchJson(await address(), KeySet);
      asked = time;
      keys = fresh.keys;
      return fits(keys);
    },
  };
}
