import { LecternError, messageOf } from '#src/lib/errors.ts';
import type { ClientErrorCode } from '../envelope.ts';

/** Thrown for a call that got no usable response. */
export class UpstreamError extends LecternError {
  declare readonly code: ClientErrorCode;

  constructor(code: ClientErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(code, message, options);
  }
}

/**
 * Wraps a thrown value in an error that names the call. Use `CLIENT_EXCEPTION` if the value may not be a network error.
 */
export function toUpstreamError(
  error: unknown,
  name: string,
  code: 'CLIENT_NETWORK' | 'CLIENT_EXCEPTION' = 'CLIENT_NETWORK',
): UpstreamError {
  if (error instanceof UpstreamError) return error;
  return new UpstreamError(code, `${name}: ${reasonOf(error)}`, { cause: error });
}

/** Returns the reason for a network error. `fetch` puts it in `cause`, and some socket errors have only a code. */
function reasonOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = inner instanceof Error && 'code' in inner ? String(inner.code) : '';
  return messageOf(inner) || code || 'no connection';
}
