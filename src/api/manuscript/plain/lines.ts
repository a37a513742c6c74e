/** A line of plain text. */
export interface Line {
  /** Trimmed; "" for an empty line. */
  readonly text: string;
  /** Columns of white space before the text. A tab counts as 4, a wide space as 2. */
  readonly indent: number;
  /** Columns of `text`. Chinese, Japanese and Korean characters count as 2. */
  readonly width: number;
}

const WIDE = /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]/g;

export function linesOf(text: string): Line[] {
  return text
    .replaceAll(/[\f\v\u0085\u2028\u2029]/g, '\n')
    .split('\n')
    .map(lineOf);
}

const EMPTY_LINE: Line = { text: '', indent: 0, width: 0 };

function lineOf(raw: string): Line {
  const text = raw.replaceAll(/[\ufeff\u200e\u200f\u200b]+/g, '').trim();
  if (text === '') return EMPTY_LINE;
  const before = raw.slice(0, raw.length - raw.trimStart().length);
  let indent = 0;
  for (const space of before) indent += space === '\t' ? 4 : space === '\u3000' ? 2 : space === '\ufeff' ? 0 : 1;
  return { text, indent, width: widthOf(text) };
}

const widthOf = (text: string): number => text.length + (text.match(WIDE)?.length ?? 0);

/** Matches a line that separates scenes: "* * *", "———", "◇◇◇", and "#" as in manuscripts. */
export const RULE = /^(?:(?:[*#~=_·•–—―\-+◇◆☆★○●□■※△▽▲▼⁂§…]\s*){3,}|[⁂❖✦◇◆☆★※#]|\*{1,2})$/u;

/** Matches the end of a sentence, including closing quotes and brackets. */
export const SENTENCE_END = /[.!?…。！？۔؟।;；~～♪—–][)\]"'“‘”’»›«」』）】*_]*(?:\[\d+\])?$|[”»」』"]$/u;

/** Matches scripts without a full stop, in which a space may end a sentence. */
const UNMARKED = /\p{Script=Thai}|\p{Script=Lao}|\p{Script=Khmer}/u;
/** Minimum width of a line in such a script that ends a sentence. A shorter one may be verse. */
const MIN_PROSE_COLUMNS = 36;

/** Whether a sentence ends with this line. */
export const endsSentence = ({ text, width }: Line): boolean =>
  SENTENCE_END.test(text) || (UNMARKED.test(text) && width >= MIN_PROSE_COLUMNS);

/** Returns the texts of the non-empty lines that are in `before` but not in `after`. */
export function textsWithout(before: readonly Line[], after: readonly Line[]): string[] {
  const afterLines = new Set(after);
  return before.filter((line) => line.text !== '' && !afterLines.has(line)).map(({ text }) => text);
}
