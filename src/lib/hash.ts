import { createHash } from 'node:crypto';

/** The first `length` hex digits of the SHA-256 of `content`. */
export function hash(content: string | Uint8Array, length = 64): string {
  return createHash('sha256').update(content).digest('hex').slice(0, length);
}
