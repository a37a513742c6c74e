import { toTimestamp } from '../store/index.ts';

/** Fixed date of the demo catalogue. Only the end of help events depends on the current time. */
export const EPOCH = new Date('2026-11-01T00:00:00Z');
const HOUR = 3_600_000;

/** Returns a time before the fixed date, in RFC 3339. `hours` may be a fraction, or negative for a later time. */
function hoursBefore(hours: number): string {
  return toTimestamp(new Date(EPOCH.getTime() - Math.round(hours * HOUR)));
}

export const daysBefore = (days: number) => hoursBefore(days * 24);

/**
 * Shifts a time of the catalogue by the days between its fixed date and `now`.
 * @param time RFC 3339
 */
export function movedToDayOf(now: Date, time: string): string {
  const midnight = Math.floor(now.getTime() / (24 * HOUR)) * 24 * HOUR;
  return hoursBefore((2 * EPOCH.getTime() - midnight - Date.parse(time)) / HOUR);
}
