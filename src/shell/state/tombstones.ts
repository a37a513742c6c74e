import { changeTime } from './change-time.ts';
import { $tombstones } from './local-storage.ts';

/** Maximum number of stored removals. Older removals are deleted. */
export const MAX_TOMBSTONES = 2000;

/** When the item with this key was removed; undefined if it was not. */
export const removedAt = (key: string): number | undefined =>
  $tombstones.get().find((tombstone) => tombstone.key === key)?.at;

/** Records the removal of an item. @param before when the item was last changed */
export function addTombstone(key: string, before?: number): void {
  const otherTombstones = $tombstones.get().filter((tombstone) => tombstone.key !== key);
  $tombstones.set([{ key, at: changeTime(before, removedAt(key)) }, ...otherTombstones].slice(0, MAX_TOMBSTONES));
}

/** Deletes the record of a removal, because the item exists again. */
export function deleteTombstone(key: string): void {
  if (removedAt(key) !== undefined) $tombstones.set($tombstones.get().filter((tombstone) => tombstone.key !== key));
}
