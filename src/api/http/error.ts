import { API_ERRORS, type ApiErrorCode } from '#src/contract/index.ts';
import { LecternError } from '#src/lib/errors.ts';

/** An error that is sent to the caller. Its code determines the HTTP status. */
export class ApiError extends LecternError {
  readonly status: number;
  /** A message per problem. The first one is also shown to the visitor. */
  readonly messages: readonly string[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ApiErrorCode, messages: string | readonly string[], headers: Record<string, string> = {}) {
    const list = typeof messages === 'string' ? [messages] : messages;
    super(code, list.join(' '));
    this.status = API_ERRORS[code];
    this.messages = list;
    this.headers = headers;
  }
}

/** Returns `value`, unless it is undefined. @throws ApiError NOT_FOUND if it is */
export function requireFound<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new ApiError('NOT_FOUND', `This ${what} does not exist.`);
  return value;
}

/**
 * Throws if a rate limit does not allow this call.
 * @param seconds the time until the next call is allowed; 0 if this call is allowed
 * @throws ApiError RATE_LIMITED
 */
export function checkLimit(seconds: number): void {
  if (seconds === 0) return;
  const wait = `Too many attempts. Please try again in ${Math.ceil(seconds / 60)} min.`;
  throw new ApiError('RATE_LIMITED', wait, { 'retry-after': String(seconds) });
}
