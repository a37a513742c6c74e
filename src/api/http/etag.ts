import { hash } from '#src/lib/hash.ts';

/** A strong validator: equal bytes, equal tag. */
export const etagOf = (body: string | Uint8Array): string => `"${hash(body, 32)}"`;
