import type { AnyCall, Data, Params, Result } from '#src/contract/index.ts';
import { readAnswer, unanswered } from './answer.ts';
import { exchange } from './exchange.ts';
import { toFault } from './fault.ts';
import { TIMEOUT_MS } from './limits.ts';
import { buildRequest } from './request.ts';
import type { CallContext, Caller, Transport } from './types.ts';

export interface BrowserCallerOptions {
  /** The brand's API prefix, such as `/freenovel_api`; the site's own origin serves it. */
  readonly prefix: string;
  /** Needed outside browsers, where an address cannot be relative. */
  readonly origin?: string;
  readonly fetch?: typeof globalThis.fetch;
  readonly timeoutMs?: number;
}

/**
 * The caller of stores and islands. It tells visitors nothing and logs nothing: failure.ts says what a failed call
 * means to a page.
 */
export function createBrowserCaller(options: BrowserCallerOptions): Caller {
  const { prefix, origin = '', timeoutMs = TIMEOUT_MS } = options;
  const send = fetchTransport(origin, options.fetch ?? ((...args) => globalThis.fetch(...args)));
  return async <C extends AnyCall>(call: C, params: Params<C>, context: CallContext): Promise<Result<Data<C>>> => {
    try {
      const request = buildRequest(call, params, context, prefix);
      const { signal } = context;
      return readAnswer(call, await exchange(send, request, { repeatable: call.idempotent, timeoutMs, signal }));
    } catch (error) {
      return unanswered(call, toFault(error, call.name));
    }
  };
}

function fetchTransport(origin: string, fetch: typeof globalThis.fetch): Transport {
  return async ({ method, target, headers, body }, signal) => {
    const init = { method, headers, signal, redirect: 'manual', ...(body === undefined ? {} : { body }) } as const;
    const response = await fetch(origin + target, init);
    // Browsers hide the status of a redirect that is not followed.
    const status = response.type === 'opaqueredirect' ? 302 : response.status;
    return {
      status,
      etag: response.headers.get('etag') ?? undefined,
      contentType: response.headers.get('content-type') ?? undefined,
      body: await response.text(),
    };
  };
}
