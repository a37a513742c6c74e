/** Lines that stay when a text is folded; the style sheet cuts at as many. */
const FOLDED_LINES = 4;
/** Letters of a line on a wide screen; on a phone a line has fewer, so a text that is folded there is long everywhere. */
const LINE = 66;

/** Scripts whose letters are as wide as two. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Whether folding a text hides at least two lines of it, on the widest screen too: a button for less is a nuisance. */
export function isLong(text: string): boolean {
  const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / LINE)), 0);
  return lines > FOLDED_LINES + 1;
}

const widthOf = (line: string) => [...line].reduce((sum, letter) => sum + (WIDE.test(letter) ? 2 : 1), 0);
