import { persistentAtom } from '@nanostores/persistent';
import type { WritableAtom } from 'nanostores';
import * as v from 'valibot';

/** A value kept in localStorage as JSON; whatever does not fit the schema reads as the default. */
export function persistedJson<S extends v.GenericSchema>(
  key: string,
  schema: S,
  fallback: v.InferOutput<S>,
): WritableAtom<v.InferOutput<S>> {
  return persistentAtom(key, fallback, {
    encode: (value) => JSON.stringify(value),
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

/** A short text kept as it is; longer junk reads as empty. */
export function persistedText(key: string, mostCharacters: number): WritableAtom<string> {
  return persistentAtom<string>(key, '', {
    encode: (value) => (value === '' ? undefined : value),
    decode: (text) => (text.length <= mostCharacters ? text : ''),
  });
}
