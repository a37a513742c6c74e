import type { CreatedPalette, Tones } from './palette.ts';
import { anyShape, diceOf, largeShape, shapePath, sign } from './tiles.ts';
import type { Wordmark } from './wordmark.ts';

/** The input for a brand's drawings. */
interface Design {
  /** Seed of the pattern, so that each brand has a different one. */
  readonly id: string;
  readonly palette: CreatedPalette;
  readonly wordmark: Wordmark;
}

/** SVG texts by file name below `assets/`. */
export const drawPictures = (design: Design): Readonly<Record<string, string>> => ({
  'logo.svg': logo(design),
  'icon.svg': icon(design),
  'cover.svg': cover(design),
  'header.svg': header(design),
  'not-found.svg': notFound(design),
  'empty.svg': empty(design),
});

function svg(width: number, height: number, shapes: readonly string[], more = ''): string {
  const lines = shapes.filter(Boolean).map((shape) => `  ${shape}\n`);
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}${more}>\n${lines.join('')}</svg>\n`;
}

const rect = (x: number, y: number, width: number, height: number, fill: string, rx = 0) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}"${rx ? ` rx="${rx}"` : ''} fill="${fill}"/>`;

const filled = (path: string, fill: string) => (path ? `<path d="${path}" fill="${fill}"/>` : '');

const LOGO = { sign: 26, left: 3, text: 37, least: 90, most: 170 } as const;

function logo({ id, palette: { onGround }, wordmark }: Design): string {
  const { paths, lines, scale, width } = wordmark;
  const whole = Math.min(LOGO.most, Math.max(LOGO.least, Math.ceil(LOGO.text + width + LOGO.left)));
  const letters = paths.map((path, index) => `<path id="l${index}" d="${path}"/>`);
  const text = lines.map(
    (line) =>
      `<g transform="translate(${LOGO.text} ${line.baseline}) scale(${scale})" fill="${onGround.ink}">` +
      `${line.letters.map(({ path, x }) => `<use href="#l${path}" x="${x}"/>`).join('')}</g>`,
  );
  const defined = `<defs>${letters.join('')}</defs>`;
  return svg(whole, 32, [defined, sign(id, LOGO.left, LOGO.left, LOGO.sign, onGround), ...text]);
}

function icon({ id, palette: { onGround } }: Design): string {
  return svg(512, 512, [rect(0, 0, 512, 512, onGround.ground, 96), sign(id, 106, 106, 300, onGround)]);
}

/** Side length of a cover tile in px. Five fit side by side. */
const COVER_TILE = 80;
const COVER_COLUMNS = 5;

function cover({ id, palette: { onGround } }: Design): string {
  const dice = diceOf(`cover of ${id}`);
  const { ground, deep, raised, strong, soft, accent } = onGround;
  const shapes: string[] = [];
  for (const [row, density] of [4, 7, 10].entries()) {
    for (let column = 0; column < COVER_COLUMNS; column += 1) {
      const [x, y] = [column * COVER_TILE, 360 + row * COVER_TILE];
      if (row > 0) shapes.push(rect(x, y, COVER_TILE, COVER_TILE, (row + column) % 2 === 0 ? deep : raised));
      if (dice(10) >= density) continue;
      const fill = [strong, soft, accent, strong, soft, strong][dice(6)] ?? strong;
      shapes.push(filled(shapePath(anyShape(dice), x, y, COVER_TILE), fill));
    }
  }
  return svg(400, 600, [rect(0, 0, 400, 600, ground), sign(id, 42, 40, 48, onGround), ...shapes]);
}

const HEADER_TILE = 60;

function header({ id, palette: { onGround } }: Design): string {
  const dice = diceOf(`header of ${id}`);
  const paths = { deep: '', raised: '' };
  for (let x = 10; x + HEADER_TILE <= 1600; x += HEADER_TILE) {
    for (const y of [0, HEADER_TILE]) {
      const tone = (['deep', 'raised', undefined] as const)[dice(3)];
      if (tone) paths[tone] += shapePath(anyShape(dice), x, y, HEADER_TILE);
    }
  }
  const shapes = [filled(paths.deep, onGround.deep), filled(paths.raised, onGround.raised)];
  const slice = ' preserveAspectRatio="xMidYMid slice"';
  return svg(1600, 120, [rect(0, 0, 1600, 120, onGround.ground), ...shapes], slice);
}

const dashed = (x: number, y: number, s: number, stroke: string) =>
  `<rect x="${x}" y="${y}" width="${s}" height="${s}" fill="none" stroke="${stroke}" stroke-width="3" stroke-dasharray="8 7" stroke-linecap="round"/>`;

const line = (path: string, stroke: string, width: number, dashes = '') =>
  `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round"${dashes && ` stroke-dasharray="${dashes}"`}/>`;

const toneOf = ({ strong, soft, accent }: Tones, index: number) =>
  [strong, soft, accent, soft, strong, soft][index % 6] ?? soft;

/** The image for missing pages: a pattern with one tile missing. */
function notFound({ id, palette: { alone } }: Design): string {
  const dice = diceOf(`lost by ${id}`);
  const s = 72;
  const gap = 7;
  const tiles: string[] = [];
  for (let index = 0; index < 12; index += 1) {
    const [x, y] = [60 + (index % 4) * s, 40 + Math.floor(index / 4) * s];
    if (index === gap) tiles.push(dashed(x + 5, y + 5, s - 10, alone.soft));
    else tiles.push(filled(shapePath(largeShape(dice), x, y, s), toneOf(alone, dice(6))));
  }
  const fallen = `<g transform="rotate(21 400 276)">${filled(shapePath('leaf0', 364, 240, s), alone.accent)}</g>`;
  return svg(480, 360, [
    ...tiles,
    line('M352 148C396 154 408 190 404 222', alone.soft, 4, '1 11'),
    fallen,
    line('M40 322H440', alone.strong, 6),
  ]);
}

/** The image for empty pages: a pattern with only its first tiles. */
function empty({ id, palette: { alone } }: Design): string {
  const dice = diceOf(`nothing of ${id}`);
  const s = 48;
  const tiles: string[] = [];
  for (let index = 0; index < 6; index += 1) {
    const [x, y] = [48 + (index % 3) * s, 30 + Math.floor(index / 3) * s];
    if (index === 3 || index === 4)
      tiles.push(filled(shapePath(largeShape(dice), x, y, s), index === 3 ? alone.strong : alone.accent));
    else tiles.push(dashed(x + 4, y + 4, s - 8, alone.soft));
  }
  return svg(240, 180, [...tiles, line('M32 144H208', alone.strong, 4)]);
}
