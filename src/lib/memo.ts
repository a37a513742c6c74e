/** Makes a value once per object, for as long as the object lives. */
export function perObject<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, { readonly of: V }>();
  return (key) => {
    const known = made.get(key);
    if (known) return known.of;
    const of = make(key);
    made.set(key, { of });
    return of;
  };
}

/** Makes a value once per pair of objects. */
export function perPair<A extends object, B extends object, V>(make: (one: A, other: B) => V): (one: A, other: B) => V {
  const made = perObject((one: A) => perObject((other: B) => make(one, other)));
  return (one, other) => made(one)(other);
}
