/**
 * Who may import whom, per part of src/ (its folder, or the name of a file straight in src/; in `browser` the folder
 * below; `brands` is the folder beside src/). An entry is a part, one module of a part (`seo/robots`), or with `type ` in front a part
 * of which only types may be had. A part always may import itself. Tests, scripts and *.d.ts are free.
 */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  contract: ['lib'],
  'api-client': ['lib', 'contract'],
  stores: ['lib', 'contract', 'api-client'],
  islands: ['lib', 'contract', 'api-client', 'stores', 'routes', 'i18n/island-t', 'type i18n', 'type brand'],
  'browser/inline': ['lib'],
  'browser/directives': ['lib'],
  'browser/service-worker': ['lib'],
  // Every page loads it, so it takes what is small: no schemas, no state library.
  'browser/deferred': ['lib', 'contract/calls/page-view', 'contract/calls/brief-path', 'api-client', 'type contract'],

  brand: ['lib', 'contract'],
  brands: ['brand'],
  routes: ['lib', 'contract', 'brand'],
  i18n: ['lib', 'contract', 'brand', 'routes'],
  seo: ['lib', 'contract', 'brand', 'routes', 'i18n', 'type view-models'],
  'view-models': ['lib', 'contract', 'brand', 'routes', 'i18n'],

  // Islands are placed, inline scripts inlined and view models shown where the markup is.
  components: [
    'lib',
    'contract',
    'brand',
    'routes',
    'i18n',
    'seo',
    'islands',
    'browser/inline',
    'browser/deferred',
    'type view-models',
    'layouts',
  ],
  layouts: [
    'styles',
    'lib',
    'contract',
    'brand',
    'routes',
    'i18n',
    'seo',
    'islands',
    'browser/inline',
    'type view-models',
    'components',
    'browser/deferred',
  ],
  pages: [
    'lib',
    'contract',
    'brand',
    'routes',
    'i18n',
    'seo',
    'view-models',
    'snapshot',
    'api-client',
    'components',
    'layouts',
    'islands',
    'browser/inline',
  ],
  // It prepares what pages share, by helpers that live beside them.
  middleware: [
    'lib',
    'contract',
    'brand',
    'routes',
    'i18n',
    'view-models',
    'snapshot',
    'api-client',
    'pages',
    'type site-bundle',
  ],

  snapshot: ['lib', 'contract', 'api-client', 'brand', 'routes', 'view-models'],
  release: ['lib', 'contract/locales', 'brand', 'routes'],
  'site-bundle': ['lib', 'contract/locales', 'brand'],
  rebuild: ['lib', 'brand', 'routes', 'seo', 'api-client', 'snapshot', 'view-models', 'release', 'site-bundle'],
  server: ['lib', 'contract/locales', 'brand', 'routes', 'seo/robots', 'release', 'site-bundle'],
  api: ['lib', 'contract', 'brand'],
};

/** Parts a browser may load; nothing they import, directly or by others, needs Node. `*.server.ts` is exempt. */
export const BROWSER_PARTS = [
  'contract',
  'routes',
  'api-client',
  'i18n',
  'stores',
  'islands',
  'browser/inline',
  'browser/directives',
  'browser/deferred',
  'browser/service-worker',
];

/** Packages that run on a server only; so do `node:*` and `*.server.ts`. */
export const SERVER_PACKAGES = ['undici', 'fastify', 'sharp', 'sanitize-html', 'parse5', '@astrojs/node'];

/** Packages a part keeps out of what it ships, on its own account. */
export const BANNED_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  stores: ['react', 'react-dom', '@nanostores/react', 'i18next'],
  islands: ['i18next', 'astro-i18next'],
  'browser/inline': ['react', 'nanostores', 'i18next'],
  'browser/directives': ['react', 'nanostores', 'i18next'],
  'browser/deferred': ['react', 'nanostores', 'i18next', 'valibot'],
};

/** Parts that Node loads as they are, without Vite: no `astro:*`, .astro, .tsx or import.meta.glob. */
export const PLAIN_NODE_PARTS = [
  'lib',
  'contract',
  'api-client',
  'brand',
  'routes',
  'snapshot',
  'view-models',
  'rebuild',
  'release',
  'site-bundle',
  'server',
  'api',
  'scripts',
];

/** File names in those parts that cannot be loaded on their own: a thread's body, and what Vite compiles. */
export const NOT_LOADED_ALONE = [/^(.*\.)?worker\.ts$/, /^server-entry\.ts$/, /\.d\.ts$/];
