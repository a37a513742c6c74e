import type { Finding } from './finding.ts';
import { type Module, partOf, resolveImport } from './modules.ts';
import { BROWSER_PARTS, SERVER_PACKAGES } from './rules.ts';
import type { Import } from './scan.ts';

type Graph = ReadonlyMap<string, Module>;

/** Finds what a browser may load and yet, by its own imports or those of what it imports, needs a server. */
export function reachServerCode(modules: readonly Module[]): Finding[] {
  const graph: Graph = new Map(modules.map((module) => [module.path, module]));
  return modules
    .filter(({ path }) => path.startsWith('src/') && BROWSER_PARTS.includes(partOf(path)) && !isServerFile(path))
    .flatMap((module) => module.imports.flatMap((entry) => reachFrom(module.path, entry, graph)));
}

function reachFrom(file: string, entry: Import, graph: Graph): Finding[] {
  const chain = chainToServer(file, entry, graph, new Set([file]));
  if (!chain) return [];
  return [
    {
      file,
      line: entry.line,
      rule: `${partOf(file)} runs in browsers, and this reaches ${chain.join(' -> ')}`,
      remedy: 'Move what needs the server to a *.server.ts or to a module of its own, and import that from the server.',
    },
  ];
}

/** @returns the modules from this import to the server's, at least one; undefined where it leads to none */
function chainToServer(from: string, entry: Import, graph: Graph, seen: Set<string>): string[] | undefined {
  if (entry.typeOnly) return undefined;
  const target = resolveImport(entry.specifier, from);
  if (target.kind === 'node') return [entry.specifier];
  if (target.kind === 'package') return SERVER_PACKAGES.includes(target.name) ? [target.name] : undefined;
  if (target.kind !== 'file' || seen.has(target.path)) return undefined;
  if (isServerFile(target.path)) return [target.path];
  seen.add(target.path);
  for (const next of graph.get(target.path)?.imports ?? []) {
    const chain = chainToServer(target.path, next, graph, seen);
    if (chain) return [target.path, ...chain];
  }
  return undefined;
}

function isServerFile(path: string): boolean {
  return /\.server\.ts$/.test(path);
}
