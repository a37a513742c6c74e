import { BROWSER_PARTS, PLAIN_NODE_PARTS } from '../../.dependency-cruiser.mjs';
import type { Finding } from './finding.ts';
import type { Import } from './imports.ts';

const MARKS = /(<!-- picture:parts -->\n)[\s\S]*?(<!-- end -->)/;
const PART = /^src\/(browser\/[^/]+|[^/.]+)(?:\/|\.ts$)|^(brands)\//;

/** Where a part runs, and the colour that says so: fill, then line. */
const PLACES = {
  browser: ['#fde8d0', '#b45309'],
  node: ['#dbeafe', '#1d4ed8'],
  both: ['#dcfce7', '#15803d'],
  pages: ['#f3e8ff', '#7e22ce'],
} as const;

/**
 * The parts of the code and who imports whom, as a flowchart of Mermaid. An import that others lead to as well is left
 * out: of a, b and c, where a imports both and b imports c, the line from a to c.
 */
export function drawParts(imports: readonly Import[]): string {
  const graph = partsOf(imports);
  const parts = [...graph.keys()].sort();
  const all = parts.flatMap((from) => [...(graph.get(from) ?? [])].sort().map((to) => ({ from, to })));
  // One after the other: of parts that import each other, one keeps the line to a third.
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

/** Puts the picture between its marks in a page of docs. @throws {Error} where the page has no marks */
export function fillPicture(page: string, picture: string): string {
  if (!MARKS.test(page)) throw new Error('There is no <!-- picture:parts --> followed by <!-- end -->.');
  return page.replace(MARKS, (_all, open: string, close: string) => `${open}${picture}${close}`);
}

/** What is wrong with the picture in a page of docs: that it is not the one of today. */
export function checkPicture(file: string, page: string, picture: string): Finding[] {
  if (page === fillPicture(page, picture)) return [];
  const line = page.slice(0, MARKS.exec(page)?.index).split('\n').length;
  const remedy = 'Draw it anew: npm test -- --only checks -- --write';
  return [{ file, line, rule: 'the picture of the parts is out of date', remedy }];
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

/** Whether another way than the line itself leads from one part to another. */
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
  const [isBrowser, isNode] = [BROWSER_PARTS.includes(part), PLAIN_NODE_PARTS.includes(part) || part === 'brands'];
  if (isBrowser && isNode) return 'both';
  if (isBrowser) return 'browser';
  return isNode ? 'node' : 'pages';
}

const idOf = (part: string) => part.replaceAll('/', '-');
