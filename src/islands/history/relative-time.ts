const UNITS = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Made once for a language: a list may have a thousand rows. */
const formats = new Map<string, Intl.RelativeTimeFormat>();

function formatOf(tag: string): Intl.RelativeTimeFormat {
  const format = formats.get(tag) ?? new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
  formats.set(tag, format);
  return format;
}

/** How long ago, in the largest unit that fits: "3 hours ago". What is just over or still to come is now. */
export function relativeTime(moment: number, now: number, tag: string): string {
  const ago = Math.max(0, now - moment);
  const [unit, length] = UNITS.find(([, ms]) => ago >= ms) ?? (['second', 1000] as const);
  return formatOf(tag).format(unit === 'second' ? 0 : -Math.floor(ago / length), unit);
}
