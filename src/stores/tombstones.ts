import { changeTime } from './change-time.ts';
import { $tombstones } from './local-storage.ts';

/** Removals remembered, the latest ones. */
export const TOMBSTONE_LIMIT = 2000;

/** When the item of this key was taken away; undefined where it was not. */
export const removedAt = (key: string): number | undefined => $tombstones.get().find((gone) => gone.key === key)?.at;

/** Remembers that an item, last changed then, was taken away. */
export function addTombstone(key: string, before?: number): void {
  const others = $tombstones.get().filter((gone) => gone.key !== key);
  $tombstones.set([{ key, at: changeTime(before, removedAt(key)) }, ...others].slice(0, TOMBSTONE_LIMIT));
}

/** The item of this key is there again. */
export function deleteTombstone(key: string): void {
  if (removedAt(key) !== undefined) $tombstones.set($tombstones.get().filter((gone) => gone.key !== key));
}
