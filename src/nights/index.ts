export { type Alert, alertText, tell } from './alert.ts';
export { checkNight, type Verdict } from './check.ts';
export { readNights } from './read.ts';
export { beginNight, type NightRecord } from './record.ts';
export { nightsText } from './text.ts';
export type { Mode, Night, NightEnd, Outcome, PageCounts } from './types.ts';
