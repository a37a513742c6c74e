import type { AnyCall, Data, Params, Result } from '../index.ts';
import { toUpstreamError } from './error.ts';
import { TIMEOUT_MS } from './limits.ts';
import { buildRequest } from './request.ts';
import { errorResult, readResponse } from './response.ts';
import { retryAfterOf, sendWithRetry } from './retry.ts';
import type { ApiClient, CallContext, HttpRequest, HttpResponse, Transport } from './types.ts';

export interface BrowserClientOptions {
  /** The brand's API prefix, such as `/freenovel_api`, on the origin of the site. */
  readonly prefix: string;
  /** The origin of the API. Required outside browsers, where URLs cannot be relative. */
  readonly origin?: string;
  readonly fetch?: typeof globalThis.fetch;
  readonly timeoutMs?: number;
}

/**
 * Creates the API client for code in browsers. It neither shows nor logs errors: error-action.ts decides how a page
 * handles a failed call.
 */
export function createBrowserClient(options: BrowserClientOptions): ApiClient {
  const { prefix, origin = '', timeoutMs = TIMEOUT_MS } = options;
  const send = fetchTransport(origin, options.fetch ?? ((...args) => globalThis.fetch(...args)));
  return async <C extends AnyCall>(call: C, params: Params<C>, context: CallContext): Promise<Result<Data<C>>> => {
    try {
      const request = buildRequest(call, params, context, prefix);
      const { signal } = context;
      const limits = { idempotent: call.idempotent, timeoutMs, signal };
      return readResponse(call, await sendWithRetry(send, request, limits), 'some');
    } catch (error) {
      return errorResult(call, toUpstreamError(error, call.name, 'CLIENT_EXCEPTION'));
    }
  };
}

function fetchTransport(origin: string, fetch: typeof globalThis.fetch): Transport {
  return async (request, signal) => {
    try {
      return await fetchOnce(origin, fetch, request, signal);
    } catch (error) {
      throw toUpstreamError(error, request.name, 'CLIENT_EXCEPTION');
    }
  };
}

async function fetchOnce(
  origin: string,
  fetch: typeof globalThis.fetch,
  { name, method, target, headers, body, keepalive = false }: HttpRequest,
  signal: AbortSignal,
): Promise<HttpResponse> {
  const init = {
    method,
    headers,
    signal,
    keepalive,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  } as const;
  /**
   * Converts a rejection of `fetch` to a network error. An exception elsewhere in this function is a bug in our code.
   */
  const received = <T>(work: Promise<T>) =>
    work.catch((error: unknown) => {
      throw toUpstreamError(error, name);
    });
  const response = await received(fetch(origin + target, init));
  // Browsers hide the status of a redirect that they do not follow.
  const status = response.type === 'opaqueredirect' ? 302 : response.status;
  return {
    status,
    etag: response.headers.get('etag') ?? undefined,
    contentType: response.headers.get('content-type') ?? undefined,
    retryAfterMs: retryAfterOf(response.headers.get('retry-after') ?? undefined),
    body: await received(response.text()),
  };
}
