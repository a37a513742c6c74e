/** The layers of highlights in the text. Later layers cover earlier ones. */
export const LAYERS = [
  'lectern-yellow',
  'lectern-green',
  'lectern-blue',
  'lectern-rose',
  'lectern-read',
  'lectern-find',
  'lectern-found',
  'lectern-quote',
] as const;
export type Layer = (typeof LAYERS)[number];

/** Highlights passages without changing the DOM (CSS Custom Highlight API). Replaces the layer's previous ranges. */
export function paint(layer: Layer, ranges: readonly Range[]): void {
  const highlights = globalThis.CSS?.highlights;
  if (!highlights) paintBlocks(layer, ranges);
  else if (ranges.length === 0) highlights.delete(layer);
  else highlights.set(layer, highlightOf(layer, ranges));
}

function highlightOf(layer: Layer, ranges: readonly Range[]): Highlight {
  // paint() has checked for support.
  const highlight = new Highlight(...ranges);
  highlight.priority = LAYERS.indexOf(layer);
  return highlight;
}

const painted = new Map<Layer, Set<Element>>();

/** Marks the paragraphs that contain the passages, for browsers without the CSS Custom Highlight API. */
function paintBlocks(layer: Layer, ranges: readonly Range[]): void {
  for (const block of painted.get(layer) ?? []) block.removeAttribute('data-painted');
  const blocks = new Set(
    ranges.map(({ startContainer }) => blockAround(startContainer)).filter((block) => block !== null),
  );
  for (const block of blocks) block.setAttribute('data-painted', layer);
  painted.set(layer, blocks);
}

const blockAround = (node: Node): Element | null => node.parentElement?.closest('p, li, h1, h2, h3, h4, div') ?? null;

const SHOWN_MS = 4000;
let fading: ReturnType<typeof setTimeout> | undefined;

/** Highlights a passage briefly to draw attention to it. */
export function flash(range: Range): void {
  clearTimeout(fading);
  paint('lectern-quote', [range]);
  fading = setTimeout(() => paint('lectern-quote', []), SHOWN_MS);
}
