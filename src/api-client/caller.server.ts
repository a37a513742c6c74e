import { type AnyCall, CALLS, type Data, type Params, type Result } from '#src/contract/index.ts';
import { DEFAULT_LOCALE, LOCALES } from '#src/contract/locales.ts';
import type { Log } from '#src/lib/log.ts';
import { createAbsence } from './absence.ts';
import { failed, readAnswer, unanswered } from './answer.ts';
import { type ConditionalStore, readConditional, withEtag } from './conditional.ts';
import { exchange } from './exchange.ts';
import { toFault } from './fault.ts';
import { TIMEOUT_MS } from './limits.ts';
import { buildRequest } from './request.ts';
import { createTransport, type TransportOptions } from './transport.server.ts';
import type { CallContext, WireRequest } from './types.ts';

export type { ConditionalStore } from './conditional.ts';

/** `notModified`: the upstream said 304 to the ETag kept from an earlier answer. */
export type ServerResult<T> = Result<T> & { readonly notModified?: true };

export interface ServerCaller {
  /** A `Caller` (types.ts); with a conditional store its results tell what has not changed. */
  call<C extends AnyCall>(call: C, params: Params<C>, context: CallContext): Promise<ServerResult<Data<C>>>;
  /** The upstream is known not to have this optional call. */
  lacks(call: AnyCall): boolean;
  /** Asks for optional calls once, changing nothing there; default: for all of them. @returns those it lacks */
  probe(calls?: readonly AnyCall[]): Promise<AnyCall[]>;
  close(): Promise<void>;
}

export interface ServerCallerOptions extends TransportOptions {
  /** The brand's API prefix, such as `/freenovel_api`. */
  readonly prefix: string;
  readonly log: Log;
  /** ETags of anonymous GETs; without it every answer comes in full. */
  readonly conditional?: ConditionalStore;
}

/** Calls one upstream on behalf of one brand; each failed call is logged once. */
export function createServerCaller(options: ServerCallerOptions): ServerCaller {
  const { prefix, log, conditional, timeoutMs = TIMEOUT_MS } = options;
  const { send, close } = createTransport(options);
  const absence = createAbsence(log);

  async function ask<C extends AnyCall>(call: C, request: WireRequest, context: CallContext) {
    const store = call.method === 'GET' && !context.token ? conditional : undefined;
    const { signal } = context;
    try {
      const sent = withEtag(request, store);
      const answer = await exchange(send, sent, { repeatable: call.idempotent, timeoutMs, signal });
      return store ? readConditional(call, sent, answer, store) : readAnswer(call, answer);
    } catch (error) {
      return unanswered(call, toFault(error, call.name));
    }
  }

  async function callOnce<C extends AnyCall>(call: C, params: Params<C>, context: CallContext) {
    if (!absence.mayAsk(call)) return failed(call, 404, [absent(call)]);
    const request = buildRequest(call, params, context, prefix);
    const result: ServerResult<Data<C>> = await ask(call, request, context);
    if (result.success === 1) absence.forget(call);
    else if (absence.seenIn(call, result)) {
      absence.note(call);
      return failed(call, 404, [absent(call)]);
    } else logFailure(log, request, result);
    return result;
  }

  async function probeOne(call: AnyCall): Promise<AnyCall[]> {
    const context = { locale: LOCALES[DEFAULT_LOCALE] };
    const request = buildRequest(call, PROBE_PARAMS, context, prefix);
    const result = await ask(call, request, context);
    if (!absence.seenIn(call, result)) return [];
    absence.note(call);
    return [call];
  }

  return {
    call: callOnce,
    lacks: (call) => absence.has(call),
    probe: async (calls = OPTIONAL_CALLS) => (await Promise.all(calls.map(probeOne))).flat(),
    close,
  };
}

const OPTIONAL_CALLS = CALLS.filter((call) => !call.required);

/** So little that a call which writes refuses it, and a list is short. */
const PROBE_PARAMS = { page_size: 1 };

const absent = ({ name }: AnyCall) => ({ code: 'CALL_ABSENT', message: `${name}: the upstream lacks this call` });

/** What an everyday answer means: nothing is broken where a visitor asked for what is not there. */
const EVERYDAY = new Set([401, 404, 410]);

function logFailure(log: Log, { name, method, target }: WireRequest, { status, errors }: Result<unknown>): void {
  const [first] = errors;
  if (first?.code === 'CLIENT_ABORTED') return;
  const message = first?.message ?? 'failed';
  const fields = { call: name, status, code: first?.code, ...(method === 'GET' ? { target } : {}) };
  const level = EVERYDAY.has(status) ? 'info' : 'warn';
  log[level](message.startsWith(name) ? message : `${name}: ${message}`, fields);
}
