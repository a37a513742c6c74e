import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { Plugin } from 'vite';
import { BUILD_TARGET } from './browser-support/minimum-browsers.ts';

/** A script whose code is embedded in pages, because it runs before first paint or before any module could load. */
interface InlineScript {
  /** Absolute path of the source. */
  readonly path: string;
  /** A single minified function call, without global names or imports. */
  readonly text: string;
  /** Paths of the script and all its imports. */
  readonly sources: readonly string[];
}

/**
 * Bundles an `*.inline.ts` file with its imports.
 * @param path absolute
 * @throws {Error} if the script cannot be built
 */
export async function bundleInlineScript(path: string): Promise<InlineScript> {
  // Vite is installed only where the site is built.
  const { build } = await import('vite');
  let sources: string[] = [];
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'lectern-inline-sources',
        // Collects the sources from the module graph: the output omits modules from which only constants are used.
        buildEnd() {
          sources = [...this.getModuleIds()].filter((id) => isAbsolute(id));
        },
      },
    ],
    build: {
      write: false,
      target: BUILD_TARGET,
      modulePreload: false,
      rolldownOptions: {
        input: path,
        output: { format: 'iife' },
        // Inlines storage keys instead of declaring variables.
        optimization: { inlineConst: { mode: 'all', pass: 2 } },
      },
    },
  });
  const [script] = 'output' in built ? built.output : [];
  if (script === undefined) throw new Error(`${path} was not built.`);
  return { path, text: script.code.trim(), sources };
}

/** Bundles the scripts that pages of the project in `root` contain. */
export function bundleInlineScripts(root: string): Promise<InlineScript[]> {
  return Promise.all(scriptsImported(root, 'raw').map((path) => bundleInlineScript(path)));
}

/**
 * Absolute paths of the `*.inline.ts` files that Astro components import with a query: `raw` for scripts inside pages,
 * `url` for scripts in files. Other `*.inline.ts` files are parts of these.
 */
export function scriptsImported(root: string, query: 'raw' | 'url'): string[] {
  const imported = new RegExp(`from '([^']+\\.inline\\.ts)\\?${query}'`, 'g');
  const paths = globSync('src/{features,shell}/**/*.astro', { cwd: root }).flatMap((component) =>
    [...readFileSync(join(root, component), 'utf8').matchAll(imported)].map(([, path = '']) =>
      path.startsWith('#') ? join(root, path.slice(1)) : join(root, dirname(component), path),
    ),
  );
  return [...new Set(paths)].sort();
}

/** The Content-Security-Policy source that allows the script. */
export const policySource = ({ text }: Pick<InlineScript, 'text'>) =>
  `sha256-${createHash('sha256').update(text).digest('base64')}` as const;

/**
 * A Vite plugin that resolves `import script from './NAME.inline.ts?raw'` to the bundled script.
 * @param bundled scripts that are already bundled, so the build does not bundle them again
 */
export const inlineScriptsPlugin = (bundled: readonly InlineScript[] = []): Plugin => ({
  name: 'lectern-inline-scripts',
  enforce: 'pre',
  load: {
    filter: { id: /\.inline\.ts\?raw$/ },
    async handler(id) {
      const path = id.slice(0, -'?raw'.length);
      const built = this.environment.mode === 'build' ? bundled.find((script) => script.path === path) : undefined;
      const { text, sources } = built ?? (await bundleInlineScript(path));
      // The development server reloads the page if any of the sources changes.
      for (const source of sources) this.addWatchFile(source);
      return `export default ${JSON.stringify(text)};`;
    },
  },
});
