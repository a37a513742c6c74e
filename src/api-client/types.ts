import type { AnyCall, Data, Params, Result } from '#src/contract/index.ts';
import type { Locale } from '#src/contract/locales.ts';

/** Whose call it is. Without token and device the call is anonymous: empty bearer, empty device id (spec 6). */
export interface CallContext {
  readonly locale: Pick<Locale, 'section' | 'lang' | 'postParamsInQuery'>;
  /** The visitor's chosen content pool (cookie `section`); the locale's own where absent. */
  readonly section?: number;
  readonly token?: string;
  readonly deviceUuid?: string;
  readonly signal?: AbortSignal;
}

/** Calls the upstream. Never throws for a failed call: the result has success 0, the call's empty data and the errors. */
export type Caller = <C extends AnyCall>(call: C, params: Params<C>, context: CallContext) => Promise<Result<Data<C>>>;

/** A call as it goes over the wire. */
export interface WireRequest {
  /** The call's name, for messages. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Path below the origin, prefix and query included. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface WireAnswer {
  readonly status: number;
  readonly etag: string | undefined;
  readonly contentType: string | undefined;
  /** How long the upstream asks to be left alone. */
  readonly retryAfterMs?: number | undefined;
  readonly body: string;
}

/** Sends one request and reads its whole answer. Follows no redirect, repeats nothing, rejects where no answer came. */
export type Transport = (request: WireRequest, signal: AbortSignal) => Promise<WireAnswer>;
