import type { ClientErrorCode } from '#src/contract/envelope.ts';
import type { ApiErrorCode } from '#src/contract/index.ts';

type Code = ApiErrorCode | ClientErrorCode;

/** Text keys of what a visitor can do something about, by its code; whatever else went wrong did not work. */
export function faultKeys<const T extends Partial<Record<Code, string>>>(
  known: T,
): (code: string) => T[keyof T] | 'fault-unknown' {
  const isKnown = (code: string): code is keyof T & string => Object.hasOwn(known, code);
  return (code) => (isKnown(code) ? known[code] : 'fault-unknown');
}

/** What keeps any call from arriving. */
export const ON_THE_WAY = {
  RATE_LIMITED: 'fault-often',
  CLIENT_TIMEOUT: 'fault-network',
  CLIENT_NETWORK: 'fault-network',
} as const;
