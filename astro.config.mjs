import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import node from '@astrojs/node';
import react from '@astrojs/react';
import oklabFunction from '@csstools/postcss-oklab-function';
import { defineConfig } from 'astro/config';
import astroIsland from 'astro/runtime/server/astro-island.prebuilt.js';
import i18next from 'astro-i18next';
import { build } from 'vite';
import { DEFAULT_LOCALE, LOCALE_CODES } from './src/contract/locales.ts';
import { browserFilesIn, requireSupport, sourceStyles } from './src/publish/bundle/browser-support/check-files.ts';
import { BUILD_TARGET } from './src/publish/bundle/browser-support/minimum-browsers.ts';
import { chunkGroups, SHARED_FILE } from './src/publish/bundle/chunk-groups.ts';
import { compressFiles } from './src/publish/bundle/compress-files.ts';
import { buildHeadScript } from './src/publish/bundle/head-script.ts';
import {
  bundleInlineScripts,
  inlineScriptsPlugin,
  policySource,
  scriptsImported,
} from './src/publish/bundle/inline-scripts.ts';
import { bundleIslandScript } from './src/publish/bundle/island-script.ts';
import { islandTextsPlugin } from './src/publish/bundle/island-texts/plugin.ts';
import { moduleGraphPlugin } from './src/publish/bundle/module-graph.ts';
import { sitePolicy } from './src/publish/bundle/page-policy.ts';
import { moveSourceMaps } from './src/publish/bundle/source-maps.ts';

/**
 * Two profiles of the same pages (docs/develop/architecture.md). `engine` builds one bundle for all brands, which the
 * rebuild and the site's server use to render pages. `static` is a plain `astro build` of one brand for any static
 * host.
 */
const engine = process.env.LECTERN_PROFILE !== 'static';
/** Whether the static profile builds a complete site, which works without a server (src/routes/static-site.ts). */
const complete = !engine && process.env.LECTERN_STATIC_UPSTREAM !== undefined;

const root = fileURLToPath(new URL('.', import.meta.url));
const inlineScripts = await bundleInlineScripts(root);

const islandScript = await bundleIslandScript(root, astroIsland);
const policy = sitePolicy([...inlineScripts, islandScript].map(policySource));

/** Classic scripts in files: the report of errors, and scripts that only few pages need. */
const headScripts = await Promise.all(
  [join(root, 'src/shell/error-report/client-errors.ts'), ...scriptsImported(root, 'url')].map((path) =>
    buildHeadScript(build, path, engine),
  ),
);
/**
 * Bundles all packages into the built server, so that it runs without `node_modules`. The development server loads
 * packages as Node does, because some are CommonJS.
 */
const wholeServer = {
  name: 'lectern-whole-server',
  config: (_config, { command }) =>
    command === 'build' ? { ssr: { noExternal: true, external: ['sharp'] } } : undefined,
};

/**
 * Lowers the priority of a page's module below that of style sheets and fonts, because first paint does not need the
 * module. Astro has no option for this.
 */
const lowScriptPriority = {
  name: 'lectern-low-script-priority',
  transform: {
    filter: { id: /\/astro\/dist\/runtime\/server\/render\/script\.js$/ },
    handler: (code) => code.replace('<script type="module" src=', '<script type="module" fetchpriority="low" src='),
  },
};

const PAGE_FILE = /\/page\.[^/]+$/;
/**
 * Returns the files to preload together with an `import()`. Omits the files that every page loads. Returns none for
 * an `import()` in the module that every page loads, because a list of files would make that module larger.
 */
const notOfEveryPage = (_file, needed, { hostId }) =>
  PAGE_FILE.test(`/${hostId}`) ? [] : needed.filter((name) => !PAGE_FILE.test(`/${name}`));

/**
 * Replaces Vite's wrapper of each `import()`. This wrapper preloads all files of a module at once and reports a
 * failed load. Vite's version also waits for style sheets, which our dynamic modules do not have. It is three times
 * as large and would be on every page.
 */
