import { ConfigError } from '#src/lib/errors.ts';

const DAY_MS = 86_400_000;

/**
 * Returns the first of the last `days` days, including today, as `YYYY-MM-DD` (UTC).
 * @throws ConfigError if `days` is not a number from 1 to 99
 */
export function firstDay(days: string): string {
  if (!/^[1-9]\d?$/.test(days)) throw new ConfigError(`--days is ${days}. Give a number from 1 to 99.`);
  return new Date(Date.now() - (Number(days) - 1) * DAY_MS).toISOString().slice(0, 10);
}
