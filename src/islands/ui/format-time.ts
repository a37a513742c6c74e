/** A moment in the page's language and the visitor's time zone; empty where there is no such moment. */
export function formatTime(time: string, tag: string, options: Intl.DateTimeFormatOptions): string {
  const moment = Date.parse(time);
  return Number.isNaN(moment) ? '' : new Intl.DateTimeFormat(tag, options).format(moment);
}
