import { endsSentence, type Line, RULE } from './lines.ts';
import { blocksOf, isFull, type Shape } from './shape.ts';

/** A block of a chapter. */
export type Block =
  | { readonly kind: 'paragraph'; readonly text: string; readonly isQuote: boolean }
  | { readonly kind: 'verse'; readonly lines: readonly VerseLine[] }
  | { readonly kind: 'centred'; readonly text: string }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'rule' };

export interface VerseLine {
  readonly text: string;
  /** Columns beyond the least indented line. */
  readonly indent: number;
}

/** Maximum width of a line of verse. */
const MAX_VERSE_COLUMNS = 72;
/** Maximum length of a stanza. A longer block is prose with one paragraph per line. */
const MAX_STANZA_LINES = 40;
/**
 * Up to this many lines without punctuation, each continued in lower case, are read as one sentence. More of them are a
 * modern poem.
 */
const MAX_BROKEN_LINES = 3;
/** Maximum length of a stanza in a text whose paragraphs are not separated by empty lines. */
const MAX_LOOSE_STANZA_LINES = 14;
const MIN_CENTRED_INDENT = 8;
/**
 * A line that ends a sentence ends its paragraph if it is shorter than this fraction of the width. A longer line may
 * only lack room for the next word.
 */
const MAX_LAST_LINE_SHARE = 0.8;

/** Divides a chapter into paragraphs, stanzas and rules. */
export function chapterBlocks(lines: readonly Line[], shape: Shape): Block[] {
  return blocksOf(lines).flatMap((block) => splitAtRules(block).flatMap((part) => blockOf(part, shape)));
}

function splitAtRules(block: readonly Line[]): Line[][] {
  const parts: Line[][] = [[]];
  for (const line of block)
    if (RULE.test(line.text)) parts.push([line], []);
    else parts.at(-1)?.push(line);
  return parts.filter((part) => part.length > 0);
}

function blockOf(block: readonly Line[], shape: Shape): Block[] {
  const [first] = block;
  if (!first) return [];
  if (block.length === 1) return [singleLine(first, shape)];
  const minIndent = Math.min(...block.map(({ indent }) => indent));
  const indented = block.filter(({ indent }) => indent > minIndent);
  if (indented.length > 0 && isParagraphIndent(block, minIndent, shape)) return atIndents(block, minIndent);
  if (indented.length > 0 && (minIndent > 0 || isShort(block)) && !isWrapped(block, shape)) return [verse(block)];
  const isEven = minIndent > 0 && indented.length === 0;
  const isMarked = isEven && minIndent === shape.paragraphIndent;
  if (isEven && shape.continuesAtMargin && minIndent === shape.usualIndent)
    return block.map((line) => paragraph(line.text));
  if (isWrapped(block, shape))
    return atShortLines(block, shape).map((part) => joined(part, minIndent > 0 && shape.paragraphIndent !== minIndent));
  return !isMarked && isVerse(block, shape) ? [verse(block)] : block.map((line) => paragraph(line.text));
}

function singleLine(line: Line, { paragraphIndent, wrapWidth }: Shape): Block {
  if (RULE.test(line.text)) return { kind: 'rule' };
  const isIndented = line.indent >= MIN_CENTRED_INDENT && line.indent > paragraphIndent + 2;
  if (isIndented && line.width <= MAX_VERSE_COLUMNS && line.indent + line.width <= (wrapWidth ?? 100) + 4)
    return { kind: 'centred', text: line.text };
  return paragraph(line.text);
}

/** Splits a block after lines that end a paragraph: they end a sentence, and the next word would have fitted. */
function atShortLines(block: readonly Line[], { wrapWidth }: Shape): Line[][] {
  const width = Math.min(wrapWidth ?? 0, Math.max(...block.map((line) => line.indent + line.width)));
  const parts: Line[][] = [[]];
  for (const [index, line] of block.entries()) {
    parts.at(-1)?.push(line);
    const next = block[index + 1];
    const isShort = line.indent + line.width < width * MAX_LAST_LINE_SHARE;
    if (next && wrapWidth !== undefined && isShort && endsSentence(line)) parts.push([]);
  }
  return parts;
}

const paragraph = (text: string, isQuote = false): Block => ({ kind: 'paragraph', text, isQuote });

/** Joins lines with spaces, but not between Chinese or Japanese characters. */
function joined(block: readonly Line[], isQuote: boolean): Block {
  return paragraph(joinLines(block.map(({ text }) => text)), isQuote);
}

const CJK = /[\u2e80-\u303f\u3041-\u9fff\uf900-\ufaff\uff00-\uff60]/u;

/** Matches Chinese and Japanese characters and their punctuation, which are written without spaces. */
const CJK_OR_MARK = /[\u2e80-\u303f\u3041-\u9fff\uf900-\ufaff\uff00-\uff60“”‘’…—]/u;

function joinLines(lines: readonly string[]): string {
  return lines.reduce((text, line) => {
    if (text === '') return line;
    const [before, after] = [text.at(-1) ?? '', line.charAt(0)];
    const isCjk = (CJK.test(before) && CJK_OR_MARK.test(after)) || (CJK_OR_MARK.test(before) && CJK.test(after));
    return isCjk ? text + line : `${text} ${line}`;
  }, '');
}

