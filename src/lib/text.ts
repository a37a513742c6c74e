/**
 * Returns the text as one line of at most `length` UTF-16 units, cut at the end of a word and never within a character.
 */
export function excerpt(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= length) return line;
  const cut = line.slice(0, length - 1).replace(UNPAIRED_SURROGATE, '');
  const space = cut.lastIndexOf(' ');
  const shortened = space > length / 2 ? cut.slice(0, space) : cut;
  return `${shortened.replace(/[\s,;:.\u2013\u2014-]+$/, '')}\u2026`;
}

/** Formats a number with its noun: "1 book", "2 books". */
export const counted = (count: number, singular: string, plural = `${singular}s`): string =>
  `${count} ${count === 1 ? singular : plural}`;

/** Matches the first half of a surrogate pair at the end, whose second half was cut off. */
const UNPAIRED_SURROGATE = /[\uD800-\uDBFF]$/;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes plain text for HTML and SVG, between tags and in double quotes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);
