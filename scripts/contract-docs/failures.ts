import { type AnyCall, API_ERRORS, type ApiErrorCode } from '#src/contract/index.ts';
import type { Json } from './schemas.ts';

/** Descriptions of error codes: when a call fails with the code, and what the caller should do. */
const MEANING: Readonly<Record<ApiErrorCode, string>> = {
  BAD_REQUEST: 'A parameter is missing or invalid; `errors` has one entry for each. Retrying fails again.',
  UNAUTHORIZED: 'The call needs a bearer token, or the token is invalid because the session has ended.',
  FORBIDDEN: 'The call is not allowed from this origin.',
  NOT_FOUND: 'The requested id does not exist in this section.',
  CALL_ABSENT: 'The upstream lacks this call. It is tried again after ten minutes.',
  CONFLICT: 'The request conflicts with an earlier one.',
  GONE: 'It no longer exists, such as a book that this brand no longer offers, or a used token.',
  UNAVAILABLE_FOR_LEGAL_REASONS:
    'It was taken down for a legal reason, which the message names (RFC 7725). This is permanent.',
  EVENT_EXPIRED: 'The help event is over.',
  PAYLOAD_TOO_LARGE: 'The body is larger than the upstream accepts.',
  WEAK_PASSWORD: 'The password is common, or derived from public data of the account.',
  EMAIL_TAKEN: 'An account with this email already exists.',
  WRONG_CREDENTIALS: 'Incorrect email or password; the response does not reveal which.',
  WRONG_PASSWORD: 'The password of the signed-in visitor is wrong. The session stays valid.',
  SIGN_IN_AGAIN:
    'An account without a password can change how it signs in only within 15 minutes of signing in. The session stays valid.',
  NOT_ENOUGH_COINS: 'The chapter costs more coins than the visitor has.',
  NO_VOUCHER: 'The visitor has no such voucher, or it has expired.',
  VOUCHER_USED: 'The voucher has already been used.',
  RATE_LIMITED: 'Too many calls. Retry after the time in `Retry-After`.',
  INTERNAL: 'The upstream failed because of a bug.',
  UNAVAILABLE: 'The upstream, or a service it needs, is unavailable. Retry after the time in `Retry-After`.',
};

/** Error codes that every call may return, in addition to those that it declares. */
const commonErrors = ({ required, method }: AnyCall): ApiErrorCode[] => [
  ...(method === 'POST' ? (['PAYLOAD_TOO_LARGE'] as const) : []),
  'INTERNAL',
  'UNAVAILABLE',
  ...(required ? [] : (['CALL_ABSENT'] as const)),
];

/** Statuses of responses with a `Retry-After` header. */
const WITH_RETRY: readonly number[] = [API_ERRORS.RATE_LIMITED, API_ERRORS.UNAVAILABLE];

/** Returns the error responses of a call: one per status, with an example for each possible code. */
export function failures(call: AnyCall): Json {
  const codes = [...new Set([...call.errors, ...commonErrors(call)])];
  const statuses = [...new Set(codes.map((code) => API_ERRORS[code]))].sort();
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      failure(
        codes.filter((code) => API_ERRORS[code] === status),
        status,
      ),
    ]),
  );
}

function failure(codes: readonly ApiErrorCode[], status: number): Json {
  const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
  return {
    description: codes.map((code) => `\`${code}\`: ${MEANING[code]}`).join('\n\n'),
    ...(WITH_RETRY.includes(status)
      ? { headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } }
      : {}),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' }, examples } },
  };
}

/** An example of a failure for each code. Its `data` is the empty data of the call. */
export const FAILURE_EXAMPLES: Json = Object.fromEntries(
  Object.entries(MEANING).map(([code, meaning]) => [
    code,
    { summary: meaning, value: { success: 0, data: {}, errors: [{ code, message: meaning }], desc: meaning } },
  ]),
);
