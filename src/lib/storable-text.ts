/** Matches NUL, which PostgreSQL refuses, and unpaired surrogates, which UTF-8 cannot encode. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/**
 * Searches a JSON value, including its keys, for text that cannot be stored. Not recursive, so any depth is safe.
 * @returns the place of the text, such as `items.0.name`; '' for the value itself; undefined if all text can be stored
 */
export function placeOfUnstorableText(value: unknown): string | undefined {
  if (typeof value === 'string') return UNSTORABLE.test(value) ? '' : undefined;
  const waiting: [container: object, place: string][] = [];
  const visit = (child: unknown, place: string) => {
    if (typeof child === 'object' && child !== null) waiting.push([child, place]);
    return typeof child === 'string' && UNSTORABLE.test(child);
  };
  visit(value, '');
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [container, place] = next;
    for (const [key, child] of Object.entries(container)) {
      if (UNSTORABLE.test(key)) return shortened(place || 'the name of a field');
      const here = place === '' ? key : `${place}.${key}`;
      if (visit(child, here)) return shortened(here);
    }
  }
  return undefined;
}

const MAX_PLACE_LENGTH = 100;

const shortened = (place: string) => (place.length > MAX_PLACE_LENGTH ? `${place.slice(0, MAX_PLACE_LENGTH)}…` : place);

/** The end of error messages, after the place of the text. */
export const UNSTORABLE_TEXT = 'contains a NUL character or an unpaired surrogate, which is not allowed';

const NUL = /\0/g;
const HALF = /\p{Surrogate}/gu;

/** Removes NUL and replaces unpaired surrogates with U+FFFD. */
export const storableText = (text: string): string =>
  UNSTORABLE.test(text) ? text.replace(NUL, '').replace(HALF, '\uFFFD') : text;

/** Applies `storableText` to every string in a plain value. */
export function withStorableTexts<T>(value: T): T;
export function withStorableTexts(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map((item) => withStorableTexts(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withStorableTexts(field)]));
}
