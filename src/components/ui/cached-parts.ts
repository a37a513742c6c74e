import { memoize } from '#src/lib/memoize.ts';

const partsOf = memoize((_: object) => new Map<string, string>());

/** The same text in one piece: a text put together of hundreds would be walked through again by each page that holds it. */
const flattened = (text: string) => Buffer.from(text).toString();

/** The part's HTML: the one made before for this object and variant, or a new one. */
export function remembered(object: object, variant: string, render: () => Promise<string>): string | Promise<string> {
  const parts = partsOf(object);
  const known = parts.get(variant);
  if (known !== undefined) return known;
  return render().then((html) => {
    const flat = flattened(html);
    parts.set(variant, flat);
    return flat;
  });
}

/** All parts in one text: at once where all are known, because Astro renders a page that waits for nothing in one go. */
export const joined = (parts: readonly (string | Promise<string>)[]): string | Promise<string> =>
  parts.some((part) => typeof part !== 'string') ? Promise.all(parts).then((known) => known.join('')) : parts.join('');
