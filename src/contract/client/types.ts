import type { AnyCall, Data, Params, Result } from '../index.ts';
import type { Locale } from '../locales.ts';

/**
 * The visitor and the locale of a call. Without a token and a device id, the call is anonymous: both headers are sent
 * with an empty value (docs/product.md, section 6).
 */
export interface CallContext {
  readonly locale: Pick<Locale, 'section' | 'lang' | 'postParamsInQuery'>;
  readonly token?: string;
  readonly deviceUuid?: string;
  readonly signal?: AbortSignal;
  /** Whether the request continues when the visitor leaves the page; only in browsers. */
  readonly keepalive?: boolean;
}

/**
 * Makes a call to the upstream. Does not throw if the call fails: the result then has `success: 0`, the call's empty
 * data and the errors.
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
  /** Path at the origin, including the prefix and the query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly keepalive?: boolean;
}

export interface HttpResponse {
  readonly status: number;
  readonly etag: string | undefined;
  readonly contentType: string | undefined;
  /** Pause that the upstream requests (`Retry-After`). */
  readonly retryAfterMs?: number | undefined;
  readonly body: string;
}

/**
 * Sends a request once and reads the whole response. Does not follow redirects. Rejects if there is no response. With
 * `onNewConnection`, opens a new connection, because the upstream may already have closed an idle one (ignored in
 * browsers).
 */
export type Transport = (request: HttpRequest, signal: AbortSignal, onNewConnection?: boolean) => Promise<HttpResponse>;
