import * as v from 'valibot';

/** One machine-readable fault of an answer. `code` is permanent; `message` is for people. */
export const ApiError = v.object({ code: v.string(), message: v.string() });
export type ApiError = v.InferOutput<typeof ApiError>;

/** What every caller gets: the data, or the call's empty value and the reasons (spec 8). */
export interface Result<T> {
  readonly success: 0 | 1;
  readonly data: T;
  readonly errors: readonly ApiError[];
  /** HTTP status, or 0 when no answer came. */
  readonly status: number;
  /** The server's own text for a visitor, where it sent one. */
  readonly desc?: string;
  /** How long the server asks to be left alone, where it says so. */
  readonly retryAfterMs?: number;
}

/** Body of a failed call: an HTTP status of 400 or above goes with it. */
export const Failure = v.object({
  success: v.literal(0),
  data: v.unknown(),
  errors: v.array(ApiError),
  desc: v.optional(v.string()),
});

/** Codes an API may answer with, and the HTTP status each one comes with. */
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
  EMAIL_TAKEN: 409,
  WRONG_CREDENTIALS: 401,
  /** Of somebody who is signed in: no reason to sign in anew. */
  WRONG_PASSWORD: 403,
  NOT_ENOUGH_COINS: 402,
  NO_VOUCHER: 409,
  VOUCHER_USED: 409,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const;
export type ApiErrorCode = keyof typeof API_ERRORS;

/** Codes the client itself gives to a call that brought no usable answer. */
export const CLIENT_ERRORS = [
  'CLIENT_TIMEOUT',
  'CLIENT_NETWORK',
  'CLIENT_STATUS',
  'CLIENT_GARBLED',
  'CLIENT_CONTRACT',
  /** Its own caller gave it up. */
  'CLIENT_ABORTED',
] as const;
export type ClientErrorCode = (typeof CLIENT_ERRORS)[number];
