import { type AnyCall, API_ERRORS, type ApiErrorCode } from '#src/contract/index.ts';
import type { Json } from './schemas.ts';

/** When a call fails so, and what its caller does. */
const MEANING: Readonly<Record<ApiErrorCode, string>> = {
  BAD_REQUEST:
    'A parameter is missing, or none that the contract allows; `errors` has one entry for each. Sent again it fails again.',
  UNAUTHORIZED: 'The call needs a bearer token, or this one is worth nothing: the session has ended.',
  FORBIDDEN: 'The call comes from where it may not.',
  NOT_FOUND: 'There is no such thing, or not in this section.',
  CALL_ABSENT: 'The upstream lacks this call: it is asked again after ten minutes.',
  CONFLICT: 'It was done already, otherwise.',
  GONE: 'It was there and is no more, such as a book that this brand has lost, or a token that was used.',
  UNAVAILABLE_FOR_LEGAL_REASONS:
    'It was taken down for a reason of law, which the message names (RFC 7725). It does not come back.',
  EVENT_EXPIRED: 'The help event is over.',
  PAYLOAD_TOO_LARGE: 'The body is larger than the upstream takes.',
  WEAK_PASSWORD: 'Many people use this password, or it is made of names that everybody knows of the account.',
  EMAIL_TAKEN: 'There is an account of this address.',
  WRONG_CREDENTIALS: 'The address or the password is wrong; the answer does not say which.',
  WRONG_PASSWORD: 'The password of the signed-in visitor is wrong. The session stays valid.',
  SIGN_IN_AGAIN:
    'An account without a password can change how it signs in only within 15 minutes of signing in. The session stays valid.',
  NOT_ENOUGH_COINS: 'The chapter costs more coins than the visitor has.',
  NO_VOUCHER: 'The visitor has no such voucher, or it has expired.',
  VOUCHER_USED: 'The voucher was used.',
  RATE_LIMITED: 'Too many calls: `Retry-After` says when to try again.',
  INTERNAL: 'The upstream failed by a mistake of its own.',
  UNAVAILABLE: 'The upstream, or what it needs, cannot answer now: `Retry-After` says when to try again.',
};

/** Errors that every call may have beside its own. */
const commonErrors = ({ required, method }: AnyCall): ApiErrorCode[] => [
  ...(method === 'POST' ? (['PAYLOAD_TOO_LARGE'] as const) : []),
  'INTERNAL',
  'UNAVAILABLE',
  ...(required ? [] : (['CALL_ABSENT'] as const)),
];

/** Statuses that say when to try again. */
const WITH_RETRY: readonly number[] = [API_ERRORS.RATE_LIMITED, API_ERRORS.UNAVAILABLE];

/** One response per status, with an example of each code that it may have. */
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

/** A failure with each code. Its data is the empty data of the call that failed. */
export const FAILURE_EXAMPLES: Json = Object.fromEntries(
  Object.entries(MEANING).map(([code, meaning]) => [
    code,
    { summary: meaning, value: { success: 0, data: {}, errors: [{ code, message: meaning }], desc: meaning } },
  ]),
);
