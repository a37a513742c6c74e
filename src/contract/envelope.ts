import * as v from 'valibot';

/** One entry of `errors` in a response. `code` is permanent; `message` is for people. */
export const ErrorDetail = v.object({ code: v.string(), message: v.string() });
export type ErrorDetail = v.InferOutput<typeof ErrorDetail>;

/** The result of a call: its data, or the call's empty data and the errors. */
export interface Result<T> {
  readonly success: 0 | 1;
  readonly data: T;
  readonly errors: readonly ErrorDetail[];
  /** HTTP status, or 0 without a response. */
  readonly status: number;
  /** The message for the visitor, if the server sent one. */
  readonly desc?: string;
  /** Pause that the server asks for (`Retry-After`). */
  readonly retryAfterMs?: number;
  /** List items that broke the contract and were omitted from the data. */
  readonly leftOut?: readonly LeftOut[];
}

/** A list item that broke the contract. */
export interface LeftOut {
  /** Path of the list in the data, such as `items`. */
  readonly list: string;
  /** Path of the item in the data, such as `items.3`. */
  readonly place: string;
  /** Id of the item; undefined if it has no valid one. */
  readonly id: number | undefined;
  /** Names the field, and the id if there is one. */
  readonly problem: string;
}

/** Body of a failed call; its HTTP status is 400 or above. */
export const ErrorBody = v.object({
  success: v.literal(0),
  data: v.unknown(),
  errors: v.array(ErrorDetail),
  desc: v.optional(v.string()),
});

/** Error codes of the API, with their HTTP status. */
export const API_ERRORS = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CALL_ABSENT: 404,
  CONFLICT: 409,
  GONE: 410,
  EVENT_EXPIRED: 410,
  PAYLOAD_TOO_LARGE: 413,
  /** Must not be shown for legal reasons, which the message names (RFC 7725). */
  UNAVAILABLE_FOR_LEGAL_REASONS: 451,
  /** The password is common, or derived from public data of the account. */
  WEAK_PASSWORD: 400,
  EMAIL_TAKEN: 409,
  WRONG_CREDENTIALS: 401,
  /** The status is not 401, which would end the session of a signed-in visitor. */
  WRONG_PASSWORD: 403,
  /** The account has no password, and its session is too old to change how it signs in. */
  SIGN_IN_AGAIN: 403,
  NOT_ENOUGH_COINS: 402,
  NO_VOUCHER: 409,
  VOUCHER_USED: 409,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const;
export type ApiErrorCode = keyof typeof API_ERRORS;

/** Error codes of the client, for calls without a usable response. */
export const CLIENT_ERRORS = [
  'CLIENT_TIMEOUT',
  'CLIENT_NETWORK',
  'CLIENT_STATUS',
  'CLIENT_GARBLED',
  'CLIENT_CONTRACT',
  /** The response exceeds a limit of the contract. */
  'CLIENT_TOO_LARGE',
  /** The call was not sent, because the upstream is failing. */
  'CLIENT_UNAVAILABLE',
  /** The caller aborted the call. */
  'CLIENT_ABORTED',
  /** The client's own code threw. The connection may be fine. */
  'CLIENT_EXCEPTION',
] as const;
export type ClientErrorCode = (typeof CLIENT_ERRORS)[number];
