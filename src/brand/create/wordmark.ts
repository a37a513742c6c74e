import { readFile } from 'node:fs/promises';
import { create, type Font, type Glyph, type PathCommand } from 'fontkitten';
import { ConfigError } from '#src/lib/errors.ts';

/** A name as outlines, y downwards. */
export interface Wordmark {
  /** Each letter once; the unit of its path is `scale` px. */
  readonly paths: readonly string[];
  /** Which of the paths stand where in a line, in units; the baseline in px. */
  readonly lines: readonly { readonly letters: readonly { path: number; x: number }[]; readonly baseline: number }[];
  readonly scale: number;
  /** Of the widest line, px. */
  readonly width: number;
}

/** A line of text in units of its font, y upwards. */
interface Line {
  readonly letters: readonly { readonly letter: string; readonly glyph: Glyph; readonly x: number }[];
  readonly width: number;
}

interface Layout {
  readonly lines: readonly Line[];
  /** Font size, px. */
  readonly size: number;
}

/** Room for the name beside the sign, px. */
const MOST_WIDTH = 126;
const MOST_SIZE = { one: 21, two: 13 } as const;
/** A name on one line that would be smaller than this stands on two, where it has words to part. */
const LEAST_ON_ONE_LINE = 13;
/** Of a logo, px. */
const MIDDLE = 16;
/** Px of a unit of the paths. The finest counts by which a logo stays small enough; 0.04 is fine enough for the largest screens. */
const UNITS = [0.04, 0.07, 0.1, 0.14];
/** Of the paths, so that the whole logo has at most 8 KB. */
const MOST_LENGTH = 6200;

/**
 * Turns a name into outlines of a face, in one line or two, so that it fits beside the sign of a logo 32 px high.
 * @param files woff2 files of the face, each with other letters
 * @throws ConfigError for a letter that none of them has, and for a name whose outlines are too long
 */
export async function drawWordmark(name: string, files: readonly string[]): Promise<Wordmark> {
  const fonts = await Promise.all(files.map(async (file) => fontOf(await readFile(file))));
  const [first] = fonts;
  if (!first) throw new TypeError('no font files');
  const lineOf = (text: string) => outline(text, fonts);
  const one = layoutOf([lineOf(name)], first, MOST_SIZE.one);
  const parted = one.size >= LEAST_ON_ONE_LINE ? [] : splits(name).map((texts) => texts.map(lineOf));
  const layouts = [one, ...parted.map((lines) => layoutOf(lines, first, MOST_SIZE.two))];
  const [largest = one] = layouts.toSorted((a, b) => b.size - a.size);
  return place(largest, first);
}

function fontOf(content: Buffer): Font {
  const font = create(content);
  if (font.isCollection) throw new TypeError('a collection of fonts');
  return font;
}

/** Each way to part a name between two words. */
function splits(name: string): [string, string][] {
  const words = name.split(' ');
  return words.slice(1).map((_, index) => [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')]);
}

const widest = (lines: readonly Line[]) => Math.max(1, ...lines.map(({ width }) => width));

const layoutOf = (lines: readonly Line[], { unitsPerEm }: Font, most: number): Layout => ({
  lines,
  size: Math.min(most, (MOST_WIDTH * unitsPerEm) / widest(lines)),
});

function place({ lines, size }: Layout, { unitsPerEm, capHeight }: Font): Wordmark {
  const pixels = size / unitsPerEm;
  const between = size * 1.08;
  const top = MIDDLE + (capHeight * pixels) / 2 - ((lines.length - 1) * between) / 2;
  const known = new Map(lines.flatMap(({ letters }) => letters.map(({ letter, glyph }) => [letter, glyph])));
  const names = [...known.keys()];
  for (const scale of UNITS) {
    const paths = [...known.values()].map(({ path }) => pathOf(path.commands, pixels / scale));
    if (paths.join('').length > MOST_LENGTH) continue;
    const placed = lines.map(({ letters }, index) => ({
      letters: letters.map(({ letter, x }) => ({ path: names.indexOf(letter), x: Math.round((x * pixels) / scale) })),
      baseline: Number((top + index * between).toFixed(2)),
    }));
    return { paths, lines: placed, scale, width: widest(lines) * pixels };
  }
  throw new ConfigError(
    '--name: as a logo it would have more than 8 KB. Shorten it, or name a plainer face by --face.',
  );
}

function outline(text: string, fonts: readonly Font[]): Line {
  const letters: { letter: string; glyph: Glyph; x: number }[] = [];
  let width = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    const font = fonts.find((candidate) => candidate.hasGlyphForCodePoint(code));
    if (!font) throw new ConfigError(`--name: the face has no letter "${letter}". Name another face by --face.`);
    const glyph = font.glyphForCodePoint(code);
    if (glyph.path.commands.length > 0) letters.push({ letter, glyph, x: width });
    width += glyph.advanceWidth;
  }
  return { letters, width };
}

const LETTERS = { moveTo: 'm', lineTo: 'l', quadraticCurveTo: 'q', bezierCurveTo: 'c', closePath: 'z' } as const;

/** An SVG path in whole numbers, each relative to the point before, y downwards. What moves by a unit at most is left out. */
function pathOf(commands: readonly PathCommand[], scale: number): string {
  let path = '';
  let [x, y] = [0, 0];
  let start: readonly [number, number] = [0, 0];
  for (const { command, args } of commands) {
    const points = args.map((value, index) => Math.round(index % 2 === 0 ? value * scale : -value * scale));
    const moves = points.map((value, index) => value - (index % 2 === 0 ? x : y));
    if (command !== 'moveTo' && moves.length > 0 && moves.every((move) => Math.abs(move) <= 1)) continue;
    path +=
      command === 'quadraticCurveTo' && isStraight(moves)
        ? written('l', moves.slice(2))
        : written(LETTERS[command], moves);
    [x, y] = command === 'closePath' ? start : [points.at(-2) ?? x, points.at(-1) ?? y];
    if (command === 'moveTo') start = [x, y];
  }
  return path;
}

/** Whether a curve is less than half a unit beside the line to its end. */
function isStraight([controlX = 0, controlY = 0, x = 0, y = 0]: readonly number[]): boolean {
  return Math.abs(controlX * y - controlY * x) < Math.hypot(x, y);
}

function written(letter: string, moves: readonly number[]): string {
  const [dx = 0, dy = 0] = moves;
  if (letter === 'l' && dx === 0) return `v${dy}`;
  if (letter === 'l' && dy === 0) return `h${dx}`;
  return letter + moves.join(' ').replaceAll(' -', '-');
}
