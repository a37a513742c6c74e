import { CALLS } from '#src/contract/index.ts';
import { hash } from '#src/lib/hash.ts';

/**
 * Returns a hash that changes with the contract's schemas. The data of a snapshot with a different fingerprint was
 * checked against different schemas, so it is pulled again. Schemas are plain data except for their functions, which
 * JSON omits.
 */
export const fingerprintOf = (schemas: readonly object[]) => hash(JSON.stringify(schemas), 16);

/** The calls that read content. A snapshot stores the data of most of them. */
export const CONTENT_CALLS = CALLS.filter(({ method, signedIn }) => method === 'GET' && !signedIn);

export const CONTRACT_FINGERPRINT = fingerprintOf(CONTENT_CALLS.map((call) => call.data));
