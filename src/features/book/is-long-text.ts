/** Number of visible lines of a collapsed text; must match the style sheet. */
const FOLDED_LINES = 4;
/**
 * Characters per line on a wide screen. Lines on phones are shorter, so a text that is long on a wide screen is also
 * long on phones.
 */
const CHARACTERS_PER_LINE = 66;

/** Scripts with double-width characters. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * Whether collapsing hides at least two lines even on the widest screen. Hiding a single line is not worth a button.
 */
export function isLong(text: string): boolean {
  const lines = text
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / CHARACTERS_PER_LINE)), 0);
  return lines > FOLDED_LINES + 1;
}

const widthOf = (line: string) => [...line].reduce((sum, character) => sum + (WIDE.test(character) ? 2 : 1), 0);
