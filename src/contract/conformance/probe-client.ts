import { toUpstreamError } from '../client/error.ts';
import { buildRequest } from '../client/request.ts';
import { parseJson, readResponse } from '../client/response.ts';
import { sendWithRetry } from '../client/retry.ts';
import type { HttpRequest, HttpResponse, Transport } from '../client/types.ts';
import type { AnyCall, Data, Params, Result } from '../index.ts';
import type { Locale } from '../locales.ts';

/** How a request differs from the default request. */
export interface ProbeOptions {
  readonly section?: number;
  readonly lang?: string;
  /** Sends section and lang of a POST in its query instead of its body. */
  readonly inQuery?: boolean;
  readonly ifNoneMatch?: string;
  readonly token?: string;
  readonly deviceUuid?: string;
}

/** A response, with its request in `where`. If there was no response, the status is 0 and `problem` has the reason. */
export interface ProbeResponse extends HttpResponse {
  readonly where: string;
  readonly json: unknown;
  readonly problem?: string;
}

export interface ProbeClient {
  send<C extends AnyCall>(call: C, params: Params<C>, options?: ProbeOptions): Promise<ProbeResponse>;
  result<C extends AnyCall>(call: C, params: Params<C>, options?: ProbeOptions): Promise<Result<Data<C>>>;
  /** Returns the data of a response; undefined if it is an error or breaks the contract. */
  dataOf<C extends AnyCall>(call: C, params: Params<C>, options?: ProbeOptions): Promise<Data<C> | undefined>;
  /** Fetches a file below the prefix. */
  fetch(path: string): Promise<ProbeResponse>;
}

export interface ProbeClientOptions {
  readonly prefix: string;
  readonly locale: Locale;
  readonly timeoutMs: number;
}

/** Creates a client that never retries, because a transient failure is also a problem. */
export function createProbeClient(
  transport: Transport,
  { prefix, locale, timeoutMs }: ProbeClientOptions,
): ProbeClient {
  const exchange = async (request: HttpRequest): Promise<ProbeResponse> => {
    const where = [request.method, request.target, request.body].filter(Boolean).join(' ');
    try {
      const response = await sendWithRetry(transport, request, { idempotent: false, timeoutMs });
      return { ...response, where, json: parseJson(response.body) };
    } catch (error) {
      const { message } = toUpstreamError(error, request.name);
      return { where, status: 0, etag: undefined, contentType: undefined, body: '', json: undefined, problem: message };
    }
  };
  const send: ProbeClient['send'] = (call, params, options = {}) => {
    const request = buildRequest(call, params, contextOf(locale, options), prefix);
    const { ifNoneMatch } = options;
    return exchange(
      ifNoneMatch ? { ...request, headers: { ...request.headers, 'if-none-match': ifNoneMatch } } : request,
    );
  };
  const result: ProbeClient['result'] = async (call, params, options) =>
    readResponse(call, await send(call, params, options));
  return {
    send,
    result,
    async dataOf(call, params, options) {
      const { success, data } = await result(call, params, options);
      return success === 1 ? data : undefined;
    },
    fetch: (path) => exchange({ name: path, method: 'GET', target: prefix + path, headers: {}, body: undefined }),
  };
}

function contextOf(locale: Locale, { section, lang, inQuery, token, deviceUuid }: ProbeOptions) {
  return {
    locale: {
      ...locale,
      section: section ?? locale.section,
      lang: lang ?? locale.lang,
      postParamsInQuery: inQuery ?? false,
    },
    ...(token === undefined ? {} : { token }),
    ...(deviceUuid === undefined ? {} : { deviceUuid }),
  };
}
