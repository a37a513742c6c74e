import { changeTime } from './clock.ts';
import { $gone } from './local.ts';

/** Removals remembered, the latest ones. */
export const GONE_LIMIT = 2000;

/** When the item of this key was taken away; undefined where it was not. */
export const goneAt = (key: string): number | undefined => $gone.get().find((gone) => gone.key === key)?.at;

/** Remembers that an item, last changed then, was taken away. */
export function rememberGone(key: string, before?: number): void {
  const others = $gone.get().filter((gone) => gone.key !== key);
  $gone.set([{ key, at: changeTime(before, goneAt(key)) }, ...others].slice(0, GONE_LIMIT));
}

/** The item of this key is there again. */
export function forgetGone(key: string): void {
  if (goneAt(key) !== undefined) $gone.set($gone.get().filter((gone) => gone.key !== key));
}
