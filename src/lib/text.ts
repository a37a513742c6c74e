/** The text as one line of at most `length` UTF-16 units, cut at the end of a word and never within a character. */
export function excerpt(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= length) return line;
  const cut = line.slice(0, length - 1).replace(UNPAIRED_SURROGATE, '');
  const space = cut.lastIndexOf(' ');
  const whole = space > length / 2 ? cut.slice(0, space) : cut;
  return `${whole.replace(/[\s,;:.\u2013\u2014-]+$/, '')}\u2026`;
}

/** "1 book", "2 books": a number with the noun that it counts. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** The first half of a surrogate pair whose second half was cut off. */
const UNPAIRED_SURROGATE = /[\uD800-\uDBFF]$/;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes plain text for HTML and SVG, between tags and in double quotes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);
