import { API_ERRORS, type ApiErrorCode } from '#src/contract/index.ts';
import { LecternError } from '#src/lib/errors.ts';

/** An error that is sent to the caller; its code determines the HTTP status. */
export class ApiError extends LecternError {
  readonly status: number;
  /** One message for each problem; the first is also the text for the visitor. */
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

/** Returns `value`. @throws ApiError NOT_FOUND if it is undefined */
export function requireFound<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new ApiError('NOT_FOUND', `This ${what} does not exist.`);
  return value;
}

/**
 * Rejects a call that exceeds a rate limit.
 * @param seconds until the next call is allowed; 0 if this one is
 * @throws ApiError RATE_LIMITED
 */
export function checkLimit(seconds: number): void {
  if (seconds === 0) return;
  const wait = `Too many attempts. Please try again in ${Math.ceil(seconds / 60)} min.`;
  throw new ApiError('RATE_LIMITED', wait, { 'retry-after': String(seconds) });
}
