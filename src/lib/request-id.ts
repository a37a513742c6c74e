import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** The header in which servers pass on a request id. */
export const REQUEST_ID_HEADER = 'x-request-id';

const VALID = /^[\w.-]{8,64}$/;

/**
 * Key of the storage in the global object. Each site bundle contains its own copy of this module, and all copies must
 * use the same storage.
 */
const KEY = Symbol.for('lectern.request-id');
const shared = globalThis as { [KEY]?: AsyncLocalStorage<string> };
shared[KEY] ??= new AsyncLocalStorage<string>();
const storage = shared[KEY];

const PROCESS_ID = randomUUID().slice(0, 8);
let requests = 0;

/**
 * Runs the handler of a request. Log lines and upstream calls of the handler contain the request's id.
 * @param header value of the header `X-Request-Id`; if it is missing or invalid, the request gets a new id
 */
export function withRequestId<T>(header: unknown, answer: () => T): T {
  return storage.run(typeof header === 'string' && VALID.test(header) ? header : nextId(), answer);
}

/** The id of the current request; undefined outside of requests. */
export const requestId = (): string | undefined => storage.getStore();

/** Returns a new id. A counter, because every request needs an id and counting is fast. */
function nextId(): string {
  requests += 1;
  return `${PROCESS_ID}-${requests.toString(36)}`;
}
