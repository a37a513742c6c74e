import type { ServerResponse } from 'node:http';
import { CONFINED_POLICY, SECURITY_HEADERS, SHARED_WITH_SITE } from '#src/lib/response-headers.ts';
import type { ApiError } from '../decide/decision.ts';
import type { ParsedRequest } from '../http/parse-request.ts';

/** Parts of an error response to a call, before they are put into the contract's format. */
export type ErrorAnswer = Omit<ApiError, 'kind'>;

export const MALFORMED_PATH: ErrorAnswer = {
  status: 400,
  code: 'BAD_REQUEST',
  message: 'The path of the call is malformed.',
};
export const TOO_LARGE: ErrorAnswer = {
  status: 413,
  code: 'PAYLOAD_TOO_LARGE',
  message: 'The request is larger than 1 MiB.',
};
export const TOO_MANY_CALLS: ErrorAnswer = {
  status: 503,
  code: 'UNAVAILABLE',
  message: 'Too many calls are waiting for the content service.',
};
export const TIMED_OUT: ErrorAnswer = {
  status: 504,
  code: 'UNAVAILABLE',
  message: 'The content service did not respond in time.',
};
export const UNREACHABLE: ErrorAnswer = {
  status: 503,
  code: 'UNAVAILABLE',
  message: 'The content service cannot be reached.',
};

/** Value of Retry-After, in seconds, for calls that timed out or did not fit into the queue. */
const RETRY_AFTER_SECONDS = 5;
/** Value of Retry-After for transient failures. Browsers retry after this many seconds (docs/use/contract.md). */
export const PASSING_RETRY_AFTER_SECONDS = 1;

/** Sends an error in the contract's format. */
export function sendApiError(
  request: ParsedRequest,
  response: ServerResponse,
  error: ErrorAnswer,
  retryAfterSeconds = RETRY_AFTER_SECONDS,
): void {
  const { status, code, message } = error;
  const body = Buffer.from(JSON.stringify({ success: 0, data: null, errors: [{ code, message }], desc: message }));
  const headers: Record<string, string | number> = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    ...SECURITY_HEADERS,
    ...SHARED_WITH_SITE,
    'Content-Security-Policy': CONFINED_POLICY,
    'Content-Length': body.length,
  };
  if (status === 413) headers['Connection'] = 'close';
  if (status >= 503) headers['Retry-After'] = retryAfterSeconds;
  response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
}
