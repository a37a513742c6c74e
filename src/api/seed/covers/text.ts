import { escapeHtml } from '#src/lib/text.ts';

export type Face = 'serif' | 'sans' | 'condensed';

/** The box for a title. */
export interface TitleBox {
  readonly x: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly face: Face;
  readonly fill: string;
  readonly upper?: boolean;
  readonly italic?: boolean;
  /** Maximum font size in px. */
  readonly largest: number;
  /** Whether the title is at the bottom of the box instead of at the top. */
  readonly low?: boolean;
}

export interface AuthorLine {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly face: Face;
  readonly fill: string;
  readonly spaced?: boolean;
}

const FAMILIES: Readonly<Record<Face, string>> = {
  serif: 'font-family="Georgia,Liberation Serif,serif" font-weight="700"',
  sans: 'font-family="Avenir Next,Helvetica Neue,Arial,sans-serif" font-weight="800"',
  condensed: 'font-family="Arial Narrow,Liberation Sans Narrow,Roboto Condensed,sans-serif" font-weight="700"',
};

/** Widths of bold letters in em, for the widest font of each stack. */
const WIDTHS: readonly (readonly [letters: RegExp, em: number])[] = [
  [/[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]/, 1.04],
  [/[mwMWÆŒ@%—]/, 0.98],
  [/[A-ZÀ-ÞĐΩ&]/, 0.76],
  [/[ijlfrtI.,:;'’!|()[\]-]/, 0.4],
  [/[a-zß-ÿāăđơư0-9?]/, 0.62],
  [/\s/, 0.28],
];
const OTHER = 0.64;
const FACTOR: Readonly<Record<Face, number>> = { serif: 1, sans: 1, condensed: 0.86 };

export function widthOf(text: string, face: Face): number {
  const em = [...text].reduce(
    (sum, letter) => sum + (WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? OTHER),
    0,
  );
  return em * FACTOR[face];
}

const LEADING = 1.12;
const MAX_LINES = 6;

export interface Setting {
  readonly size: number;
  readonly lines: readonly string[];
}

/** Breaks a title into lines so that it fits its box at the largest possible size. */
export function setTitle(title: string, box: TitleBox): Setting {
  const text = box.upper ? title.toUpperCase() : title;
  const settings = Array.from({ length: MAX_LINES }, (_, index) =>
    settingOf(breakInto(piecesOf(text), index + 1, box.face), box),
  );
  return settings.reduce((best, setting) => (setting.size > best.size * 1.04 ? setting : best));
}

function settingOf(lines: readonly string[], { width, height, face, largest }: TitleBox): Setting {
  const widest = Math.max(...lines.map((line) => widthOf(line, face)), 0.1);
  const size = Math.min(largest, width / widest, height / (lines.length * LEADING));
  return { lines, size: Math.floor(size * 10) / 10 };
}

/** Splits a text into words, or into characters in scripts without spaces. */
const piecesOf = (text: string) => text.match(/[\u2e80-\u9fff](?:[，。：、])?|[^\s\u2e80-\u9fff]+\s*/gu) ?? [text];

/** Breaks a text into at most `count` lines, so that the longest one is as short as possible. */
function breakInto(pieces: readonly string[], count: number, face: Face): string[] {
  let [low, high] = [Math.max(...pieces.map((piece) => widthOf(piece.trim(), face))), widthOf(pieces.join(''), face)];
  for (let step = 0; step < 12; step += 1) {
    const middle = (low + high) / 2;
    if (fillLines(pieces, middle, face).length <= count) high = middle;
    else low = middle;
  }
  return fillLines(pieces, high, face);
}

function fillLines(pieces: readonly string[], width: number, face: Face): string[] {
  const lines: string[] = [];
  for (const piece of pieces) {
    const longer = (lines.at(-1) ?? '') + piece;
    if (lines.length > 0 && widthOf(longer.trimEnd(), face) <= width) lines[lines.length - 1] = longer;
    else lines.push(piece);
  }
  return lines.map((line) => line.trimEnd());
}

const round = (value: number) => Math.round(value * 10) / 10;

export function titleSvg(title: string, box: TitleBox): string {
  const { size, lines } = setTitle(title, box);
  const block = lines.length * size * LEADING;
  const first = (box.low ? box.top + box.height - block : box.top) + size * 0.86;
  const spans = lines.map(
    (line, index) => `<tspan x="${box.x}" y="${round(first + index * size * LEADING)}">${escapeHtml(line)}</tspan>`,
  );
  const style = `${FAMILIES[box.face]} font-size="${size}"${box.italic ? ' font-style="italic"' : ''}`;
  return `<text ${style} fill="${box.fill}" text-anchor="${box.anchor}">${spans.join('')}</text>`;
}

const AUTHOR_SIZE = 21;

export function authorSvg(author: string, line: AuthorLine): string {
  const text = line.spaced ? author.toUpperCase() : author;
  const spacing = line.spaced ? 2 : 0;
  const size = Math.min(AUTHOR_SIZE, (line.width - spacing * text.length) / widthOf(text, line.face));
  const style = `${FAMILIES[line.face]} font-size="${round(size)}"${spacing > 0 ? ` letter-spacing="${spacing}"` : ''}`;
  return `<text ${style} fill="${line.fill}" text-anchor="${line.anchor}" x="${line.x}" y="${line.y}">${escapeHtml(text)}</text>`;
}
