import { platform } from './platform.ts';

/**
 * The time of a change in ms since 1970: always later than what it changes, even if the device's clock was set back.
 */
export function changeTime(...before: readonly (number | undefined)[]): number {
  return Math.max(platform().now(), ...before.map((time) => (time ?? -1) + 1));
}
