import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { hash } from '#src/lib/hash.ts';

/** The bundler's module graph for the pages. Paths are relative to the project. */
export interface ModuleGraph {
  /** The project's own modules. Packages are covered by the lockfile. */
  readonly modules: Readonly<Record<string, GraphModule>>;
  /** Ids of the modules in each file of the built server. */
  readonly chunks: Readonly<Record<string, readonly string[]>>;
}

export interface GraphModule {
  /** Hash of the module's code. */
  readonly hash: string;
  readonly imports: readonly string[];
  /** Text areas that the module uses. */
  readonly areas: readonly string[];
}

/** Name of the graph's file, next to the built server's files. */
export const MODULE_GRAPH = 'modules.json';

/** Finds the areas named in calls such as `t('area:key')` and `textsOf(locale, 'area')`. */
export function areasIn(code: string): string[] {
  const keys = code.matchAll(/["'`](\w+):[\w$-]/g);
  const areaCalls = code.matchAll(/\btextsOf\([^()]*,\s*["'`](\w+)["'`]\)/g);
  return [...new Set([...keys, ...areaCalls].map(([, area = '']) => area))].sort();
}

interface ModuleInfo {
  readonly code: string | null;
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
}

interface PluginContext {
  getModuleIds(): Iterable<string>;
  getModuleInfo(id: string): ModuleInfo | null;
  emitFile(file: { type: 'asset'; fileName: string; source: string }): unknown;
}

type Output = Readonly<Record<string, { readonly type: string; readonly moduleIds?: readonly string[] }>>;

/** A Vite plugin that writes the module graph of the built server. */
export const moduleGraphPlugin = (root: string) => ({
  name: 'lectern-module-graph',
  applyToEnvironment: ({ name }: { readonly name: string }) => name === 'ssr',
  generateBundle(this: PluginContext, _options: unknown, output: Output) {
    const nameOf = (id: string) => (id.startsWith(root) ? relative(root, id) : id);
    const isOwn = (name: string) => name.startsWith('src/');
    const modules: Record<string, GraphModule> = {};
    for (const id of this.getModuleIds()) {
      const info = this.getModuleInfo(id);
      if (info && isOwn(nameOf(id))) modules[nameOf(id)] = graphModule(id, info, root, nameOf);
    }
    const chunks = Object.fromEntries(
      Object.entries(output).map(([file, { moduleIds = [] }]) => [file, moduleIds.map(nameOf).filter(isOwn)]),
    );
    const graph: ModuleGraph = { modules, chunks };
    this.emitFile({ type: 'asset', fileName: MODULE_GRAPH, source: JSON.stringify(graph) });
  },
});

function graphModule(id: string, info: ModuleInfo, root: string, nameOf: (id: string) => string): GraphModule {
  // Removes the path of the project, because a page's key must not depend on where the project is located.
  const code = (info.code ?? sourceOf(id)).replaceAll(root, '');
  const imports = [...info.importedIds, ...info.dynamicallyImportedIds]
    .map(nameOf)
    .filter((name) => name.startsWith('src/'));
  return { hash: hash(code, 16), imports: [...new Set(imports)].sort(), areas: areasIn(code) };
}

function sourceOf(id: string): string {
  const [file = ''] = id.split('?');
  return readFileSync(file, 'utf8');
}