const preloadHelper = {
  name: 'lectern-preload-helper',
  enforce: 'pre',
  configEnvironment: (name) =>
    name === 'client'
      ? {
          build: {
            modulePreload: { resolveDependencies: notOfEveryPage },
            rolldownOptions: { optimization: { inlineConst: { mode: 'all', pass: 2 } } },
          },
        }
      : undefined,
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => `
      const asked = new Set();
      export const __vitePreload = (load, files = []) => {
        for (const file of files) {
          if (asked.has(file)) continue;
          asked.add(file);
          document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/' + file }));
        }
        return load().catch((error) => {
          dispatchEvent(new CustomEvent('vite:preloadError', { detail: error }));
          throw error;
        });
      };
    `,
  },
};

/**
 * The node adapter with our own server entry. The adapter also writes a file with the headers of each prerendered
 * page, which we do not use.
 */
function adapter() {
  const integration = node({ mode: 'middleware', staticHeaders: true });
  const configDone = integration.hooks['astro:config:done'];
  return {
    ...integration,
    hooks: {
      'astro:config:setup': integration.hooks['astro:config:setup'],
      'astro:config:done': (options) =>
        configDone({
          ...options,
          setAdapter: (nodeAdapter) =>
            options.setAdapter({
              ...nodeAdapter,
              serverEntrypoint: new URL('./src/publish/bundle/server-entry.ts', import.meta.url),
            }),
        }),
    },
  };
}

const pages = new URL('./src/pages/', import.meta.url);
const pageFiles = readdirSync(pages, { recursive: true }).filter((name) =>
  /^(?!.*(?:^|\/)_).*\.(?:astro|ts)$/.test(name),
);

/**
 * Returns the prefixes of a route in other locales. Home pages get a route per locale instead of `[locale]`, which
 * would also match the path of a shared link.
 */
const prefixesOf = (route) =>
  engine && route === '' ? LOCALE_CODES.filter((code) => code !== DEFAULT_LOCALE) : ['[locale]'];

/**
 * Builds the service worker as one classic script. It is written next to the folder of browser files, not into it,
 * because the site's server inserts the brand's data before sending it.
 */
const buildWorker = (folder) =>
  build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      outDir: fileURLToPath(folder),
      target: BUILD_TARGET,
      rolldownOptions: {
        input: fileURLToPath(new URL('./src/shell/service-worker/index.ts', import.meta.url)),
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  });

const lectern = {
  name: 'lectern',
  hooks: {
    'astro:config:setup': ({ addClientDirective, injectRoute }) => {
      for (const name of ['intent', 'reading', 'shown'])
        addClientDirective({ name, entrypoint: `./src/shell/directives/${name}.ts` });
      // Adds a route with a locale for every page. A folder `[...locale]` would match too much: /search/result/login
      // would be a sign-in page.
      for (const file of pageFiles) {
        const route = file.replace(/\.(?:astro|ts)$/, '').replace(/(^|\/)index$/, '');
        for (const locale of prefixesOf(route)) {
          injectRoute({ pattern: `/${locale}/${route}`, entrypoint: new URL(file, pages) });
        }
      }
      for (const pattern of ['/[token]', '/[locale]/[token]']) {
        injectRoute({ pattern, entrypoint: new URL('_shared-link.astro', pages) });
      }
    },
    'astro:route:setup': ({ route }) => {
      if (engine) route.prerender = false;
    },
    'astro:build:done': async ({ dir }) => {
      const worker = new URL('../worker', dir);
      for (const script of headScripts) await script.write(fileURLToPath(dir));
      if (engine) await buildWorker(worker);
      if (engine) await moveSourceMaps(fileURLToPath(dir), fileURLToPath(new URL('../maps', dir)));
      // Threads compress the files while this thread checks them.
      const compression = engine ? compressFiles(fileURLToPath(dir)) : undefined;
      const built = await Promise.all(
        (engine ? [dir, worker] : [dir]).map((url) => browserFilesIn(fileURLToPath(url))),
      );
      const inline = [...inlineScripts, islandScript].map(({ path, text }) => ({
        name: basename(path),
        kind: 'script',
        text,
      }));
      requireSupport([...built.flat(), ...inline], await sourceStyles(fileURLToPath(new URL('.', import.meta.url))));
      await compression;
    },
  },
};

