import { bulkhead } from 'cockatiel';
import type { Log } from '#src/lib/log.ts';
import type { LeftOut } from '../envelope.ts';
import { type AnyCall, CALLS, type Data, type Params, type Result } from '../index.ts';
import { DEFAULT_LOCALE, LOCALES } from '../locales.ts';
import { toUpstreamError } from './error.ts';
import { type EtagStore, readWithEtag, withEtag } from './etag-store.ts';
import { createFailFast } from './fail-fast.server.ts';
import { RETRY_DELAY_MS, TIMEOUT_MS } from './limits.ts';
import { createMissingCalls } from './missing-calls.ts';
import { buildRequest } from './request.ts';
import { errorResult, failed, readResponse, type Tolerance } from './response.ts';
import { type RetryRule, retryPause, type Send, sendWithRetry } from './retry.ts';
import { createRetryBudget } from './retry-budget.server.ts';
import { createTransport, type TransportOptions } from './transport.server.ts';
import type { CallContext, HttpRequest, Transport } from './types.ts';

export type { EtagStore } from './etag-store.ts';

/** The result of a call. `notModified` is set if the upstream responded with 304 to the ETag of an earlier response. */
export type ServerResult<T> = Result<T> & { readonly notModified?: true };

export interface ServerClient {
  /** Makes a call, as `ApiClient` (types.ts) does. If `etags` is set, the result may also be `notModified`. */
  call<C extends AnyCall>(call: C, params: Params<C>, context: CallContext): Promise<ServerResult<Data<C>>>;
  /** Whether the upstream is known to lack this optional call. */
  lacks(call: AnyCall): boolean;
  /**
   * Probes optional calls (default: all), each with a request that has no side effects.
   * @returns the missing calls
   */
  probe(calls?: readonly AnyCall[]): Promise<AnyCall[]>;
  close(): Promise<void>;
}

export interface ServerClientOptions extends TransportOptions {
  /** The brand's API prefix, such as `/freenovel_api`. */
  readonly prefix: string;
  readonly log: Log;
  /** Stores ETags of anonymous GETs. Without it, every response is transferred in full. */
  readonly etags?: EtagStore;
  /**
   * Whether visitors wait for the responses. Retries are then quick, no calls are made while the upstream is down, and
   * list items that violate the contract are omitted.
   */
  readonly failFast?: boolean;
  /**
   * Returns whether to omit all invalid items from the lists of a call, however many there are. The caller must log
   * them and decide how many are too many.
   */
  readonly leavesOut?: (call: AnyCall) => boolean;
  /** Returns whether no other client of this process has reported this missing call. Default: always true. */
  readonly isFirstReport?: ((name: string) => boolean) | undefined;
  /** Called before each retry, unless `failFast` is set. */
  readonly onRetry?: () => void;
}

/** Creates the server's client for one brand's calls to an upstream. It logs each failed call once. */
export function createServerClient(options: ServerClientOptions): ServerClient {
  const { prefix, log, etags, timeoutMs = TIMEOUT_MS } = options;
  const transport = createTransport(options);
  const sendRequest: Send = options.failFast
    ? createFailFast(transport.send, log, prefix)
    : createPatientSend(transport.send, options.onRetry);
  // Probes bypass the retries and the circuit breaker of `failFast`. Otherwise, dozens of probes that fail because the
  // thread is busy would open the circuit breaker for pages.
  const sendProbe: Send = options.failFast
    ? (request, rules) => sendWithRetry(transport.send, request, { ...rules, idempotent: false })
    : sendRequest;
  const probes = bulkhead(MAX_PROBES_AT_A_TIME, Number.POSITIVE_INFINITY);
  const missing = createMissingCalls(
    log.child({ prefix }),
    options.isFirstReport ? { isFirstReport: options.isFirstReport } : {},
  );
  const toleranceOf = (call: AnyCall): Tolerance => {
    if (options.leavesOut?.(call)) return 'any';
    return options.failFast ? 'some' : 'none';
  };

  async function send<C extends AnyCall>(call: C, plain: HttpRequest, context: CallContext, through = sendRequest) {
    const store = call.method === 'GET' && !context.token ? etags : undefined;
    const { signal } = context;
    try {
      const sent = withEtag(plain, store);
      const response = await through(sent, { idempotent: call.idempotent, timeoutMs, signal });
      const tolerance = toleranceOf(call);
      return store ? readWithEtag(call, sent, response, { store, tolerance }) : readResponse(call, response, tolerance);
    } catch (error) {
      return errorResult(call, toUpstreamError(error, call.name));
    }
  }

  async function callOnce<C extends AnyCall>(call: C, params: Params<C>, context: CallContext) {
    if (!missing.mayCall(call)) return failed(call, 404, [absent(call)]);
    const request = buildRequest(call, params, context, prefix);
    const result: ServerResult<Data<C>> = await send(call, request, context);
    if (result.leftOut && toleranceOf(call) === 'some') logLeftOut(log, request, result.leftOut);
    if (result.success === 1) missing.remove(call);
    else if (missing.isMissing(call, result)) {
      missing.add(call);
      return failed(call, 404, [absent(call)]);
    } else logFailure(log, request, result);
    return result;
  }

  async function probeOne(call: AnyCall): Promise<AnyCall[]> {
    const context = { locale: LOCALES[DEFAULT_LOCALE] };
    const request = buildRequest(call, PROBE_PARAMS, context, prefix);
    const result = await send(call, request, context, sendProbe);
    return missing.isMissing(call, result) ? [call] : [];
  }

  async function probe(calls: readonly AnyCall[] = OPTIONAL_CALLS): Promise<AnyCall[]> {
    const lacking = (await Promise.all(calls.map((call) => probes.execute(() => probeOne(call))))).flat();
    missing.add(...lacking);
    return lacking;
  }

  return {
    call: callOnce,
    lacks: (call) => missing.has(call),
    probe,
    close: transport.close,
  };
}

