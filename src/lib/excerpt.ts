/** At most `length` characters (UTF-16) of `text` as one line, cut at the end of a word and never inside a character. */
export function excerpt(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= length) return line;
  const cut = line.slice(0, length - 1).replace(HALF_A_CHARACTER, '');
  const space = cut.lastIndexOf(' ');
  const whole = space > length / 2 ? cut.slice(0, space) : cut;
  return `${whole.replace(/[\s,;:.\u2013\u2014-]+$/, '')}\u2026`;
}

/** The first half of a surrogate pair whose second one was cut off. */
const HALF_A_CHARACTER = /[\uD800-\uDBFF]$/;
