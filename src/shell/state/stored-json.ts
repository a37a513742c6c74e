/** Unchecked items of a list that any version of the site, or an extension, may have written. */
export type StoredItem<T> = { readonly [K in keyof T]?: T[K] | null } | null | undefined;

/**
 * For inline scripts, which run before stores exist and must validate what they use.
 * @returns the parsed value; null if there is none, it is not JSON or storage is unavailable
 */
export function storedJson(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) as string);
  } catch {
    return null;
  }
}

/** @returns the items of a stored list; empty if `storedJson` returns no list */
export function storedItems<T>(key: string): readonly StoredItem<T>[] {
  const list = storedJson(key);
  return Array.isArray(list) ? list : [];
}
