import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { build as buildByVite, Plugin } from 'vite';
import { BUILD_TARGET } from './browser-support/minimum-browsers.ts';

/** A classic script in one file. Pages import its URL: `import address from '….ts?url'`. */
interface HeadScript {
  /** Resolves the import `….ts?url` to the script's URL, which the development server serves. */
  readonly plugin: Plugin;
  /** Writes the script to the folder of browser files, with its source map next to it. */
  write(client: string): Promise<void>;
}

/**
 * Builds a script that runs where the page contains it. Astro's scripts are modules, which run after the page is parsed:
 * too late for scripts before the first paint.
 * @param build Vite's `build`; passed in because Vite is installed only where the site is built
 */
export async function buildHeadScript(build: typeof buildByVite, path: string, hasMap: boolean): Promise<HeadScript> {
  const script = await bundled(build, path, hasMap);
  const { code, map } = script;
  const file = `${basename(path).replace(/(?:\.inline)?\.ts$/, '')}.${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`;
  return {
    plugin: {
      name: 'lectern-head-script',
      enforce: 'pre',
      load: (id) => (id === `${path}?url` ? `export default ${JSON.stringify(`/_astro/${file}`)};` : undefined),
      configureServer(server) {
        server.middlewares.use(`/_astro/${file}`, (_request, response, next) => {
          // Built again for each request, because the source may have changed.
          bundled(build, path, false).then((current) => {
            response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
            response.end(current.code);
          }, next);
        });
      },
    },
    async write(client) {
      const folder = join(client, '_astro');
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, file), code);
      const sources = map?.sources.map((source) => resolve(dirname(path), source));
      if (map) await writeFile(join(folder, `${file}.map`), JSON.stringify({ ...map, sources }));
    },
  };
}

async function bundled(build: typeof buildByVite, path: string, hasMap: boolean) {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      write: false,
      target: BUILD_TARGET,
      modulePreload: false,
      sourcemap: hasMap && 'hidden',
      // Source paths are relative to this folder.
      outDir: dirname(path),
      rolldownOptions: {
        input: path,
        output: { format: 'iife', entryFileNames: '[name].js' },
        // Inlines storage keys instead of declaring variables.
        optimization: { inlineConst: { mode: 'all', pass: 2 } },
      },
    },
  });
  const [script] = 'output' in built ? built.output : [];
  if (script === undefined) throw new Error(`${path} was not built.`);
  return script;
}
