/** NUL, which PostgreSQL refuses, and halves of surrogate pairs, which have no form in UTF-8. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/**
 * Finds text that cannot be stored in a JSON value, keys included. Any depth costs no stack.
 * @returns its place, such as `items.0.name`; '' for the value itself; undefined where all text can be stored
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

/** What is wrong with such text, after its place. */
export const UNSTORABLE_TEXT = 'has a NUL character or half of a surrogate pair, which no text may have';

const NUL = /\0/g;
const HALF = /\p{Surrogate}/gu;

/** The text without NUL, and with U+FFFD instead of halves of surrogate pairs. */
export const storableText = (text: string): string =>
  UNSTORABLE.test(text) ? text.replace(NUL, '').replace(HALF, '\uFFFD') : text;

/** A record of plain data with all its texts made storable. */
export function withStorableTexts<T>(value: T): T;
export function withStorableTexts(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map((item) => withStorableTexts(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withStorableTexts(field)]));
}
