const MAX_CODE_POINTS = 80;
const MAX_BYTES = 200;

/**
 * The slug of a name (product 5): each punctuation mark, symbol or white space becomes one hyphen. Hyphens are not collapsed
 * or trimmed, letters not lower-cased. Cut at 80 code points and 200 bytes of UTF-8. A name without any letter or
 * digit gives `fallback`.
 */
export function slug(name: string, fallback: string | number): string {
  if (!/[\p{L}\p{N}]/u.test(name)) return String(fallback);
  const hyphened = name.normalize('NFC').replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '-');
  return cut(hyphened);
}

/** Texts up to this length need no cut: a UTF-16 unit takes at most three bytes of UTF-8. */
const SURELY_SHORT = Math.floor(MAX_BYTES / 3);

function cut(text: string): string {
  if (text.length <= SURELY_SHORT) return text;
  const points = [...text].slice(0, MAX_CODE_POINTS);
  while (byteLength(points.join('')) > MAX_BYTES) points.pop();
  return points.join('');
}

const encoder = new TextEncoder();
const byteLength = (text: string) => encoder.encode(text).length;
