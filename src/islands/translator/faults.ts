import type { ClientErrorCode } from '#src/contract/envelope.ts';
import type { ApiErrorCode } from '#src/contract/index.ts';

/** Text keys of what keeps an application from arriving. */
const FAULTS = {
  CONFLICT: 'fault-taken',
  BAD_REQUEST: 'fault-input',
  RATE_LIMITED: 'fault-often',
  CALL_ABSENT: 'absent',
  CLIENT_TIMEOUT: 'fault-network',
  CLIENT_NETWORK: 'fault-network',
} as const satisfies Partial<Record<ApiErrorCode | ClientErrorCode, string>>;

type Fault = (typeof FAULTS)[keyof typeof FAULTS] | 'fault-unknown';

export const faultKey = (code: string): Fault => (isKnown(code) ? FAULTS[code] : 'fault-unknown');

const isKnown = (code: string): code is keyof typeof FAULTS => Object.hasOwn(FAULTS, code);
