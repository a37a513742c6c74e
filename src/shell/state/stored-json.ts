/** An item of a stored list before validation. Another version of the site or an extension may have written it. */
export type StoredItem<T> = { readonly [K in keyof T]?: T[K] | null } | null | undefined;

/**
 * Reads a stored JSON value. For inline scripts, which run before the stores exist and must validate the values that
 * they use.
 * @returns the parsed value; null if there is none, it is not JSON or storage is unavailable
 */
export function storedJson(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) as string);
  } catch {
    return null;
  }
}

/** The items of a stored list; empty if no list is stored under the key. */
export function storedItems<T>(key: string): readonly StoredItem<T>[] {
  const list = storedJson(key);
  return Array.isArray(list) ? list : [];
}
