import type { AnyCall, Data, Params, Result } from '#src/contract/index.ts';
import type { Locale } from '#src/contract/locales.ts';
import { toUpstreamError } from '../error.ts';
import { buildRequest } from '../request.ts';
import { parseJson, readResponse } from '../response.ts';
import { sendWithRetry } from '../retry.ts';
import type { HttpRequest, HttpResponse, Transport } from '../types.ts';

/** What of a request differs from the plain one. */
export interface ProbeOptions {
  readonly section?: number;
  readonly lang?: string;
  /** Section and lang of a POST in its query instead of its body. */
  readonly inQuery?: boolean;
  readonly ifNoneMatch?: string;
  readonly token?: string;
  readonly deviceUuid?: string;
}

/** A response with its request; status 0 and `problem` where no response came. */
export interface ProbeResponse extends HttpResponse {
  readonly where: string;
  readonly json: unknown;
  readonly problem?: string;
}

export interface ProbeClient {
  send<C extends AnyCall>(call: C, params: Params<C>, how?: ProbeOptions): Promise<ProbeResponse>;
  result<C extends AnyCall>(call: C, params: Params<C>, how?: ProbeOptions): Promise<Result<Data<C>>>;
  /** The data of a response that keeps the contract, undefined for any other. */
  dataOf<C extends AnyCall>(call: C, params: Params<C>, how?: ProbeOptions): Promise<Data<C> | undefined>;
  /** Fetches a file below the prefix. */
  fetch(path: string): Promise<ProbeResponse>;
}

export interface ProbeClientOptions {
  readonly prefix: string;
  readonly locale: Locale;
  readonly timeoutMs: number;
}

/** Sends each request once: a fault that passes by itself is a problem too. */
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
  const send: ProbeClient['send'] = (call, params, how = {}) => {
    const request = buildRequest(call, params, contextOf(locale, how), prefix);
    const { ifNoneMatch } = how;
    return exchange(
      ifNoneMatch ? { ...request, headers: { ...request.headers, 'if-none-match': ifNoneMatch } } : request,
    );
  };
  const result: ProbeClient['result'] = async (call, params, how) => readResponse(call, await send(call, params, how));
  return {
    send,
    result,
    async dataOf(call, params, how) {
      const { success, data } = await result(call, params, how);
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
