import type { ClientErrorCode } from '#src/contract/envelope.ts';
import type { ApiErrorCode } from '#src/contract/index.ts';
import type { StorageErrorCode } from '../state/session.ts';

type Code = ApiErrorCode | ClientErrorCode | StorageErrorCode;

/** Returns a function that maps error codes to text keys. Codes that are not in `keys` map to `error-unknown`. */
export function errorKeys<const T extends Partial<Record<Code, string>>>(
  keys: T,
): (code: string) => T[keyof T] | 'error-unknown' {
  const hasKey = (code: string): code is keyof T & string => Object.hasOwn(keys, code);
  return (code) => (hasKey(code) ? keys[code] : 'error-unknown');
}

/** Errors that every API call can return: rate limit, timeout, no network. */
export const NETWORK_ERROR_KEYS = {
  RATE_LIMITED: 'error-often',
  CLIENT_TIMEOUT: 'error-network',
  CLIENT_NETWORK: 'error-network',
} as const;

/** Errors of account changes. */
export const accountErrorKey = errorKeys({
  WRONG_PASSWORD: 'error-password',
  SIGN_IN_AGAIN: 'error-sign-in-again',
  WEAK_PASSWORD: 'password-weak',
  BAD_REQUEST: 'error-unknown',
  ...NETWORK_ERROR_KEYS,
});

/** Errors of signing in and signing up, by any method. */
export const signInErrorKey = errorKeys({
  WRONG_CREDENTIALS: 'error-credentials',
  EMAIL_TAKEN: 'error-taken',
  WEAK_PASSWORD: 'password-weak',
  BAD_REQUEST: 'error-input',
  GONE: 'error-link',
  FORBIDDEN: 'error-provider',
  UNAVAILABLE: 'error-provider',
  CLIENT_STORAGE_FULL: 'error-storage-full',
  CLIENT_STORAGE_BLOCKED: 'error-storage-blocked',
  ...NETWORK_ERROR_KEYS,
});

/** Errors of submitting a translator application. */
export const translatorErrorKey = errorKeys({
  CONFLICT: 'error-taken',
  BAD_REQUEST: 'error-input',
  CALL_ABSENT: 'absent',
  ...NETWORK_ERROR_KEYS,
});
