import { readFile } from 'node:fs/promises';
import { create, type Font, type Glyph, type PathCommand } from 'fontkitten';
import { ConfigError } from '#src/lib/errors.ts';

/** A name as outlines, with y pointing down. */
export interface Wordmark {
  /** One path per distinct letter. One unit of the path is `scale` px. */
  readonly paths: readonly string[];
  /** For each line, the index and the x position (in units) of the path of each letter, and the baseline in px. */
  readonly lines: readonly { readonly letters: readonly { path: number; x: number }[]; readonly baseline: number }[];
  readonly scale: number;
  /** Width of the widest line in px. */
  readonly width: number;
}

/** A line of text in font units, with y pointing up. */
interface Line {
  readonly letters: readonly { readonly letter: string; readonly glyph: Glyph; readonly x: number }[];
  readonly width: number;
}

interface Layout {
  readonly lines: readonly Line[];
  /** Font size in px. */
  readonly size: number;
}

/** Space for the name next to the tiles, in px. */
const MAX_WIDTH_PX = 126;
const MAX_SIZE_PX = { one: 21, two: 13 } as const;
/** If a name with several words would be smaller than this on one line, it is split into two lines. */
const MIN_ONE_LINE_SIZE_PX = 13;
/** Vertical middle of a logo in px. */
const MIDDLE = 16;
/**
 * Px per path unit. The logo uses the smallest unit with which its file stays below the limit; 0.04 is fine enough for
 * the largest screens.
 */
const UNITS = [0.04, 0.07, 0.1, 0.14];
/** Maximum total length of the paths. It keeps the whole logo file below 8 KB. */
const MAX_PATHS_LENGTH = 6200;

/**
 * Converts a name to outlines of a font, in one or two lines that fit next to the tiles of a 32 px high logo.
 * @param files woff2 files of the font, each with different characters
 * @throws ConfigError for a character that is in none of the files, or a name whose outlines are too long
 */
export async function drawWordmark(name: string, files: readonly string[]): Promise<Wordmark> {
  const fonts = await Promise.all(files.map(async (file) => fontOf(await readFile(file))));
  const [first] = fonts;
  if (!first) throw new TypeError('no font files');
  const lineOf = (text: string) => outline(text, fonts);
  const singleLine = layoutOf([lineOf(name)], first, MAX_SIZE_PX.one);
  const parted = singleLine.size >= MIN_ONE_LINE_SIZE_PX ? [] : splits(name).map((texts) => texts.map(lineOf));
  const layouts = [singleLine, ...parted.map((lines) => layoutOf(lines, first, MAX_SIZE_PX.two))];
  const [largest = singleLine] = layouts.toSorted((a, b) => b.size - a.size);
  return place(largest, first);
}

function fontOf(content: Buffer): Font {
  const font = create(content);
  if (font.isCollection) throw new TypeError('a collection of fonts');
  return font;
}

/** Every way to split a name between two words. */
function splits(name: string): [string, string][] {
  const words = name.split(' ');
  return words.slice(1).map((_, index) => [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')]);
}

const widest = (lines: readonly Line[]) => Math.max(1, ...lines.map(({ width }) => width));

const layoutOf = (lines: readonly Line[], { unitsPerEm }: Font, most: number): Layout => ({
  lines,
  size: Math.min(most, (MAX_WIDTH_PX * unitsPerEm) / widest(lines)),
});

function place({ lines, size }: Layout, { unitsPerEm, capHeight }: Font): Wordmark {
  const pixels = size / unitsPerEm;
  const between = size * 1.08;
  const top = MIDDLE + (capHeight * pixels) / 2 - ((lines.length - 1) * between) / 2;
  const glyphs = new Map(lines.flatMap(({ letters }) => letters.map(({ letter, glyph }) => [letter, glyph])));
  const names = [...glyphs.keys()];
  for (const scale of UNITS) {
    const paths = [...glyphs.values()].map(({ path }) => pathOf(path.commands, pixels / scale));
    if (paths.join('').length > MAX_PATHS_LENGTH) continue;
    const placed = lines.map(({ letters }, index) => ({
      letters: letters.map(({ letter, x }) => ({ path: names.indexOf(letter), x: Math.round((x * pixels) / scale) })),
      baseline: Number((top + index * between).toFixed(2)),
    }));
    return { paths, lines: placed, scale, width: widest(lines) * pixels };
  }
  throw new ConfigError(
    '--name: as a logo it would have more than 8 KB. Shorten it, or choose a plainer face with --face.',
  );
}

function outline(text: string, fonts: readonly Font[]): Line {
  const letters: { letter: string; glyph: Glyph; x: number }[] = [];
  let width = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    const font = fonts.find((candidate) => candidate.hasGlyphForCodePoint(code));
    if (!font) throw new ConfigError(`--name: the face has no letter "${letter}". Choose another face with --face.`);
    const glyph = font.glyphForCodePoint(code);
    if (glyph.path.commands.length > 0) letters.push({ letter, glyph, x: width });
    width += glyph.advanceWidth;
  }
  return { letters, width };
}

const LETTERS = { moveTo: 'm', lineTo: 'l', quadraticCurveTo: 'q', bezierCurveTo: 'c', closePath: 'z' } as const;

/** Writes an SVG path in relative whole numbers, with y pointing down. Omits moves of at most one unit. */
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

/** Whether a curve deviates by less than half a unit from a straight line to its end. */
function isStraight([controlX = 0, controlY = 0, x = 0, y = 0]: readonly number[]): boolean {
  return Math.abs(controlX * y - controlY * x) < Math.hypot(x, y);
}

function written(letter: string, moves: readonly number[]): string {
  const [dx = 0, dy = 0] = moves;
  if (letter === 'l' && dx === 0) return `v${dy}`;
  if (letter === 'l' && dy === 0) return `h${dx}`;
  return letter + moves.join(' ').replaceAll(' -', '-');
}
