/** Indent in columns that begins code in CommonMark. Manuscripts use it for paragraphs, and fences for code. */
const CODE_COLUMNS = 4;
/** Minimum number of columns by which the first line of a paragraph is deeper than its other lines. */
const MIN_FIRST_COLUMNS = 2;
/** Matches the first line of code, and the first line of text in `pre`. */
const FENCE = /^ {0,3}(`{3,}|~{3,}|<pre\b)/i;
const HEADING = /^ {0,3}#{1,6}(?:\s|$)/;
/** Matches scene breaks such as `* * *`, which are not items of lists. */
const SCENE_BREAK = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
/** Matches lines whose contents continue in indented lines, also within a paragraph. */
const STARTS_CONTENTS = /^ {0,3}(?:[-*+:~]|1[.)]|\[\^[^\]]+\]:)(?:[ \t]|$)/;
/** Matches items of lists. Prose may contain such lines within a paragraph: "1984. The bridge fell". */
const LIST_ITEM = /^ {0,3}\(?(?:\d{1,9}|[a-z]|[ivxlc]{1,7}|#|@[\w-]*)[.)](?:[ \t]|$)/;
const BLOCK_TAGS =
  'address|article|aside|blockquote|center|d[dlt]|details|div|fig(?:caption|ure)|footer|h[1-6]|header|hr|img|li|main|nav|ol|p|pre|section|summary|table|t(?:body|d|foot|h|head|r)|ul';
/** Matches lines that may be markup, so that their line breaks are not those of paragraphs. */
const MARKUP = new RegExp(
  `^(?:[-*+:](?:\\s|$)|[>|]|#{1,6}(?:\\s|$)|(?:[-*_]\\s*){3,}$|\\[\\^[^\\]]+\\]:|:{3}|\`{3}|~{3}|=+$|<!|</?(?:${BLOCK_TAGS})\\b)`,
  'i',
);
const NUMBERED = /^\s*(\d{1,9})[.)]\s/;
/** Matches lines that end in a line break of Markdown. */
const HARD_BREAK = /(?:\\| {2})$/;
/** Matches an indent that is not white space in Markdown. */
const WIDE_INDENT = /^(?:\u3000+|[\u00a0\u2002\u2003]{2,})/;
const SENTENCE_END = /[.!?…。！？।॥؟۔]["'”’»」』)*_]*$/u;
/** Maximum length of a line of verse, and of a wrapped line. Longer lines are paragraphs. */
const MAX_VERSE_CHARACTERS = 60;
const MAX_WRAPPED_CHARACTERS = 100;
/** Minimum length of all lines but the last of a wrapped paragraph, as a fraction of the longest. */
const MIN_WRAPPED = 0.6;
const MIN_VERSE_LINES = 3;

const isBlank = (line: string) => line.trim() === '';

/** Returns the width of a line's indent in columns. Tabs end at multiples of four. */
function indentOf(line: string): number {
  let columns = 0;
  for (const sign of line)
    if (sign === '\t') columns += CODE_COLUMNS - (columns % CODE_COLUMNS);
    else if (sign === ' ') columns += 1;
    else break;
  return columns;
}

const isIndented = (line: string) => !isBlank(line) && indentOf(line) >= CODE_COLUMNS;

const minIndent = (lines: readonly string[]) =>
  lines.reduce((min, line) => (isBlank(line) ? min : Math.min(min, indentOf(line))), Number.POSITIVE_INFINITY);

function dedented(lines: readonly string[]): string[] {
  const columns = minIndent(lines);
  return lines.map((line) => (isBlank(line) ? '' : ' '.repeat(indentOf(line) - columns) + line.trimStart()));
}

/** Removes the indent of a text whose lines are all indented like code. */
export function withoutCommonIndent(text: string): string {
  const lines = text.split('\n');
  const columns = minIndent(lines);
  return columns >= CODE_COLUMNS && columns < Number.POSITIVE_INFINITY ? dedented(lines).join('\n') : text;
}

/**
 * Converts paragraphs that are marked by indents to paragraphs between empty lines. Does not change code between
 * fences, and the contents of lists, notes and definitions.
 */
export function divideAtIndents(text: string): string {
  const divided = mapUnprotected(text.split('\n'), (lines) => runsOf(lines).flatMap(paragraphsOf));
  return mapUnprotected(divided, withoutIndents).join('\n');
}

/** Calls `change` for the lines outside code and outside the contents of lists, notes and definitions. */
function mapUnprotected(lines: readonly string[], change: (unprotected: readonly string[]) => string[]): string[] {
  const out: string[] = [];
  let unprotected: string[] = [];
  let fence = '';
  let isProtected = false;
  const end = () => {
    for (const line of change(unprotected)) out.push(line);
    unprotected = [];
  };
  for (const [at, line] of lines.entries()) {
    const isCode = fence !== '' || FENCE.test(line);
    fence = fenceAfter(line, fence);
    if (!isCode && !isBlank(line) && !isIndented(line)) isProtected = startsContents(line, lines[at - 1], isProtected);
    if (!isCode && !isProtected) unprotected.push(line);
    else {
      end();
      out.push(line);
    }
  }
  end();
  return out;
}

/** Whether a line that is not indented belongs to a list, a note or a definition. */
function startsContents(line: string, before: string | undefined, isProtected: boolean): boolean {
  if (SCENE_BREAK.test(line) || HEADING.test(line)) return false;
  const isFirst = before === undefined || isBlank(before) || HEADING.test(before) || SCENE_BREAK.test(before);
  if (STARTS_CONTENTS.test(line) || ((isFirst || isProtected) && LIST_ITEM.test(line))) return true;
  return isProtected && !isFirst;
}

/** Returns the beginning of the code that continues below a line; '' if there is none. */
function fenceAfter(line: string, fence: string): string {
  const opened = fence || (FENCE.exec(line)?.[1]?.toLowerCase() ?? '');
  if (opened === '<pre') return /<\/pre>/i.test(line) ? '' : opened;
  const isClosed = fence !== '' && line.trim().startsWith(fence) && /^(?:`+|~+)$/.test(line.trim());
  return isClosed ? '' : opened;
}

/** Returns the lines between empty lines and headings. Empty lines and headings are runs of their own. */
function runsOf(lines: readonly string[]): string[][] {
  const runs: string[][] = [];
  let isOpen = false;
  for (const line of lines) {
    const isAlone = isBlank(line) || HEADING.test(line);
    if (isOpen && !isAlone) runs.at(-1)?.push(line);
    else runs.push([line]);
    isOpen = !isAlone;
  }
  return runs;
}

/** Divides a run of lines into paragraphs, with empty lines between them. */
function paragraphsOf(run: readonly string[]): string[] {
  const isAlternating = isAlternatingVerse(run);
  const starts = isAlternating ? new Set<number>() : startsOf(run);
  const isVerse = isAlternating || (starts.size === 0 && isIndentedVerse(run));
  return run.flatMap((line, at) => {
    const text = WIDE_INDENT.test(line) ? line.replace(WIDE_INDENT, '') : line;
    const isBroken = isVerse && at < run.length - 1 && !text.endsWith('\\');
    return [...(starts.has(at) ? [''] : []), isBroken ? `${text.trimEnd()}\\` : text];
  });
}

/** Returns the indexes of lines that begin paragraphs after the first. */
function startsOf(run: readonly string[]): ReadonlySet<number> {
  const [first = ''] = run;
  const isMarkup = markupTest(run);
  if (run.length === 1 || isMarkup(first)) return new Set();
  const min = minIndent(run);
  const isDeeper = indentOf(first) >= min + MIN_FIRST_COLUMNS;
  const columns = isDeeper ? min + MIN_FIRST_COLUMNS : Math.max(CODE_COLUMNS, min + 1);
  const isDivided = isParagraphPerLine(run);
  const begins = (line: string) =>
    isDivided || WIDE_INDENT.test(line) || (indentOf(line) >= columns && !isMarkup(line));
  return new Set(
    run.flatMap((line, at) => (at > 0 && !HARD_BREAK.test(run[at - 1] ?? '') && begins(line) ? [at] : [])),
  );
}

/** Returns a function that tests whether a line may be markup. A number begins an item if it is 1 or has a neighbour. */
function markupTest(run: readonly string[]): (line: string) => boolean {
  const numberOf = (line: string) => Number(NUMBERED.exec(line)?.[1] ?? -1);
  const numbers = new Set(run.map(numberOf).filter((number) => number >= 0));
  return (line) => {
    const number = numberOf(line);
    const isItem = number === 1 || (number >= 0 && (numbers.has(number - 1) || numbers.has(number + 1)));
    return isItem || MARKUP.test(line.trimStart());
  };
}

/** Whether all lines have the indent of code and none is markup. */
function isIndentedText(run: readonly string[]): boolean {
  const isMarkup = markupTest(run);
  return run.every((line) => isIndented(line) && indentOf(line) === indentOf(run[0] ?? '') && !isMarkup(line));
}

/** Whether indented lines are not wrapped, so that each is a paragraph. */
function isParagraphPerLine(run: readonly string[]): boolean {
  if (!isIndentedText(run) || isIndentedVerse(run)) return false;
  const lines = run.map((line) => line.trim());
  const lengths = lines.map(({ length }) => length);
  const longest = longestOf(lines);
  return longest > MAX_WRAPPED_CHARACTERS || lengths.slice(0, -1).some((length) => length < longest * MIN_WRAPPED);
}

/** Whether indented lines are short, are not wrapped, and most do not end sentences. */
function isIndentedVerse(run: readonly string[]): boolean {
  const lines = run.map((line) => line.trim());
  return areShort(lines) && isIndentedText(run) && !isWrapped(lines) && sentenceShare(lines) <= 0.5;
}

/** Whether short lines have two indents by turns, and most lines above a deeper one do not end sentences. */
function isAlternatingVerse(run: readonly string[]): boolean {
  const lines = run.map((line) => line.trim());
  const depths = run.map((line) => indentOf(line) + (WIDE_INDENT.exec(line)?.[0].length ?? 0));
  const [first = 0, second = 0] = depths;
  const isMarkup = markupTest(run);
  return (
    first !== second &&
    areShort(lines) &&
    run.every((line, at) => depths[at] === (at % 2 === 0 ? first : second) && !isMarkup(line)) &&
    sentenceShare(lines.filter((_, at) => (depths[at + 1] ?? 0) > (depths[at] ?? 0))) < 0.5
  );
}

const areShort = (lines: readonly string[]) =>
  lines.length >= MIN_VERSE_LINES && lines.every((line) => line.length <= MAX_VERSE_CHARACTERS);

const sentenceShare = (lines: readonly string[]) =>
  lines.filter((line) => SENTENCE_END.test(line)).length / lines.length;

const longestOf = (lines: readonly string[]) => lines.reduce((longest, { length }) => Math.max(longest, length), 0);

/** Whether no line but the last has space for the first word of the next line. */
function isWrapped(lines: readonly string[]): boolean {
  const longest = longestOf(lines);
  return lines
    .slice(1)
    .every((line, at) => (lines[at]?.length ?? 0) + 1 + (line.split(/\s/, 1)[0] ?? '').length > longest);
}

/** Removes the indent of code from stretches of lines, which may contain empty lines. */
function withoutIndents(lines: readonly string[]): string[] {
  const out: string[] = [];
  let stretch: string[] = [];
  for (const line of lines) {
    if (isBlank(line) || isIndented(line)) stretch.push(line);
    else {
      for (const one of dedented(stretch)) out.push(one);
      stretch = [];
      out.push(line);
    }
  }
  return [...out, ...dedented(stretch)];
}
