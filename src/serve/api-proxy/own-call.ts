import { buildRequest } from '#src/contract/client/request.ts';
import type { CallContext } from '#src/contract/client/types.ts';
import { SESSION_COOKIE } from '#src/lib/cookie.ts';
import { REQUEST_ID_HEADER, requestId } from '#src/lib/request-id.ts';
import type { ParsedRequest } from '../http/parse-request.ts';
import type { Outcome, UpstreamCall } from './upstream-call.ts';

/** A call that the server itself makes on behalf of a visitor. */
export type OwnCall = Parameters<typeof buildRequest>[0];

/** The visitor's data that such a call sends. */
export type OwnCallContext = Pick<CallContext, 'locale' | 'deviceUuid'>;

export interface OwnCallAnswer {
  readonly status: number;
  readonly body: Uint8Array;
  /** The session cookies that the upstream has set. */
  readonly cookies: readonly string[];
}

export function ownCall(
  origin: string,
  { clientAddress }: ParsedRequest,
  prefix: string,
  call: OwnCall,
  params: Readonly<Record<string, unknown>>,
  context: OwnCallContext,
): UpstreamCall {
  const { target, method, headers, body } = buildRequest(call, params, context, prefix);
  return {
    url: origin + target,
    method,
    headers: { ...headers, 'x-forwarded-for': clientAddress, [REQUEST_ID_HEADER]: requestId() ?? '' },
    body: body === undefined ? null : Buffer.from(body),
  };
}

/** @returns undefined if the response is not JSON; its body is discarded then */
export function ownAnswer(answer: Extract<Outcome, { kind: 'answer' }>): OwnCallAnswer | undefined {
  const { status, headers, body } = answer;
  if (!(body instanceof Uint8Array)) return void body.on('error', () => {}).destroy();
  return { status, body, cookies: sessionCookiesIn(headers['set-cookie']) };
}

/** Selects the session cookies from a response's cookies. */
export function sessionCookiesIn(setCookie: string | string[] = []): string[] {
  const cookies = typeof setCookie === 'string' ? [setCookie] : setCookie;
  return cookies.filter((cookie) => cookie.startsWith(`${SESSION_COOKIE}=`));
}
