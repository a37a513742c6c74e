const NUMBER = new Intl.NumberFormat('en');
const MOMENT = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

export const number = (value: number) => NUMBER.format(value);
/** A number with its noun, such as "1 book" or "2 books". */
export const counted = (value: number, noun: string) => `${number(value)} ${noun}${value === 1 ? '' : 's'}`;
export const moment = (iso: string | null) => (iso === null || iso === '' ? '–' : MOMENT.format(new Date(iso)));
export const day = (iso: string | null) => (iso === null || iso === '' ? '–' : DAY.format(new Date(iso)));

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** A time relative to `now`, such as "2 hours ago" or "in 3 days". */
export function ago(iso: string, now = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
  return RELATIVE.format(Math.round(seconds / length), unit);
}

/** A size, such as "1.4 MiB". */
export function bytes(value: number): string {
  const power = Math.min(3, Math.floor(Math.log2(Math.max(1, value)) / 10));
  const size = value / 1024 ** power;
  return `${size.toFixed(power === 0 || size >= 100 ? 0 : 1)} ${['B', 'KiB', 'MiB', 'GiB'][power]}`;
}

/** A duration, such as "42 s" or "3 min 5 s". */
export function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
