import { hash } from '#src/lib/hash.ts';
import type { ModuleGraph } from './module-graph.ts';

/** A key of all code that the pages of a route are made of, besides their data. */
export interface PageKey {
  /** Route as Astro names it, such as `/genres/[...rest]`. */
  readonly route: string;
  /** Source of the regular expression that its decoded paths match. */
  readonly pattern: string;
  readonly key: string;
}

/** A route of the built site, in the order in which routes are asked. */
export interface BuiltRoute {
  readonly route: string;
  readonly pattern: string;
  /** File of its page, relative to the project. */
  readonly component: string;
  /** Style sheets and scripts that Astro puts into its heads. */
  readonly head: unknown;
}

export interface BuiltPages {
  readonly graph: ModuleGraph;
  readonly routes: readonly BuiltRoute[];
  /** Text of each file of the built server, by the names of `graph.chunks`. */
  chunkText(file: string): string;
  /** Hash of all texts of an area, in every language. */
  readonly texts: Readonly<Record<string, string>>;
  /** Browser files by the module that they are made of. */
  readonly entryModules: Readonly<Record<string, string>>;
  /** All else that any page depends on: packages, configuration, what all pages have inline. */
  readonly common: unknown;
  /** Modules besides its own that each page is made by. */
  readonly everyPage: readonly string[];
}

/**
 * The key of each route. It changes with every module, text, style sheet and browser file that the HTML of its pages can
 * show or name, and rather too often than too seldom: with what a module imports, whether a page shows it or not.
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

/** The modules that these import, directly and by others. A module that nobody imports stands for itself. */
function reachable({ graph: { modules } }: BuiltPages, from: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [...from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...(modules[id]?.imports ?? []));
  }
  return found;
}

const codeOf = ({ graph: { modules } }: BuiltPages, ids: ReadonlySet<string>) =>
  [...ids].sort().map((id) => [id, modules[id]?.hash]);

/** Texts are loaded all together, so they count by the areas that modules name. */
function textsOf({ graph: { modules }, texts }: BuiltPages, ids: ReadonlySet<string>) {
  const areas = new Set([...ids].flatMap((id) => modules[id]?.areas ?? []));
  return Object.entries(texts)
    .filter(([area]) => areas.has(area))
    .sort();
}

const BROWSER_FILE = /\/?_astro\/[\w.@-]+/g;

/** What islands and scripts of these modules load, and what else the built code names. */
function browserFilesOf({ graph, entryModules, chunkText }: BuiltPages, ids: ReadonlySet<string>) {
  const entries = Object.entries(entryModules).filter(([id]) => ids.has(id.split('?')[0] ?? ''));
  const chunks = Object.entries(graph.chunks).filter(([, modules]) => modules.some((id) => ids.has(id)));
  const named = chunks.flatMap(([file]) => chunkText(file).match(BROWSER_FILE) ?? []);
  return [entries.sort(), [...new Set(named)].sort()];
}
