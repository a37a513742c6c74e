import { constants, createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { Key } from './keys.ts';

interface Algorithm {
  readonly kty: string;
  fits(key: KeyObject): boolean;
  verify(data: Buffer, key: KeyObject, signature: Buffer): boolean;
}

const isRsa = (key: KeyObject) => (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048;

/** What a provider may sign with: `none` and secrets shared with the client are not among them. */
const ALGORITHMS: Readonly<Record<string, Algorithm>> = {
  RS256: { kty: 'RSA', fits: isRsa, verify: (data, key, signature) => verify('sha256', data, key, signature) },
  PS256: {
    kty: 'RSA',
    fits: isRsa,
    verify: (data, key, signature) =>
      verify('sha256', data, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }, signature),
  },
  ES256: {
    kty: 'EC',
    fits: (key) => key.asymmetricKeyDetails?.namedCurve === 'prime256v1',
    verify: (data, key, signature) => verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, signature),
  },
  EdDSA: {
    kty: 'OKP',
    fits: (key) => key.asymmetricKeyType === 'ed25519',
    verify: (data, key, signature) => verify(null, data, key, signature),
  },
};

export const isKnownAlgorithm = (alg: string): boolean => Object.hasOwn(ALGORITHMS, alg);

/** Whether a key may check a signature by `alg`. */
export const mayCheck = ({ kty, use, alg: own }: Key, alg: string): boolean =>
  kty === ALGORITHMS[alg]?.kty && (use === undefined || use === 'sig') && (own === undefined || own === alg);

/** Whether the key's owner signed `data` (RFC 7515). */
export function isSignedBy(key: Key, alg: string, data: string, signature: string): boolean {
  const algorithm = ALGORITHMS[alg];
  if (!algorithm) return false;
  try {
    const publicKey = createPublicKey({ key, format: 'jwk' });
    return (
      algorithm.fits(publicKey) && algorithm.verify(Buffer.from(data), publicKey, Buffer.from(signature, 'base64url'))
    );
  } catch {
    return false;
  }
}
