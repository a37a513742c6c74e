import { BROWSER_PARTS, PLAIN_NODE_PARTS } from '../../.dependency-cruiser.mjs';
import type { Import } from './imports.ts';

/**
 * Matches a path and captures the part of the code that it belongs to: a folder of src/ with its subfolders, or
 * brands/.
 */
const PART = /^src\/([^/.]+)(?:\/|\.ts$)|^(brands)\//;

/** Places where a part of the code runs, with their fill and line colours. */
const PLACES = {
  browser: ['#fde8d0', '#b45309'],
  node: ['#dbeafe', '#1d4ed8'],
  both: ['#dcfce7', '#15803d'],
  pages: ['#f3e8ff', '#7e22ce'],
} as const;

/**
 * Draws the parts of the code and their imports as a Mermaid flowchart. Lines that follow from other lines are omitted:
 * if a imports b and c, and b imports c, there is no line from a to c.
 */
export function drawParts(imports: readonly Import[]): string {
  const graph = partsOf(imports);
  const parts = [...graph.keys()].sort();
  const all = parts.flatMap((from) => [...(graph.get(from) ?? [])].sort().map((to) => ({ from, to })));
  // Removes one line at a time. Otherwise, if two parts import each other, both could lose their line to a third part.
  for (const { from, to } of all) if (leadsAround(graph, from, to)) graph.get(from)?.delete(to);
  const lines = all.filter(({ from, to }) => graph.get(from)?.has(to));
  return [
    '```mermaid',
    'flowchart TD',
    ...parts.map((part) => `  ${idOf(part)}["${part}"]:::${placeOf(part)}`),
    ...lines.map(({ from, to }) => `  ${idOf(from)} --> ${idOf(to)}`),
    ...Object.entries(PLACES).map(([place, [fill, stroke]]) => {
      return `  classDef ${place} fill:${fill},stroke:${stroke},color:#111`;
    }),
    '```',
    '',
  ].join('\n');
}

function partsOf(imports: readonly Import[]): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  const own = (part: string) => graph.get(part) ?? graph.set(part, new Set()).get(part);
  for (const [from, to] of imports.map((one) => [partOf(one.from), partOf(one.to)])) {
    if (from === undefined || to === undefined || from === to) continue;
    own(from)?.add(to);
    own(to);
  }
  return graph;
}

const partOf = (path: string) => {
  if (path.endsWith('.d.ts')) return undefined;
  const match = PART.exec(path);
  return match?.[1] ?? match?.[2];
};

/** Whether there is a path between two parts in addition to the direct line. */
function leadsAround(graph: ReadonlyMap<string, ReadonlySet<string>>, from: string, to: string): boolean {
  const reached = new Set([from]);
  const waiting = [...(graph.get(from) ?? [])].filter((part) => part !== to);
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (part === to) return true;
    if (reached.has(part)) continue;
    reached.add(part);
    waiting.push(...(graph.get(part) ?? []));
  }
  return false;
}

function placeOf(part: string): keyof typeof PLACES {
  const has = (parts: readonly string[]) => parts.some((one) => one === part || one.startsWith(`${part}/`));
  const [isBrowser, isNode] = [has(BROWSER_PARTS), has(PLAIN_NODE_PARTS) || part === 'brands'];
  if (isBrowser && isNode) return 'both';
  if (isBrowser) return 'browser';
  return isNode ? 'node' : 'pages';
}

const idOf = (part: string) => part.replaceAll('/', '-');
