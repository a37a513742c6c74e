import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hash } from '#src/lib/hash.ts';
import { ISLANDS_SCRIPT } from './island-script.ts';
import { MODULE_GRAPH, type ModuleGraph } from './module-graph.ts';
import type { BuiltPages } from './page-keys.ts';

/** The fields we use from the manifest that Astro writes into the built server. */
interface Manifest {
  readonly routes: readonly {
    readonly routeData: { readonly route: string; readonly pattern: RegExp; readonly component: string };
    readonly styles: unknown;
    readonly links: unknown;
    readonly scripts: unknown;
  }[];
  readonly entryModules: Readonly<Record<string, string>>;
  readonly inlinedScripts: ReadonlyMap<string, string>;
  readonly clientDirectives: ReadonlyMap<string, string>;
}

/** Files that determine how all modules are built, and the script of all islands. */
const CONFIGURATION = ['astro.config.mjs', 'astro-i18next.config.ts', 'package-lock.json', ISLANDS_SCRIPT];

/** Modules that take part in rendering every page. */
const EVERY_PAGE = ['src/middleware.ts', 'src/publish/bundle/server-entry.ts'];

/** The module of the built server that contains the manifest, and so the names of all browser files. */
const ENTRY = 'entry.mjs';

/**
 * Reads which modules, texts and browser files each page of a built site depends on.
 * @param root folder of the project that the site was built from
 */
export async function readBuiltPages(root: string, folder: string, pseudo: boolean): Promise<BuiltPages> {
  const server = join(folder, 'server');
  const { app } = await import(pathToFileURL(join(server, ENTRY)).href);
  const manifest: Manifest = app.manifest;
  const graph: ModuleGraph = JSON.parse(readFileSync(join(server, MODULE_GRAPH), 'utf8'));
  // Astro removes chunks that contain only style sheets.
  const chunks = Object.entries(graph.chunks).filter(([file]) => file !== ENTRY && existsSync(join(server, file)));
  const browserFiles = Object.entries(manifest.entryModules)
    .filter(([, file]) => file.startsWith('_astro/'))
    .map(([id, file]): [string, string] => [id.startsWith(root) ? relative(root, id) : id, file]);
  const isOwn = ([id]: readonly [string, string]) => Object.hasOwn(graph.modules, id.split('?')[0] ?? '');
  return {
    graph: { ...graph, chunks: Object.fromEntries(chunks) },
    routes: manifest.routes.map(({ routeData: { route, pattern, component }, styles, links, scripts }) => ({
      route,
      pattern: pattern.source,
      component,
      head: [styles, links, scripts],
    })),
    chunkText: (file) => readFileSync(join(server, file), 'utf8'),
    texts: textHashes(root),
    entryModules: Object.fromEntries(browserFiles.filter(isOwn)),
    common: [
      pseudo,
      CONFIGURATION.map((file) => hash(readFileSync(join(root, file)), 16)),
      browserFiles.filter((entry) => !isOwn(entry)).sort(),
      [...manifest.inlinedScripts].map(([id, code]) => [id.replace(root, ''), code]),
      [...manifest.clientDirectives],
    ],
    everyPage: EVERY_PAGE,
  };
}

/**
 * Hashes of the texts by area. The bundler does not see these files as modules, because i18next's configuration loads
 * them.
 */
function textHashes(root: string): Record<string, string> {
  const files = globSync('src/i18n/locales/*/*.json', { cwd: root }).sort();
  const byArea = Map.groupBy(files, (file) => basename(file, '.json'));
  const contentOf = (file: string) => [file, readFileSync(join(root, file), 'utf8')];
  return Object.fromEntries([...byArea].map(([area, of]) => [area, hash(JSON.stringify(of.map(contentOf)), 16)]));
}
