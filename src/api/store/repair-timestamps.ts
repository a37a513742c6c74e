import type { DatabaseSync } from 'node:sqlite';
import { utcTimestamp } from '#src/lib/timestamp.ts';
import { beginningOf } from './beginnings.ts';

/**
 * Matches the timestamps of older versions, which stored input unchanged: ISO 8601 with any offset, and also days that
 * do not exist and years beyond 9999.
 */
const OLDER_FORM = /^(\+?\d{4,6}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d+))?(?:Z|([+-])(\d\d):?(\d\d)?)$/;
const [FIRST, LAST] = [Date.parse('0000-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59Z')];

function timeOf(text: string): number {
  const [, day, time, fraction = '', sign, hours = 0, minutes = 0] = OLDER_FORM.exec(text) ?? [];
  // Falls back to the latest possible time, because an unreadable time must not make anything expire or become public.
  if (day === undefined || day.startsWith('+')) return LAST;
  const local = Date.parse(`${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`);
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
  if (Number.isNaN(local)) return LAST;
  return Math.min(Math.max(local + (sign === '-' ? offset : -offset), FIRST), LAST);
}

/** Convert a timestamp to UTC, in one of the stored formats. `given` is for timestamps from visitors. */
export const REPAIRS = {
  seconds: (text: string) => `${new Date(timeOf(text)).toISOString().slice(0, 19)}Z`,
  milliseconds: (text: string) => new Date(timeOf(text)).toISOString(),
  given: (text: string) => (utcTimestamp(text) === text ? text : new Date(timeOf(text)).toISOString()),
} as const;
export type Repair = keyof typeof REPAIRS;

/** Registers the SQL functions that migrations call: `utc_seconds(text)` and others, and `beginning_of(html)`. */
export function addRepairs(connection: DatabaseSync): void {
  for (const [form, repair] of Object.entries(REPAIRS))
    connection.function(`utc_${form}`, { deterministic: true }, (text) =>
      text === null ? null : repair(String(text)),
    );
  connection.function('beginning_of', { deterministic: true }, (html) => beginningOf(String(html)));
}