/** Pauses before the retries of a rebuild, which makes so many calls that a call may fail more than once. */
const NIGHT_PAUSES_MS = [RETRY_DELAY_MS, RETRY_DELAY_MS, 2 * RETRY_DELAY_MS];
/**
 * Maximum number of retries that a rebuild can save up. It needs many at once if the upstream restarts, because all
 * calls in progress then fail.
 */
const MAX_SAVED_NIGHT_RETRIES = 100;

/**
 * Creates the function that sends a rebuild's requests. It does not retry if the upstream requests a longer pause than
 * `RETRY_DELAY_MS`: the caller then waits and repeats the call (src/publish/snapshot).
 */
function createPatientSend(send: Transport, onRetry: (() => void) | undefined): Send {
  const budget = createRetryBudget(MAX_SAVED_NIGHT_RETRIES);
  const rule: RetryRule = {
    pausesMs: NIGHT_PAUSES_MS,
    retryPause(outcome) {
      const requestedMs = retryPause(outcome);
      return requestedMs === undefined || requestedMs > RETRY_DELAY_MS ? undefined : requestedMs;
    },
    mayRetry() {
      if (!budget.take()) return false;
      onRetry?.();
      return true;
    },
  };
  return (request, options) => {
    budget.noteCall();
    return sendWithRetry(send, request, options, rule);
  };
}

const OPTIONAL_CALLS = CALLS.filter((call) => !call.required);

/** Maximum number of concurrent probes, which share the connections with visitors' calls. */
const MAX_PROBES_AT_A_TIME = 8;

/** Parameters of probes. Calls that write reject them, and lists return a single entry. */
const PROBE_PARAMS = { page_size: 1 };

const absent = ({ name }: AnyCall) => ({ code: 'CALL_ABSENT', message: `${name}: the upstream lacks this call` });

/** Statuses of ordinary failures, such as not signed in or not found, which are logged at level `info`. */
const EXPECTED = new Set([401, 404, 410, 451]);

function logFailure(log: Log, { name, method, target }: HttpRequest, { status, errors }: Result<unknown>): void {
  const [first] = errors;
  // An aborted call is not an error, and an open circuit breaker has already been logged.
  if (first?.code === 'CLIENT_ABORTED' || first?.code === 'CLIENT_UNAVAILABLE') return;
  const message = first?.message ?? 'failed';
  const fields = { call: name, status, code: first?.code, ...(method === 'GET' ? { target } : {}) };
  const level = EXPECTED.has(status) ? 'info' : 'warn';
  log[level](message.startsWith(name) ? message : `${name}: ${message}`, fields);
}

/** Maximum number of omitted items that are logged per response. */
const MAX_NAMED = 5;

function logLeftOut(log: Log, { name, method, target }: HttpRequest, leftOut: readonly LeftOut[]): void {
  const fields = { call: name, leftOut: leftOut.length, ...(method === 'GET' ? { target } : {}) };
  const items = leftOut.length === 1 ? '1 item is' : `${leftOut.length} items are`;
  const named = leftOut.slice(0, MAX_NAMED).map(({ problem }) => problem);
  log.warn(`${name}: ${items} left out: ${named.join('; ')}`, fields);
}
