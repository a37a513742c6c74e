import { faultKeys, ON_THE_WAY } from '../ui/fault-keys.ts';

/** Of what a visitor changes about the account. */
export const faultKey = faultKeys({ WRONG_PASSWORD: 'fault-password', BAD_REQUEST: 'fault-unknown', ...ON_THE_WAY });
