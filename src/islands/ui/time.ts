/** Made once for a language and its options: a list may have a thousand rows. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${tag} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(tag, options);
  formats.set(key, format);
  return format;
}

/** A moment in the page's language and the visitor's time zone; empty where there is no such moment. */
export function formatTime(time: string, tag: string, options: Intl.DateTimeFormatOptions): string {
  const moment = Date.parse(time);
  return Number.isNaN(moment) ? '' : formatOf(tag, options).format(moment);
}
