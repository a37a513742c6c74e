import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { hash } from '#src/lib/hash.ts';

/** What the pages of the built site are made of, as the bundler knows it. Paths are relative to the project. */
export interface ModuleGraph {
  /** The project's own modules; packages count by the lockfile. */
  readonly modules: Readonly<Record<string, GraphModule>>;
  /** Modules of each file of the built server. */
  readonly chunks: Readonly<Record<string, readonly string[]>>;
}

export interface GraphModule {
  /** Of its code. */
  readonly hash: string;
  readonly imports: readonly string[];
  /** Areas of texts that it names. */
  readonly areas: readonly string[];
}

/** Beside the files of the built server. */
export const MODULE_GRAPH = 'modules.json';

/** The areas of `t('area:key')` and `textsOf(locale, 'area')`. */
export function areasIn(code: string): string[] {
  const keys = code.matchAll(/["'`](\w+):[\w$-]/g);
  const whole = code.matchAll(/\btextsOf\([^()]*,\s*["'`](\w+)["'`]\)/g);
  return [...new Set([...keys, ...whole].map(([, area = '']) => area))].sort();
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

/** A plugin of Vite that writes the module graph of the built server. */
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
  // What a page shows must not depend on where the project stands.
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
