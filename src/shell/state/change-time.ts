import { platform } from './platform.ts';

/**
 * The time of a change, in ms since 1970. It is later than the times in `before`, even if the device's clock was set
 * back.
 */
export function changeTime(...before: readonly (number | undefined)[]): number {
  return Math.max(platform().now(), ...before.map((time) => (time ?? -1) + 1));
}
