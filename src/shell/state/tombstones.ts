import { changeTime } from './change-time.ts';
import { $tombstones } from './local-storage.ts';

/** Maximum number of removals; the latest are kept. */
export const TOMBSTONE_LIMIT = 2000;

/** When the item with this key was removed; undefined if it was not. */
export const removedAt = (key: string): number | undefined => $tombstones.get().find((gone) => gone.key === key)?.at;

/** Remembers the removal of an item that was last changed at the given time. */
export function addTombstone(key: string, before?: number): void {
  const others = $tombstones.get().filter((gone) => gone.key !== key);
  $tombstones.set([{ key, at: changeTime(before, removedAt(key)) }, ...others].slice(0, TOMBSTONE_LIMIT));
}

/** The item with this key exists again. */
export function deleteTombstone(key: string): void {
  if (removedAt(key) !== undefined) $tombstones.set($tombstones.get().filter((gone) => gone.key !== key));
}
