import { platform } from './platform.ts';

/**
 * The time of a change, in ms since 1970. It is always later than the previous times, even if the device's clock was set back.
 */
export function changeTime(...before: readonly (number | undefined)[]): number {
  return Math.max(platform().now(), ...before.map((time) => (time ?? -1) + 1));
}
