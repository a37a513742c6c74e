import type { AnyCall, Data, Params, Result } from '../index.ts';
import type { Locale } from '../locales.ts';

/**
 * The visitor and locale of a call. Without token and device id the call is anonymous, and both are sent empty
 * (docs/product.md, section 6).
 */
export interface CallContext {
  readonly locale: Pick<Locale, 'section' | 'lang' | 'postParamsInQuery'>;
  readonly token?: string;
  readonly deviceUuid?: string;
  readonly signal?: AbortSignal;
  /** The request continues after its page is left; browsers only. */
  readonly keepalive?: boolean;
}

/**
 * Calls the upstream. Never throws for a failed call: its result has success 0, the call's empty data and the errors.
 */
export type ApiClient = <C extends AnyCall>(
  call: C,
  params: Params<C>,
  context: CallContext,
) => Promise<Result<Data<C>>>;

/** A call as an HTTP request. */
export interface HttpRequest {
  /** The call's name, for messages. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Path below the origin including prefix and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly keepalive?: boolean;
}

export interface HttpResponse {
  readonly status: number;
  readonly etag: string | undefined;
  readonly contentType: string | undefined;
  /** Pause that the upstream asks for (`Retry-After`). */
  readonly retryAfterMs?: number | undefined;
  readonly body: string;
}

/**
 * Sends one request and reads the whole response, without following redirects or retrying. Rejects if there is no response.
 * `onNewConnection` avoids keep-alive connections, which the upstream may have closed; browsers ignore it.
 */
export type Transport = (request: HttpRequest, signal: AbortSignal, onNewConnection?: boolean) => Promise<HttpResponse>;
