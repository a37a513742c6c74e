import { Cron } from 'croner';
import * as v from 'valibot';

/** Whether the pattern has five fields and matches a future time. */
function isPattern(text: string): boolean {
  try {
    return /^\S+( \S+){4}$/.test(text) && new Cron(text, { mode: '5-part' }).nextRun() !== null;
  } catch {
    return false;
  }
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Schedule by which `npm run nightly` rebuilds a brand (docs/operate/nights.md). */
export const NightTime = v.strictObject({
  /** Minute, hour, day of the month, month and day of the week, as in cron. */
  at: v.pipe(
    v.string(),
    v.check(isPattern, 'must be five fields of cron that name a moment, such as "15 3 * * *" for 03:15 each night'),
  ),
  /** Time zone of the schedule; default: the machine's. */
  timeZone: v.optional(v.pipe(v.string(), v.check(isTimeZone, 'must be a time zone such as "Europe/Berlin" or "UTC"'))),
});
export type NightTime = v.InferOutput<typeof NightTime>;
