import { faultKeys, ON_THE_WAY } from '../ui/fault-keys.ts';

/** What keeps an application from arriving. */
export const faultKey = faultKeys({
  CONFLICT: 'fault-taken',
  BAD_REQUEST: 'fault-input',
  CALL_ABSENT: 'absent',
  ...ON_THE_WAY,
});
