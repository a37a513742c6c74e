import { hash } from '#src/lib/hash.ts';
import type { ModuleGraph } from './module-graph.ts';

/** A hash of all code that a route's pages depend on, besides their data. */
export interface PageKey {
  /** Astro's name of the route, such as `/genres/[...rest]`. */
  readonly route: string;
  /** Source of the regular expression that matches the route's decoded paths. */
  readonly pattern: string;
  readonly key: string;
}

/** A route of the built site, in matching order. */
export interface BuiltRoute {
  readonly route: string;
  readonly pattern: string;
  /** Source file of the route, relative to the project. */
  readonly component: string;
  /** Style sheets and scripts that Astro adds to `<head>`. */
  readonly head: unknown;
}

export interface BuiltPages {
  readonly graph: ModuleGraph;
  readonly routes: readonly BuiltRoute[];
  /** Returns the content of a file of the built server, by its name in `graph.chunks`. */
  chunkText(file: string): string;
  /** Hash of all texts by area, in every language. */
  readonly texts: Readonly<Record<string, string>>;
  /** Names of browser files, by the module that they are built from. */
  readonly entryModules: Readonly<Record<string, string>>;
  /** Everything else that all pages depend on: packages, configuration, inline code. */
  readonly common: unknown;
  /** Modules that take part in rendering every page. */
  readonly everyPage: readonly string[];
}

/**
 * Computes each route's key. The key changes with every module, text, style sheet and browser file that the HTML of its
 * pages can contain or name. If in doubt, a key changes: everything that a module imports counts, even if no page uses
 * it.
 */
export function pageKeys(built: BuiltPages): PageKey[] {
  const { routes, common } = built;
  const all = hash(
    JSON.stringify([common, routes.map(({ route, pattern, component }) => [route, pattern, component])]),
    32,
  );
  return routes.map(({ route, pattern, component, head }) => {
    const modules = reachable(built, [component, ...built.everyPage]);
    const parts = [all, head, codeOf(built, modules), textsOf(built, modules), browserFilesOf(built, modules)];
    return { route, pattern, key: hash(JSON.stringify(parts), 16) };
  });
}

/** The given modules and all modules that they import, directly or indirectly. */
function reachable({ graph: { modules } }: BuiltPages, from: readonly string[]): ReadonlySet<string> {
  const visited = new Set<string>();
  const open = [...from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (visited.has(id)) continue;
    visited.add(id);
    open.push(...(modules[id]?.imports ?? []));
  }
  return visited;
}

const codeOf = ({ graph: { modules } }: BuiltPages, ids: ReadonlySet<string>) =>
  [...ids].sort().map((id) => [id, modules[id]?.hash]);

/**
 * The texts that modules use, by area. All texts are loaded together, so the module graph does not show which of them a
 * module uses. Its code names their areas.
 */
function textsOf({ graph: { modules }, texts }: BuiltPages, ids: ReadonlySet<string>) {
  const areas = new Set([...ids].flatMap((id) => modules[id]?.areas ?? []));
  return Object.entries(texts)
    .filter(([area]) => areas.has(area))
    .sort();
}

const BROWSER_FILE = /\/?_astro\/[\w.@-]+/g;

/**
 * Names of the browser files that islands and scripts of these modules load, and of other browser files that the built
 * code names.
 */
function browserFilesOf({ graph, entryModules, chunkText }: BuiltPages, ids: ReadonlySet<string>) {
  const entries = Object.entries(entryModules).filter(([id]) => ids.has(id.split('?')[0] ?? ''));
  const chunks = Object.entries(graph.chunks).filter(([, modules]) => modules.some((id) => ids.has(id)));
  const named = chunks.flatMap(([file]) => chunkText(file).match(BROWSER_FILE) ?? []);
  return [entries.sort(), [...new Set(named)].sort()];
}
