export { type Alert, tell } from './alert.ts';
export { checkNight, type Verdict } from './check.ts';
export { NIGHTS_VERSION } from './database.ts';
export { type LastNights, lastNights, readNights } from './read.ts';
export { beginNight, type NightRecord } from './record.ts';
export {
  missedNight,
  nextNight,
  type PlannedNight,
  type ScheduleOptions,
  startSchedule,
} from './schedule.ts';
export { nightsText } from './text.ts';
export type { Mode, Night, NightEnd, PageCounts } from './types.ts';
