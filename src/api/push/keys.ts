import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto';

/** A brand's pair of keys for Web Push (VAPID, RFC 8292). */
export interface PushKeys {
  /** What browsers subscribe with: an uncompressed point, base64url. */
  readonly public: string;
  readonly private: KeyObject;
}

const PRIVATE_BYTES = 32;

/** @returns undefined for what is no private key of P-256 in base64url */
export function readPushKeys(text: string): PushKeys | undefined {
  const d = Buffer.from(text, 'base64url');
  if (d.length !== PRIVATE_BYTES || !/^[\w-]+$/.test(text)) return undefined;
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(d);
  } catch {
    return undefined;
  }
  const point = pair.getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const jwk = { kty: 'EC', crv: 'P-256', d: text, x: x ?? '', y: y ?? '' };
  return { public: point.toString('base64url'), private: createPrivateKey({ key: jwk, format: 'jwk' }) };
}
