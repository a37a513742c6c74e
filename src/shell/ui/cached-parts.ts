import { memoize } from '#src/lib/memoize.ts';

const partsOf = memoize((_: object) => new Map<string, string>());

/**
 * Flattens a concatenated string. V8 stores such a string as a tree of pieces, which it would otherwise traverse for
 * each page.
 */
const flattened = (text: string) => Buffer.from(text).toString();

/** The part's HTML, cached per object and variant. */
export function cachedPart(object: object, variant: string, render: () => Promise<string>): string | Promise<string> {
  const parts = partsOf(object);
  const cached = parts.get(variant);
  if (cached !== undefined) return cached;
  return render().then((html) => {
    const flat = flattened(html);
    parts.set(variant, flat);
    return flat;
  });
}

/** Joins the parts. Returns a string if all are cached, because Astro then renders the page in one pass. */
export const joinParts = (parts: readonly (string | Promise<string>)[]): string | Promise<string> =>
  parts.some((part) => typeof part !== 'string')
    ? Promise.all(parts).then((cached) => cached.join(''))
    : parts.join('');
