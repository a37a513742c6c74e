import { persistentAtom, setPersistentEngine } from '@nanostores/persistent';
import type { WritableAtom } from 'nanostores';
import * as v from 'valibot';
import { platform } from './platform.ts';
import type { StoreKey } from './unsaved.ts';

/** @nanostores/persistent reads and writes properties of an object. This object maps them to the platform's storage. */
const keys = new Proxy<Record<string, string>>(
  {},
  {
    has: (_none, key) => platform().storage.get(String(key)) !== null,
    get: (_none, key) => platform().storage.get(String(key)) ?? undefined,
    set(_none, key, value) {
      platform().storage.set(String(key), String(value));
      return true;
    },
    deleteProperty(_none, key) {
      platform().storage.set(String(key), null);
      return true;
    },
  },
);

setPersistentEngine(keys, {
  addEventListener: (...args) => platform().storageEvents.addEventListener(...args),
  removeEventListener: (...args) => platform().storageEvents.removeEventListener(...args),
});

/**
 * A store whose value is persisted as JSON. An invalid stored value reads as `fallback`. Setting null removes the key.
 */
export function persistedJson<S extends v.GenericSchema>(
  key: StoreKey,
  schema: S,
  fallback: v.InferOutput<S>,
): WritableAtom<v.InferOutput<S>> {
  return persistentAtom(key, fallback, {
    encode: (value) => (value === null ? undefined : JSON.stringify(value)),
    decode: (text) => decodeJson(schema, text, fallback),
  });
}

export function decodeJson<S extends v.GenericSchema>(
  schema: S,
  text: string,
  fallback: v.InferOutput<S>,
): v.InferOutput<S> {
  try {
    const checked = v.safeParse(schema, JSON.parse(text));
    return checked.success ? checked.output : fallback;
  } catch {
    return fallback;
  }
}

/** The schema of a list that skips invalid items, so that one invalid item does not discard the whole list. */
export const listOf = <S extends v.GenericSchema>(item: S) =>
  v.pipe(
    v.array(v.unknown()),
    v.transform((items): v.InferOutput<S>[] => items.filter((value) => v.is(item, value))),
  );

/**
 * A store whose text is persisted as it is, not as JSON. An invalid stored text reads as empty. Setting an empty text
 * removes the key.
 */
export function persistedText(key: StoreKey, form: RegExp): WritableAtom<string> {
  return persistentAtom<string>(key, '', {
    encode: (value) => (value === '' ? undefined : value),
    decode: (text) => (form.test(text) ? text : ''),
  });
}
