const MAX_CODE_POINTS = 80;
const MAX_BYTES = 200;

/**
 * Returns the slug for a name. Each punctuation mark, symbol or white space character becomes one hyphen. Hyphens are
 * not collapsed or trimmed, and letters keep their case. The slug is cut at 80 code points and 200 bytes of UTF-8. A
 * name without letters and digits becomes `fallback`.
 */
export function slug(name: string, fallback: string | number): string {
  if (!/[\p{L}\p{N}]/u.test(name)) return String(fallback);
  const hyphened = name.normalize('NFC').replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '-');
  return cut(hyphened);
}

/**
 * Texts up to this length, in UTF-16 units, never need to be cut, because each unit takes at most three bytes in UTF-8.
 */
const SURELY_SHORT = Math.floor(MAX_BYTES / 3);

function cut(text: string): string {
  if (text.length <= SURELY_SHORT) return text;
  const points = [...text].slice(0, MAX_CODE_POINTS);
  while (byteLength(points.join('')) > MAX_BYTES) points.pop();
  return points.join('');
}

const encoder = new TextEncoder();
const byteLength = (text: string) => encoder.encode(text).length;
