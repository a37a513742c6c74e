import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;
const UNITS = [
  ['year', 365 * 1440],
  ['month', 30 * 1440],
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
] as const;

/** Formats a future time, such as "in 3 days". Returns an empty string for a past time. */
export function fromNow(time: string, now: number, tag: string): string {
  const minutes = Math.ceil((Date.parse(time) - now) / MINUTE_MS);
  const [unit, length] = UNITS.find(([, minimum]) => minutes >= minimum) ?? [];
  if (unit === undefined || length === undefined) return '';
  return new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }).format(Math.floor(minutes / length), unit);
}

/**
 * The expiry date and the remaining time, in the page's language. The visitor's clock and time zone are only used after
 * hydration, because the first render must equal the server's.
 */
export function useExpiryText(time: string, tag: string): { date: string; when: string } {
  const [now, setNow] = useState<number>();
  useEffect(() => {
    setNow(Date.now());
    const ticking = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(ticking);
  }, []);
  const zone = now === undefined ? { timeZone: 'UTC' } : {};
  const form: Intl.DateTimeFormatOptions = { dateStyle: 'long', ...(now === undefined ? {} : { timeStyle: 'short' }) };
  const date = new Intl.DateTimeFormat(tag, { ...form, ...zone }).format(Date.parse(time));
  return { date, when: now === undefined ? '' : fromNow(time, now, tag) };
}
