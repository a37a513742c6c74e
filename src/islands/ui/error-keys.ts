import type { ClientErrorCode } from '#src/contract/envelope.ts';
import type { ApiErrorCode } from '#src/contract/index.ts';

type Code = ApiErrorCode | ClientErrorCode;

/** Text keys of what a visitor can do something about, by its code; whatever else went wrong did not work. */
export function errorKeys<const T extends Partial<Record<Code, string>>>(
  known: T,
): (code: string) => T[keyof T] | 'fault-unknown' {
  const isKnown = (code: string): code is keyof T & string => Object.hasOwn(known, code);
  return (code) => (isKnown(code) ? known[code] : 'fault-unknown');
}

/** What keeps any call from arriving. */
export const NETWORK_ERROR_KEYS = {
  RATE_LIMITED: 'fault-often',
  CLIENT_TIMEOUT: 'fault-network',
  CLIENT_NETWORK: 'fault-network',
} as const;

/** Of what a visitor changes about the account. */
export const accountErrorKey = errorKeys({
  WRONG_PASSWORD: 'fault-password',
  BAD_REQUEST: 'fault-unknown',
  ...NETWORK_ERROR_KEYS,
});

/** Of a sign-in, by whatever way. */
export const signInErrorKey = errorKeys({
  WRONG_CREDENTIALS: 'fault-credentials',
  EMAIL_TAKEN: 'fault-taken',
  BAD_REQUEST: 'fault-input',
  GONE: 'fault-link',
  FORBIDDEN: 'fault-provider',
  UNAVAILABLE: 'fault-provider',
  ...NETWORK_ERROR_KEYS,
});

/** What keeps an application from arriving. */
export const translatorErrorKey = errorKeys({
  CONFLICT: 'fault-taken',
  BAD_REQUEST: 'fault-input',
  CALL_ABSENT: 'absent',
  ...NETWORK_ERROR_KEYS,
});
