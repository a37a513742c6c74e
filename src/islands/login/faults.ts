import { faultKeys, ON_THE_WAY } from '../ui/fault-keys.ts';

/** Of a sign-in, by whatever way. */
export const faultKey = faultKeys({
  WRONG_CREDENTIALS: 'fault-credentials',
  EMAIL_TAKEN: 'fault-taken',
  BAD_REQUEST: 'fault-input',
  GONE: 'fault-link',
  FORBIDDEN: 'fault-provider',
  UNAVAILABLE: 'fault-provider',
  ...ON_THE_WAY,
});
