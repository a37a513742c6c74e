import { toTimestamp } from '../store/index.ts';

/** The fixed date of the demo catalogue. Only the end of help events depends on the clock. */
export const EPOCH = new Date('2026-11-01T00:00:00Z');
const HOUR = 3_600_000;

/** RFC 3339 in UTC to the second; `hours` may be a fraction, or negative for later. */
function hoursBefore(hours: number): string {
  return toTimestamp(new Date(EPOCH.getTime() - Math.round(hours * HOUR)));
}

export const daysBefore = (days: number) => hoursBefore(days * 24);

/**
 * Shifts a time of the catalogue as if its date were the day of `now`.
 * @param time RFC 3339
 */
export function movedToDayOf(now: Date, time: string): string {
  const midnight = Math.floor(now.getTime() / (24 * HOUR)) * 24 * HOUR;
  return hoursBefore((2 * EPOCH.getTime() - midnight - Date.parse(time)) / HOUR);
}
