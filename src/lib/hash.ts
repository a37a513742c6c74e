import { hash as digest } from 'node:crypto';

/** Returns the first `length` hex digits of the SHA-256 of `content`. */
export function hash(content: string | Uint8Array, length = 64): string {
  return digest('sha256', content, 'hex').slice(0, length);
}
