import * as v from 'valibot';

/** An entry of `errors` in a response. Programs can rely on `code`, while `message` is for people. */
export const ErrorDetail = v.object({ code: v.string(), message: v.string() });
export type ErrorDetail = v.InferOutput<typeof ErrorDetail>;

/** The result of a call: its data, or the call's empty data and the errors. */
export interface Result<T> {
  readonly success: 0 | 1;
  readonly data: T;
  readonly errors: readonly ErrorDetail[];
  /** HTTP status; 0 if there was no response. */
  readonly status: number;
  /** The message for the visitor, if the server sent one. */
  readonly desc?: string;
  /** Pause that the server requests (`Retry-After`). */
  readonly retryAfterMs?: number;
  /** List items that were omitted from the data because they violate the contract. */
  readonly leftOut?: readonly LeftOut[];
}

/** A list item that was omitted because it violates the contract. */
export interface LeftOut {
  /** Path of the list in the data, such as `items`. */
  readonly list: string;
  /** Path of the item in the data, such as `items.3`. */
  readonly place: string;
  /** Id of the item; undefined if it has no valid one. */
  readonly id: number | undefined;
  /** Message with the field, its problem and, if the item has an id, the id. */
  readonly problem: string;
}

/** Body of an error response, whose HTTP status is 400 or above. */
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
  /** The content must not be shown for legal reasons, which the message states (RFC 7725). */
  UNAVAILABLE_FOR_LEGAL_REASONS: 451,
  /** The password is common, or derived from public data of the account. */
  WEAK_PASSWORD: 400,
  EMAIL_TAKEN: 409,
  WRONG_CREDENTIALS: 401,
  /** A signed-in visitor entered a wrong password. The status is not 401, because that would end the session. */
  WRONG_PASSWORD: 403,
  /**
   * The account has no password, and the last sign-in was too long ago to allow setting one or deleting the account.
   */
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
  /** The call was not sent, because the circuit breaker is open. */
  'CLIENT_UNAVAILABLE',
  /** The caller aborted the call. */
  'CLIENT_ABORTED',
  /** The client's own code threw an exception, so this may not be a network error. */
  'CLIENT_EXCEPTION',
] as const;
export type ClientErrorCode = (typeof CLIENT_ERRORS)[number];
