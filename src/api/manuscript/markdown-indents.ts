/** Indent in columns that begins code in CommonMark. Manuscripts use it for paragraphs, and fences for code. */
const CODE_COLUMNS = 4;
/** Minimum number of columns by which the first line of a paragraph is deeper than its other lines. */
const MIN_FIRST_COLUMNS = 2;
/** Matches the first line of code, and the first line of text in `pre`. */
const FENCE = /^ {0,3}(`{3,}|~{3,}|<pre\b)/i;
const HEADING = /^ {0,3}#{1,6}(?:\s|$)/;
/** Matches lines whose contents continue in indented lines: items of lists, notes and definitions. */
const HOLDS_INDENTED = /^ {0,3}(?:[-*+:~]|\(?(?:\d{1,9}|[a-z#@]{1,9})[.)]|\[\^[^\]]+\]:)(?:[ \t]|$)/;
/** Matches lines that may be markup, so that their line breaks are not those of paragraphs. */
const MARKUP = /^(?:[-*+>|#:<]|\d{1,9}[.)]\s|\[\^|`{3}|~{3}|=+$)/;
/** Matches an indent that is not white space in Markdown. */
const WIDE_INDENT = /^(?:\u3000+|[\u00a0\u2002\u2003]{2,})/;
const SENTENCE_END = /[.!?…。！？]["'”’»」』)]*$/u;
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
  const divided = byFreedom(text.split('\n'), (lines) => runsOf(lines).flatMap(paragraphsOf));
  return byFreedom(divided, withoutIndents).join('\n');
}

/** Calls `change` for the lines between those that must not be changed. */
function byFreedom(lines: readonly string[], change: (free: readonly string[]) => string[]): string[] {
  const out: string[] = [];
  let free: string[] = [];
  let fence = '';
  let isHeld = false;
  const end = () => {
    for (const line of change(free)) out.push(line);
    free = [];
  };
  for (const [at, line] of lines.entries()) {
    const isCode = fence !== '' || FENCE.test(line);
    fence = fenceAfter(line, fence);
    const isText = !isCode && !isBlank(line) && !isIndented(line);
    if (isText && HOLDS_INDENTED.test(line)) isHeld = true;
    else if (isText && (isBlank(lines[at - 1] ?? '') || HEADING.test(line))) isHeld = false;
    if (!isCode && !isHeld) free.push(line);
    else {
      end();
      out.push(line);
    }
  }
  end();
  return out;
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
  const starts = startsOf(run);
  const isVerse = starts.size === 0 && isIndentedVerse(run);
  return run.flatMap((line, at) => {
    const text = WIDE_INDENT.test(line) ? line.replace(WIDE_INDENT, '') : line;
    const isBroken = isVerse && at < run.length - 1;
    return [...(starts.has(at) ? [''] : []), isBroken ? `${text.trimEnd()}\\` : text];
  });
}

/** Returns the indexes of lines that begin paragraphs after the first. */
function startsOf(run: readonly string[]): ReadonlySet<number> {
  const [first = ''] = run;
  if (run.length === 1 || MARKUP.test(first.trimStart())) return new Set();
  const min = minIndent(run);
  const isDeeper = indentOf(first) >= min + MIN_FIRST_COLUMNS;
  const columns = isDeeper ? min + MIN_FIRST_COLUMNS : Math.max(CODE_COLUMNS, min + 1);
  const isDivided = isParagraphPerLine(run);
  const begins = (line: string) =>
    isDivided || WIDE_INDENT.test(line) || (indentOf(line) >= columns && !MARKUP.test(line.trimStart()));
  return new Set(run.flatMap((line, at) => (at > 0 && begins(line) ? [at] : [])));
}

/** Whether all lines have the indent of code and none is markup. */
const isIndentedText = (run: readonly string[]) =>
  run.every((line) => isIndented(line) && indentOf(line) === indentOf(run[0] ?? '') && !MARKUP.test(line.trimStart()));

/** Whether indented lines are not wrapped, so that each is a paragraph. */
function isParagraphPerLine(run: readonly string[]): boolean {
  if (!isIndentedText(run) || isIndentedVerse(run)) return false;
  const lengths = run.map((line) => line.trim().length);
  const longest = Math.max(...lengths);
  return longest > MAX_WRAPPED_CHARACTERS || lengths.slice(0, -1).some((length) => length < longest * MIN_WRAPPED);
}

/** Whether indented lines are short, and most do not end sentences. */
function isIndentedVerse(run: readonly string[]): boolean {
  const lines = run.map((line) => line.trim());
  const sentences = lines.filter((line) => SENTENCE_END.test(line)).length;
  return (
    lines.length >= MIN_VERSE_LINES &&
    isIndentedText(run) &&
    lines.every((line) => line.length <= MAX_VERSE_CHARACTERS) &&
    sentences <= lines.length / 2
  );
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
