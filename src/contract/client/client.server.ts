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

/** `notModified`: the upstream answered 304 to the ETag of an earlier response. */
export type ServerResult<T> = Result<T> & { readonly notModified?: true };

export interface ServerClient {
  /** Like `ApiClient` (types.ts), but with an `etags` store a result may also be `notModified`. */
  call<C extends AnyCall>(call: C, params: Params<C>, context: CallContext): Promise<ServerResult<Data<C>>>;
  /** Whether the upstream is known to lack this optional call. */
  lacks(call: AnyCall): boolean;
  /** Probes optional calls once, without side effects. Default: all optional calls. @returns the missing calls */
  probe(calls?: readonly AnyCall[]): Promise<AnyCall[]>;
  close(): Promise<void>;
}

export interface ServerClientOptions extends TransportOptions {
  /** The brand's API prefix, such as `/freenovel_api`. */
  readonly prefix: string;
  readonly log: Log;
  /** ETags of anonymous GETs; without it every response is transferred in full. */
  readonly etags?: EtagStore;
  /**
   * For pages that a visitor is waiting for: few retries, no calls while the upstream is down, and items that break the
   * contract are omitted from lists.
   */
  readonly failFast?: boolean;
  /** The calls whose results omit invalid items. The caller logs omitted items and judges how many are too many. */
  readonly leavesOut?: (call: AnyCall) => boolean;
  /** Called before each retry; not with `failFast`. */
  readonly onRetry?: () => void;
}

/** Calls one upstream for one brand; each failed call is logged once. */
export function createServerClient(options: ServerClientOptions): ServerClient {
  const { prefix, log, etags, timeoutMs = TIMEOUT_MS } = options;
  const transport = createTransport(options);
  const sendRequest: Send = options.failFast
    ? createFailFast(transport.send, log, prefix)
    : createPatientSend(transport.send, options.onRetry);
  // With `failFast`, probes bypass retries and the circuit breaker: dozens of probes that fail in a busy thread would
  // open the circuit for pages.
  const sendProbe: Send = options.failFast
    ? (request, rules) => sendWithRetry(transport.send, request, { ...rules, idempotent: false })
    : sendRequest;
  const probes = bulkhead(MAX_PROBES_AT_A_TIME, Number.POSITIVE_INFINITY);
  const missing = createMissingCalls(log.child({ prefix }));
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
    if (!missing.isMissing(call, result)) return [];
    missing.add(call);
    return [call];
  }

  return {
    call: callOnce,
    lacks: (call) => missing.has(call),
    probe: async (calls = OPTIONAL_CALLS) =>
      (await Promise.all(calls.map((call) => probes.execute(() => probeOne(call))))).flat(),
    close: transport.close,
  };
}

/** Pauses before retries in the nightly rebuild, which makes so many calls that the same call may fail twice. */
const NIGHT_PAUSES_MS = [RETRY_DELAY_MS, RETRY_DELAY_MS, 2 * RETRY_DELAY_MS];
/**
 * Maximum number of retries saved up by a nightly rebuild: when the upstream restarts, all calls in progress fail at
 * the same time.
 */
const MAX_SAVED_NIGHT_RETRIES = 100;

/**
 * Sends the nightly rebuild's requests. If the upstream asks for a longer delay than `RETRY_DELAY_MS`, the caller
 * handles it (src/publish/snapshot).
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

/** Limited because probes share the connections with visitors' calls. */
const MAX_PROBES_AT_A_TIME = 8;

/** Safe for any optional call: calls that write reject these parameters, and lists return a single entry. */
const PROBE_PARAMS = { page_size: 1 };

const absent = ({ name }: AnyCall) => ({ code: 'CALL_ABSENT', message: `${name}: the upstream lacks this call` });

/** Statuses that are not the upstream's fault (not signed in, not found, gone). They are logged at level `info`. */
const EXPECTED = new Set([401, 404, 410, 451]);

function logFailure(log: Log, { name, method, target }: HttpRequest, { status, errors }: Result<unknown>): void {
  const [first] = errors;
  // An open circuit has already been logged.
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