/**
 * Names style sheets only by their hash. By default, Astro names a style sheet after one of the pages that share it,
 * and its choice depends on the profile, so the two profiles would produce different pages.
 */
const assetFileNames = ({ names }) =>
  names[0]?.endsWith('.css') ? '_astro/[hash][extname]' : '_astro/[name].[hash][extname]';

/**
 * Matches modules that every page loads, and modules that these share with islands. They are combined into one file.
 */
const EVERY_PAGE =
  /\/src\/(shell\/deferred\/(?:json-storage|page-facts|consent|index|covers|home-places-loader|language|first-use|missing-chunks|notices|page-views|scroll-position|tab-strip|theme-color|link-click)|shell\/state\/browser-events|lib\/(cookie|missing-module|when-shown)|contract\/client\/headers)\.ts$|^\0vite\/preload-helper|\/Base\.astro\?astro&type=script/;
const codeSplitting = { groups: [{ name: 'page', test: EVERY_PAGE, priority: 9 }, ...chunkGroups(root)] };
const entryFileNames = ({ facadeModuleId }) =>
  `_astro/${EVERY_PAGE.test(facadeModuleId ?? '') ? 'page' : '[name]'}.[hash].js`;

/**
 * Matches dynamic modules whose file names occur in the module of every page. That module is limited to 3 KB, so these
 * file names consist only of a hash.
 */
const NAMED_BY_EVERY_PAGE = /\/src\/shell\/deferred\/(?:home-places|consent-question|popover)\.ts$/;
const chunkFileNames = ({ facadeModuleId, name }) => {
  if (NAMED_BY_EVERY_PAGE.test(facadeModuleId ?? '')) return '_astro/[hash].js';
  // The bundler adds the names of all islands that share the file.
  return name.startsWith(`${SHARED_FILE}~`) ? `_astro/${SHARED_FILE}.[hash].js` : '_astro/[name].[hash].js';
};

export default defineConfig({
  outDir: process.env.LECTERN_OUT ?? './dist',
  output: 'server',
  adapter: adapter(),
  session: false,
  trailingSlash: 'never',
  devToolbar: { enabled: false },
  build: { format: complete ? 'directory' : 'file', inlineStylesheets: 'never', assets: '_astro' },
  integrations: [react(), i18next({ configPath: 'astro-i18next.config.ts' }), lectern],
  cache: {
    provider: { name: 'lectern', entrypoint: new URL('./src/publish/bundle/cache-headers.ts', import.meta.url) },
  },
  security: {
    checkOrigin: true,
  },
  vite: {
    define: { LECTERN_STATIC_SITE: String(complete), LECTERN_PAGE_POLICY: JSON.stringify(policy) },
    plugins: [
      wholeServer,
      inlineScriptsPlugin(inlineScripts),
      islandTextsPlugin(root.replace(/\/$/, '')),
      islandScript.plugin,
      ...headScripts.map(({ plugin }) => plugin),
      preloadHelper,
      lowScriptPriority,
      ...(engine ? [moduleGraphPlugin(fileURLToPath(new URL('.', import.meta.url)))] : []),
    ],
    // Converts oklab colours to sRGB only. Lightning CSS would also add lab() values, with which Chrome 109 shows no
    // colour in some rules.
    css: { postcss: { plugins: [oklabFunction({ preserve: false, subFeatures: { displayP3: false } })] } },
    build: { cssTarget: BUILD_TARGET, assetsInlineLimit: 0, rolldownOptions: { output: { assetFileNames } } },
    environments: {
      client: {
        build: {
          target: BUILD_TARGET,
          cssTarget: BUILD_TARGET,
          // With `hidden`, scripts have no comment about their source map, so their bytes and names do not change
          // (src/publish/bundle/source-maps.ts).
          sourcemap: engine && 'hidden',
          rolldownOptions: { output: { codeSplitting, entryFileNames, chunkFileNames } },
        },
      },
    },
  },
});
