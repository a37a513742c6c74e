import { endsSentence, type Line } from './lines.ts';

/** The layout of a file, measured from all lines. */
export interface Shape {
  /** Width in columns at which lines were broken; undefined if they were not. */
  readonly wrapWidth: number | undefined;
  /** Indent of the first line of most paragraphs; 0 if they have none. */
  readonly paragraphIndent: number;
  /** The most likely indent of paragraphs, even if few have it. */
  readonly usualIndent: number;
  /** Whether wrapped paragraphs with an indented first line continue at the margin. */
  readonly continuesAtMargin: boolean;
  /** Whether empty lines separate paragraphs. */
  readonly hasGaps: boolean;
}

/** Minimum fraction of lines with no room for the next word in a hard-wrapped text. */
const MIN_FULL_SHARE = 0.7;
/** Minimum fraction of lines that end within a sentence in a hard-wrapped text. */
const MIN_CONTINUED_SHARE = 0.3;
/** Minimum width of a hard-wrapped text. A narrower one is verse. */
const MIN_WRAP_COLUMNS = 30;
const MIN_INDENTED_SHARE = 0.4;
const MAX_WEIGHT_COLUMNS = 72;
/** Maximum fraction of lines that are clearly wider than the others in a hard-wrapped text. */
const MAX_WIDER_SHARE = 0.1;
const CLEARLY_WIDER = 1.15;
const MIN_WIDE_SHARE = 0.6;

const widthOf = ({ indent, width }: Line) => indent + width;
/** Minimum fraction of lines that follow an empty line in a text whose paragraphs are separated by empty lines. */
const MIN_GAP_SHARE = 0.5;

/** Measures the layout of lines. @param file the layout of the whole file, if the lines are a chapter */
export function shapeOf(lines: readonly Line[], file?: Shape): Shape {
  const blocks = blocksOf(lines);
  const filled = blocks.flat();
  const isAsInFile = file?.continuesAtMargin === true && filled.some(({ indent }) => indent === file.usualIndent);
  const usual = isAsInFile ? file.usualIndent : usualIndentOf(blocks);
  const count = filled.filter(({ indent }) => indent > 0 && indent === usual).length;
  const continuesAtMargin = isAsInFile || (usual > 0 && blocks.some((block) => continuesAt(block, usual)));
  return {
    wrapWidth: wrapWidthOf(continuesAtMargin ? blocks.flatMap((block) => splitAt(block, usual)) : blocks),
    paragraphIndent: count >= filled.length * MIN_INDENTED_SHARE && !isProseAtMargin(blocks, usual) ? usual : 0,
    usualIndent: usual,
    continuesAtMargin,
    hasGaps: blocks.length >= filled.length * MIN_GAP_SHARE,
  };
}

/** Returns the most common indent. Lines are weighted by their width, because verse has many short ones. */
function usualIndentOf(blocks: readonly Line[][]): number {
  const weights = new Map<number, number>();
  for (const block of blocks)
    for (const [index, { indent, width }] of block.entries()) {
      if (indent === 0) continue;
      const continued = block[index + 1]?.indent === 0 ? MAX_WEIGHT_COLUMNS : 0;
      weights.set(indent, (weights.get(indent) ?? 0) + Math.min(width, MAX_WEIGHT_COLUMNS) + continued);
    }
  return [...weights].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

const continuesAt = (block: readonly Line[], usual: number) =>
  block.some((line, index) => line.indent === usual && block[index + 1]?.indent === 0);

/** Divides a block before each line with this indent. */
function splitAt(block: readonly Line[], indent: number): Line[][] {
  const parts: Line[][] = [];
  for (const line of block)
    if (parts.length === 0 || line.indent === indent) parts.push([line]);
    else parts.at(-1)?.push(line);
  return parts;
}

/**
 * Whether more paragraphs begin at the margin than at this indent. A block is a paragraph if its first line is long.
 */
function isProseAtMargin(blocks: readonly Line[][], usual: number): boolean {
  const widths = blocks
    .flat()
    .map(widthOf)
    .toSorted((a, b) => a - b);
  const usualWidth = Math.min(widths[Math.floor(widths.length * 0.95)] ?? 0, MAX_WEIGHT_COLUMNS);
  const long = blocks.flatMap(([first]) => (first && first.width > usualWidth * MIN_WIDE_SHARE ? [first] : []));
  const at = (column: number) => long.filter(({ indent }) => indent === column).length;
  return at(0) > at(usual);
}

/** Divides lines into blocks at empty lines. */
export function blocksOf(lines: readonly Line[]): Line[][] {
  const blocks: Line[][] = [];
  let current: Line[] = [];
  for (const line of lines)
    if (line.text !== '') current.push(line);
    else if (current.length > 0) {
      blocks.push(current);
      current = [];
    }
  if (current.length > 0) blocks.push(current);
  return blocks;
}

function wrapWidthOf(blocks: readonly Line[][]): number | undefined {
  const even = blocks.filter(
    (block) => block.length > 1 && block.slice(1).every(({ indent }) => indent === block[1]?.indent),
  );
  if (even.length === 0) return undefined;
  const widths = even.flatMap((block) => block.slice(0, -1).map(widthOf)).toSorted((a, b) => a - b);
  const width = widths[Math.floor(widths.length * 0.95)] ?? 0;
  if (width < MIN_WRAP_COLUMNS) return undefined;
  // Skips narrow blocks, which may be verse.
  const inner = even
    .filter((block) => block.some((line) => widthOf(line) > width * MIN_WIDE_SHARE))
    .flatMap((block) => block.slice(0, -1).map((line, index) => ({ line, next: block[index + 1] })));
  // If many lines are clearly wider, the text is not hard-wrapped, and the blocks with several lines are verse.
  const all = blocks.flat();
  if (all.filter((line) => line.width > width * CLEARLY_WIDER).length > all.length * MAX_WIDER_SHARE) return undefined;
  // A line that ends a sentence may end its paragraph as well.
  const continued = inner.filter(({ line }) => !endsSentence(line));
  const full = continued.filter(({ line, next }) => isFull(line, next, width));
  const isBroken =
    continued.length >= inner.length * MIN_CONTINUED_SHARE && full.length >= continued.length * MIN_FULL_SHARE;
  return isBroken ? width : undefined;
}

/** Whether a line had no room for the first word of the next one, with some tolerance. */
export function isFull(line: Line, next: Line | undefined, width: number): boolean {
  const word = /^\S+/u.exec(next?.text ?? '')?.[0] ?? '';
  const columns = /^[\u2e80-\u9fff]/u.test(word)
    ? 4
    : Math.min(/^[\uac00-\ud7a3]/u.test(word) ? word.length * 2 : word.length, 24);
  return line.indent + line.width + 1 + columns > width * 0.94;
}
