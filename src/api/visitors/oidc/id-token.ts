import * as v from 'valibot';
import { refused } from './fault.ts';
import type { Key, Keys } from './keys.ts';
import { isKnownAlgorithm, isSignedBy, mayCheck } from './signature.ts';

const Header = v.object({ alg: v.string(), kid: v.optional(v.string()), crit: v.optional(v.undefined()) });

const Claims = v.object({
  iss: v.string(),
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  aud: v.union([v.string(), v.array(v.string())]),
  azp: v.optional(v.string()),
  exp: v.number(),
  iat: v.number(),
  nonce: v.optional(v.string()),
  email: v.optional(v.string()),
  email_verified: v.optional(v.union([v.boolean(), v.string()])),
  name: v.optional(v.string()),
});
export type Claims = v.InferOutput<typeof Claims>;

/** Clocks may differ by this much. */
const LEEWAY_SECONDS = 60;

export interface Expected {
  readonly issuer: string;
  readonly clientId: string;
  readonly nonce: string;
  readonly now: Date;
}

/**
 * What an ID token says, once it is certain that the provider said it, of this visit, to us (OpenID Connect Core 1.0,
 * 3.1.3.7). @throws OidcFault REFUSED
 */
export async function readIdToken(token: string, keys: Keys, expected: Expected): Promise<Claims> {
  const [head, body, signature, ...more] = token.split('.');
  if (!head || !body || !signature || more.length > 0) throw refused('the ID token has not three parts');
  const header = decoded(Header, head, 'header');
  if (!isKnownAlgorithm(header.alg)) throw refused(`the ID token is signed by "${header.alg}"`);
  const key = await keys.find((known) => keyFor(known, header));
  if (!key) throw refused('the ID token is signed by a key the provider does not have');
  if (!isSignedBy(key, header.alg, `${head}.${body}`, signature)) throw refused('the ID token is signed wrongly');
  const claims = decoded(Claims, body, 'body');
  const wrong = faultOf(claims, expected);
  if (wrong !== undefined) throw refused(wrong);
  return claims;
}

/** By its id; a token that names none is checked by the only key there is. */
function keyFor(keys: readonly Key[], { alg, kid }: v.InferOutput<typeof Header>): Key | undefined {
  const fitting = keys.filter((key) => mayCheck(key, alg));
  if (kid !== undefined) return fitting.find((key) => key.kid === kid);
  return fitting.length === 1 ? fitting[0] : undefined;
}

function faultOf({ iss, aud, azp, exp, iat, nonce }: Claims, expected: Expected): string | undefined {
  const { issuer, clientId } = expected;
  const time = expected.now.getTime() / 1000;
  const audience = typeof aud === 'string' ? [aud] : aud;
  if (iss !== issuer) return `the ID token was issued by ${iss}`;
  if (!audience.includes(clientId)) return 'the ID token is meant for another client';
  if ((audience.length > 1 || azp !== undefined) && azp !== clientId)
    return 'the ID token was asked for by another client';
  if (exp <= time - LEEWAY_SECONDS) return 'the ID token has expired';
  if (iat > time + LEEWAY_SECONDS) return 'the ID token comes from the future';
  return nonce === expected.nonce ? undefined : 'the ID token is of another visit';
}

function decoded<S extends v.GenericSchema>(schema: S, part: string, what: string): v.InferOutput<S> {
  try {
    return v.parse(schema, JSON.parse(Buffer.from(part, 'base64url').toString()));
  } catch {
    throw refused(`the ID token's ${what} cannot be read`);
  }
}
