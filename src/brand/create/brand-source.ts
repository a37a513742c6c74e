import type { BrandData } from '../schema.ts';
import type { Face } from './faces.ts';

/** Shows the motif of the brand's images before each heading. */
export const LAYOUT_CSS = `/* Tiles: a quarter of a disc before each heading, as in the pictures. */

.shelf-head h2::before {
  display: inline-block;
  width: 0.62em;
  height: 0.62em;
  margin-inline-end: 0.4em;
  border-start-end-radius: 100%;
  background: var(--accent);
  content: "";
}
`;

const MAX_COLUMNS = 120;

/** Generates the text of a `brand.ts`, formatted like the project's formatter would. */
export function brandSource(data: BrandData, { name, face }: { name: string; face: Face }): string {
  const { displayFace, ...fields } = data;
  const files = `fontsource(${[literal(name), face.weight, ...subsets(face)].join(', ')})`;
  const faceText = `{ family: ${literal(displayFace.family)}, fallback: ${literal(displayFace.fallback)}, files: ${files} }`;
  const lines = Object.entries(fields).flatMap(([key, value]) => [
    ...(key === 'hosts' ? [`  displayFace: ${faceText},`] : []),
    ...(key === 'catalogue'
      ? ['  // Shows every book, including the demo books. Remove this once books are assigned to the brand.']
      : []),
    ...field(key, value),
  ]);
  return [
    `import { defineBrand } from '#src/brand/define.ts';`,
    `import { fontsource } from '#src/brand/fontsource.ts';`,
    '',
    'export default defineBrand({',
    ...lines,
    '});',
    '',
  ].join('\n');
}

/** Most fonts include Vietnamese, so `fontsource` uses it by default. */
const subsets = ({ more }: Face) => (more.length === 2 ? [] : [literal(more)]);

function field(key: string, value: unknown): string[] {
  const line = `  ${key}: ${literal(value)},`;
  if (line.length <= MAX_COLUMNS) return [line];
  if (Array.isArray(value)) return [`  ${key}: [`, ...value.map((entry) => `    ${literal(entry)},`), '  ],'];
  return [`  ${key}:`, `    ${literal(value)},`];
}

function literal(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).map(([key, entry]) => `${key}: ${literal(entry)}`);
  return `{ ${entries.join(', ')} }`;
}

/** Quotes a text in single quotes, or in double quotes if that avoids escapes. */
function quoted(text: string): string {
  if (text.includes("'") && !text.includes('"')) return JSON.stringify(text);
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner}'`;
}