/** Whether lines with a deeper indent begin paragraphs. Usually they do if the lines before them end a sentence. */
function isParagraphIndent(block: readonly Line[], minIndent: number, { paragraphIndent, wrapWidth }: Shape): boolean {
  if (minIndent > 0 && minIndent !== paragraphIndent && isShort(block)) return false;
  const begins = block.filter(({ indent }, index) => index > 0 && indent > minIndent);
  const ended = block.filter((line, index) => {
    const next = block[index + 1];
    return next !== undefined && next.indent > minIndent && endsSentence(line);
  });
  if (begins.length === 0) {
    const [first, second] = block;
    const isFirst = first !== undefined && first.indent > minIndent;
    return isFirst && (continues(block) || (wrapWidth !== undefined && isFull(first, second, wrapWidth)));
  }
  const isProse = !isShort(block) || wrapWidth !== undefined || continues(block) || ended.length === begins.length;
  return isProse && ended.length >= begins.length * 0.7;
}

/** Whether any sentence continues on a line with a smaller indent. */
const continues = (block: readonly Line[]) =>
  block.some((line, index) => {
    const next = block[index + 1];
    return next !== undefined && next.indent < line.indent && !endsSentence(line) && /^\p{Ll}/u.test(next.text);
  });

function atIndents(block: readonly Line[], minIndent: number): Block[] {
  const paragraphs: Line[][] = [];
  for (const line of block)
    if (line.indent > minIndent || paragraphs.length === 0) paragraphs.push([line]);
    else paragraphs.at(-1)?.push(line);
  return paragraphs.map((lines) => joined(lines, false));
}

function isWrapped(block: readonly Line[], { wrapWidth }: Shape): boolean {
  const margin = Math.min(...block.map(({ indent }) => indent));
  const inner = block.slice(0, -1);
  const own = Math.max(...inner.map(({ indent, width }) => indent + width));
  const isFullLine = (line: Line, index: number) => isFull(line, block[index + 1], Math.min(wrapWidth ?? own, own));
  const full = inner.filter(isFullLine).length;
  const open = inner.filter((line) => !endsSentence(line));
  const openFull = inner.filter((line, index) => !endsSentence(line) && isFullLine(line, index)).length;
  const lower = block.slice(1).filter(({ text }) => /^[\p{Ll},;:.)]/u.test(text)).length;
  const ended = inner.filter(endsSentence).length;
  if (wrapWidth !== undefined && isStanza(block, own - margin, wrapWidth)) return false;
  // A few lines of equal width may be a coincidence; lines that continue in lower case are not.
  if (wrapWidth !== undefined)
    return (
      full >= inner.length * 0.75 ||
      (open.length >= inner.length * 0.3 && openFull >= open.length * 0.75) ||
      (lower >= inner.length * 0.5 && own > wrapWidth * 0.7)
    );
  const isBrokenSentence = inner.every(({ text }) => /[\p{L}\p{N}]$/u.test(text)) && lower === inner.length;
  if (isBrokenSentence && block.length <= MAX_BROKEN_LINES) return true;
  const isSentence = lower >= inner.length * 0.5 && ended <= inner.length * 0.3;
  return (isSentence && full >= inner.length * 0.6 && own > 30) || (lower >= inner.length * 0.7 && own > 50);
}

/** Minimum width of a wrapped quotation, as a fraction of the width of the text. */
const MIN_QUOTE_SHARE = 0.6;
const STARTS_UPPER = /^[\p{P}\s]*\p{Lu}/u;

/**
 * Whether lines in a wrapped text are verse: they are much narrower than the text, or each line starts with a capital.
 */
function isStanza(block: readonly Line[], columns: number, wrapWidth: number): boolean {
  const next = block.slice(1);
  if (next.some(({ text }) => /\p{Lu}/u.test(text)) && next.length > 1 && columns < wrapWidth * 0.9)
    if (next.every(({ text }) => STARTS_UPPER.test(text))) return true;
  const lower = next.filter(({ text }) => /^[\p{Ll},;:.)]/u.test(text)).length;
  // A wrapped quotation has one margin, and few of its lines end with punctuation. Verse may continue in lower case.
  const margin = Math.min(...block.map(({ indent }) => indent));
  const hasDeeperLines = next.some(({ indent }) => indent > margin);
  const isPunctuated = margin > 0 && block.slice(0, -1).every(({ text }) => /\p{P}$/u.test(text));
  return columns < wrapWidth * MIN_QUOTE_SHARE && (hasDeeperLines || isPunctuated || lower < next.length * 0.5);
}

const isShort = (block: readonly Line[]) => block.every(({ width }) => width <= MAX_VERSE_COLUMNS);

/**
 * Whether a block of short lines is verse. In a hard-wrapped text, all of its lines must be narrower than the text. In
 * any other text, at least 40 % of them must end within a sentence (50 % if there are no empty lines between
 * paragraphs).
 */
function isVerse(block: readonly Line[], { wrapWidth, hasGaps }: Shape): boolean {
  if (!isShort(block) || block.length > MAX_STANZA_LINES) return false;
  if (!hasGaps && wrapWidth === undefined && block.length > MAX_LOOSE_STANZA_LINES) return false;
  const ended = block.slice(0, -1).filter(endsSentence).length;
  if (wrapWidth !== undefined) return block.every(({ width }) => width < wrapWidth * 0.9);
  return ended < (block.length - 1) * (hasGaps ? 0.6 : 0.5);
}

function verse(block: readonly Line[]): Block {
  const minIndent = Math.min(...block.map(({ indent }) => indent));
  return { kind: 'verse', lines: block.map(({ text, indent }) => ({ text, indent: indent - minIndent })) };
}
