import { stableJson } from '#src/lib/stable-json.ts';
import { AdminError } from '../http/error.ts';
import type { Fields } from './types.ts';

/**
 * Checks that a record has not changed since an entry of the audit log, so that undoing the entry loses no later change.
 * @param result the fields after the change that is undone
 * @param current undefined if the record no longer exists
 * @throws AdminError conflict
 */
export function checkUnchanged(result: Fields, current: Fields | undefined): asserts current is Fields {
  if (!current) throw new AdminError('conflict', 'This record no longer exists.');
  const names = Object.keys(result).filter(
    (name) => stableJson(result[name] ?? null) !== stableJson(current[name] ?? null),
  );
  if (names.length === 0) return;
  throw new AdminError('conflict', `This has changed since: ${names.join(', ')}. Undo the later change first.`);
}
