import { stableJson } from '#src/lib/stable-json.ts';
import { AdminError } from '../http/error.ts';
import type { Fields } from './types.ts';

/**
 * Undoing would take away what somebody has done since. @throws AdminError conflict
 * @param now undefined where the record is gone
 */
export function checkAsLeft(left: Fields, now: Fields | undefined): asserts now is Fields {
  if (!now) throw new AdminError('conflict', 'The record is not there any more.');
  const names = Object.keys(left).filter((name) => stableJson(left[name] ?? null) !== stableJson(now[name] ?? null));
  if (names.length === 0) return;
  throw new AdminError('conflict', `This was changed again since: ${names.join(', ')}. Undo that first.`);
}
