/**
 * Matches timestamps as defined in section 5.6 of RFC 3339. `T` and `Z` may be lower case. Unlike ISO 8601, RFC 3339
 * requires seconds and, in an offset, minutes.
 */
const DATE_TIME =
  /^(\d{4}-\d\d-\d\d)T((?:[01]\d|2[0-3]):[0-5]\d):([0-5]\d|60)(?:\.(\d+))?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i;

const MINUTE_MS = 60_000;
const [MIN_MS, MAX_MS] = [Date.parse('0000-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];

/**
 * Parses an RFC 3339 timestamp. Digits after the milliseconds are dropped. A leap second (`23:59:60` in UTC at the end
 * of a month) becomes the first second of the next month, because a Date cannot represent leap seconds.
 * @returns milliseconds since 1970; undefined if the text is not such a timestamp, if the day does not exist, or if the
 * year in UTC is not 0000 to 9999
 */
export function parseTimestamp(text: string): number | undefined {
  const [, day, minute, second, fraction = '', sign, hours = 0, minutes = 0] = DATE_TIME.exec(text) ?? [];
  if (day === undefined) return undefined;
  const isLeap = second === '60';
  const local = Date.parse(`${day}T${minute}:${isLeap ? '59' : second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`);
  // Rejects days that do not exist. V8 would parse 30 February as 2 March.
  if (Number.isNaN(local) || new Date(local).toISOString().slice(0, 10) !== day) return undefined;
  const offset = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
  const time = local + (sign === '-' ? offset : -offset) + (isLeap ? 1000 : 0);
  if (!(time >= MIN_MS && time <= MAX_MS)) return undefined;
  return isLeap && !new Date(time).toISOString().includes('-01T00:00:00') ? undefined : time;
}

/**
 * Converts a timestamp to UTC, such as `2026-03-01T04:05:06Z`, with milliseconds (`.789`) if it has a fraction.
 * @returns undefined if `parseTimestamp` rejects it
 */
export function utcTimestamp(text: string): string | undefined {
  const time = parseTimestamp(text);
  if (time === undefined) return undefined;
  return text.includes('.') ? new Date(time).toISOString() : toTimestamp(new Date(time));
}

/** Formats a time in UTC with seconds, such as `2026-03-01T04:05:06Z`. Such strings sort chronologically. */
export const toTimestamp = (time: Date): string => time.toISOString().replace(/\.\d+Z$/, 'Z');
