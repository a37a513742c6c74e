import type { ClientErrorCode } from '#src/contract/envelope.ts';
import { LecternError, messageOf } from '#src/lib/errors.ts';

/** No usable answer came to a call. */
export class ClientFault extends LecternError {
  declare readonly code: ClientErrorCode;

  constructor(code: ClientErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(code, message, options);
  }
}

/** Whatever a transport threw, as a fault that names the call. */
export function toFault(error: unknown, name: string): ClientFault {
  if (error instanceof ClientFault) return error;
  return new ClientFault('CLIENT_NETWORK', `${name}: ${reasonOf(error)}`, { cause: error });
}

/** `fetch` hides the reason in `cause`; some socket errors have a code alone. */
function reasonOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = inner instanceof Error && 'code' in inner ? String(inner.code) : '';
  return messageOf(inner) || code || 'no connection';
}
