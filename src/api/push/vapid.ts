import { sign } from 'node:crypto';
import type { PushKeys } from './keys.ts';

/** Less than the day that RFC 8292 allows. */
const LIFETIME_S = 12 * 3600;

/**
 * The header that tells a push service who sends (RFC 8292).
 * @param contact an address such as `mailto:help@example.com`
 */
export function authorization(endpoint: string, keys: PushKeys, contact: string, now: Date): string {
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(now.getTime() / 1000) + LIFETIME_S, sub: contact };
  const signed = [{ typ: 'JWT', alg: 'ES256' }, claims].map(encode).join('.');
  const signature = sign('sha256', Buffer.from(signed), { key: keys.private, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${keys.public}`;
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
