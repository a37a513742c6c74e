import { platform } from './platform.ts';

/** The time of a change in ms since 1970: later than what it changes, whatever the device's clock says. */
export function changeTime(...before: readonly (number | undefined)[]): number {
  return Math.max(platform().now(), ...before.map((time) => (time ?? -1) + 1));
}
