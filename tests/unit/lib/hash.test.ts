import { expect, it } from 'vitest';
import { hash } from '#src/lib/hash.ts';

// The examples in FIPS 180-2.
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

it('hash returns the SHA-256 of a text or of bytes in hex digits, truncated if a length is given', () => {
  expect(hash('abc')).toBe(ABC);
  expect(hash(new Uint8Array([97, 98, 99]))).toBe(ABC);
  expect(hash('abc', 10)).toBe('ba7816bf8f');
});
