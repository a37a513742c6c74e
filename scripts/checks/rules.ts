/**
 * Who may import whom, per part of src/ (its folder, or the name of a file straight in src/; `brands` is the
 * folder beside src/). An entry is a part, one module of a part (`seo/robots`), or with `type ` in front a part
 * of which only types may be had. A part always may import itself. Tests, scripts and *.d.ts are free.
 */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  contract: ['lib'],
  client: ['lib', 'contract'],
  stores: ['lib', 'contract', 'client'],
  islands: ['lib', 'contract', 'client', 'stores', 'paths', 'i18n/island-t', 'type i18n', 'type brand'],
  inline: ['lib'],
  directives: ['lib'],
  worker: ['lib'],
  // Every page loads it, so it takes what is small: no schemas, no state library.
  deferred: ['lib', 'contract/calls/page-view', 'contract/calls/brief-path', 'client', 'type contract'],

  brand: ['lib', 'contract'],
  brands: ['brand'],
  paths: ['lib', 'contract', 'brand'],
  i18n: ['lib', 'contract', 'brand', 'paths'],
  seo: ['lib', 'contract', 'brand', 'paths', 'i18n', 'type views'],
  views: ['lib', 'contract', 'brand', 'paths', 'i18n'],

  // Islands are placed, inline scripts inlined and view models shown where the markup is.
  components: [
    'lib',
    'contract',
    'brand',
    'paths',
    'i18n',
    'seo',
    'islands',
    'inline',
    'deferred',
    'type views',
    'layouts',
  ],
  layouts: [
    'styles',
    'lib',
    'contract',
    'brand',
    'paths',
    'i18n',
    'seo',
    'islands',
    'inline',
    'type views',
    'components',
    'deferred',
  ],
  pages: [
    ...['lib', 'contract', 'brand', 'paths', 'i18n', 'seo', 'views', 'catalogue', 'client'],
    ...['components', 'layouts', 'islands', 'inline'],
  ],
  // It prepares what pages share, by helpers that live beside them.
  middleware: ['lib', 'contract', 'brand', 'paths', 'i18n', 'views', 'catalogue', 'client', 'pages', 'type renderer'],

  catalogue: ['lib', 'contract', 'client', 'brand', 'paths', 'views'],
  release: ['lib', 'contract/locales', 'brand', 'paths'],
  renderer: ['lib', 'contract/locales', 'brand'],
  rebuild: ['lib', 'brand', 'paths', 'seo', 'client', 'catalogue', 'views', 'release', 'renderer'],
  front: ['lib', 'contract/locales', 'brand', 'paths', 'seo/robots', 'release', 'renderer'],
  api: ['lib', 'contract', 'brand'],
};

/** Parts a browser may load; nothing they import, directly or by others, needs Node. `*.server.ts` is exempt. */
export const BROWSER_PARTS = [
  'contract',
  'paths',
  'client',
  'i18n',
  'stores',
  'islands',
  'inline',
  'directives',
  'deferred',
  'worker',
];

/** Packages that run on a server only; so do `node:*` and `*.server.ts`. */
export const SERVER_PACKAGES = ['undici', 'fastify', 'sharp', 'sanitize-html', 'parse5', '@astrojs/node'];

/** Packages a part keeps out of what it ships, on its own account. */
export const BANNED_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  stores: ['react', 'react-dom', '@nanostores/react', 'i18next'],
  islands: ['i18next', 'astro-i18next'],
  inline: ['react', 'nanostores', 'i18next'],
  directives: ['react', 'nanostores', 'i18next'],
  deferred: ['react', 'nanostores', 'i18next', 'valibot'],
};

/** Parts that Node loads as they are, without Vite: no `astro:*`, .astro, .tsx or import.meta.glob. */
export const PLAIN_NODE_PARTS = [
  ...['lib', 'contract', 'client', 'brand', 'paths', 'catalogue', 'views'],
  ...['rebuild', 'release', 'renderer', 'front', 'api', 'scripts'],
];

/** File names in those parts that cannot be loaded on their own: a thread's body, and what Vite compiles. */
export const NOT_LOADED_ALONE = [/^(.*\.)?worker\.ts$/, /^server-entry\.ts$/, /\.d\.ts$/];
