/** Returns a function that calls `make` once for each object. The result lives as long as the object. */
export function memoize<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const results = new WeakMap<K, { readonly of: V }>();
  return (key) => {
    const cached = results.get(key);
    if (cached) return cached.of;
    const of = make(key);
    results.set(key, { of });
    return of;
  };
}

/** Returns a function that calls `make` once for each pair of objects. */
export function memoizePair<A extends object, B extends object, V>(
  make: (one: A, other: B) => V,
): (one: A, other: B) => V {
  const makers = memoize((first: A) => memoize((second: B) => make(first, second)));
  return (one, other) => makers(one)(other);
}
