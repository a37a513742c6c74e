import { ConfigError } from '#src/lib/errors.ts';

const DAY_MS = 86_400_000;

/** The first of a number of days that end today, as `YYYY-MM-DD` (UTC). @throws ConfigError for a number not from 1 to 99 */
export function firstDay(days: string): string {
  if (!/^[1-9]\d?$/.test(days)) throw new ConfigError(`--days is ${days}, and no number from 1 to 99.`);
  return new Date(Date.now() - (Number(days) - 1) * DAY_MS).toISOString().slice(0, 10);
}
