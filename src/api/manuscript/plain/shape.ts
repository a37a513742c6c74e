import { endsSentence, type Line } from './lines.ts';

/** The layout of a file, measured from all lines. */
export interface Shape {
  /** Columns at which lines were broken, or undefined if they were not. */
  readonly wrapWidth: number | undefined;
  /** Indent of the first line of most paragraphs; 0 if they have none. */
  readonly paragraphIndent: number;
  /** Whether empty lines separate paragraphs. */
  readonly hasGaps: boolean;
}

/** Minimum share of lines with no room for the next word in a hard-wrapped text. */
const MIN_FULL_SHARE = 0.7;
/** Minimum share of lines that end within a sentence in a hard-wrapped text. */
const MIN_CONTINUED_SHARE = 0.3;
/** A narrower text is verse. */
const MIN_WRAP_COLUMNS = 30;
const MIN_INDENTED_SHARE = 0.4;
/** Minimum share of lines that follow an empty line in a text whose paragraphs are separated by empty lines. */
const MIN_GAP_SHARE = 0.5;

export function shapeOf(lines: readonly Line[]): Shape {
  const blocks = blocksOf(lines);
  const filled = blocks.flat();
  const indents = new Map<number, number>();
  for (const { indent } of filled) if (indent > 0) indents.set(indent, (indents.get(indent) ?? 0) + 1);
  const [usual, count] = [...indents].toSorted((a, b) => b[1] - a[1])[0] ?? [0, 0];
  return {
    wrapWidth: wrapWidthOf(blocks),
    paragraphIndent: count >= filled.length * MIN_INDENTED_SHARE ? usual : 0,
    hasGaps: blocks.length >= filled.length * MIN_GAP_SHARE,
  };
}

/** Runs of lines between empty ones. */
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
  const inner = blocks
    .filter((block) => block.length > 1 && block.slice(1).every(({ indent }) => indent === block[1]?.indent))
    .flatMap((block) => block.slice(0, -1).map((line, index) => ({ line, next: block[index + 1] })));
  if (inner.length === 0) return undefined;
  const widths = inner.map(({ line }) => line.width + line.indent).toSorted((a, b) => a - b);
  const width = widths[Math.floor(widths.length * 0.95)] ?? 0;
  if (width < MIN_WRAP_COLUMNS) return undefined;
  // A line that ends a sentence may end its paragraph as well.
  const continued = inner.filter(({ line }) => !endsSentence(line));
  const full = continued.filter(({ line, next }) => isFull(line, next, width));
  const isBroken =
    continued.length >= inner.length * MIN_CONTINUED_SHARE && full.length >= continued.length * MIN_FULL_SHARE;
  return isBroken ? width : undefined;
}

/** Whether the line had no room for the first word of the next one, with some tolerance. */
export function isFull(line: Line, next: Line | undefined, width: number): boolean {
  const word = /^\S+/u.exec(next?.text ?? '')?.[0] ?? '';
  const columns = /^[\u2e80-\u9fff\uac00-\ud7a3]/u.test(word) ? 4 : Math.min(word.length, 24);
  return line.indent + line.width + 1 + columns > width * 0.94;
}
