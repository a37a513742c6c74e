/** Cached per language and options, because a list may have a thousand rows. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${tag} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(tag, options);
  formats.set(key, format);
  return format;
}

/** Formats a time in the page's language and the visitor's time zone; empty for an invalid time. */
export function formatTime(time: string, tag: string, options: Intl.DateTimeFormatOptions): string {
  const moment = Date.parse(time);
  return Number.isNaN(moment) ? '' : formatOf(tag, options).format(moment);
}

const UNITS = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Cached per language, because a list may have a thousand rows. */
const relativeFormats = new Map<string, Intl.RelativeTimeFormat>();

function relativeFormatOf(tag: string): Intl.RelativeTimeFormat {
  const format = relativeFormats.get(tag) ?? new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
  relativeFormats.set(tag, format);
  return format;
}

/**
 * A past time relative to now, in the largest unit that fits: "3 hours ago". Very recent and future times are shown as
 * now.
 */
export function relativeTime(moment: number, now: number, tag: string): string {
  const ago = Math.max(0, now - moment);
  const [unit, length] = UNITS.find(([, ms]) => ago >= ms) ?? (['second', 1000] as const);
  return relativeFormatOf(tag).format(unit === 'second' ? 0 : -Math.floor(ago / length), unit);
}
