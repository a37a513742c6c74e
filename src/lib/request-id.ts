import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** The header by which servers hand the id of a request on. */
export const REQUEST_ID_HEADER = 'x-request-id';

const VALID = /^[\w.-]{8,64}$/;

/** One storage for the process: a site bundle holds a copy of this module, and its log lines need the same id. */
const KEY = Symbol.for('lectern.request-id');
const shared = globalThis as { [KEY]?: AsyncLocalStorage<string> };
shared[KEY] ??= new AsyncLocalStorage<string>();
const storage = shared[KEY];

const PROCESS_ID = randomUUID().slice(0, 8);
let requests = 0;

/**
 * Runs what answers a request. Its log lines, and its calls to the upstream, carry the request's id.
 * @param given value of the header `X-Request-Id`; without a valid one the request gets an id of its own
 */
export function withRequestId<T>(given: unknown, answer: () => T): T {
  return storage.run(typeof given === 'string' && VALID.test(given) ? given : nextId(), answer);
}

/** The id of the request that is being answered; undefined outside of requests. */
export const requestId = (): string | undefined => storage.getStore();

/** Counted, because ids are made for every request. */
function nextId(): string {
  requests += 1;
  return `${PROCESS_ID}-${requests.toString(36)}`;
}
