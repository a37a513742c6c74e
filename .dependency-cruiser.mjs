import { builtinModules } from 'node:module';

/**
 * Who may import whom: the rules that `npm test -- --only checks` runs by dependency-cruiser.
 *
 * A part is a folder of src/ (in src/browser the folder below it), src/middleware.ts, or brands/. A part may import itself
 * and what its row names: a part, one module of a part (`seo/robots`), or with `type ` in front a part of which only
 * types may be imported. Tests, scripts and *.d.ts are free.
 */
const MAY_IMPORT = {
  lib: [],
  contract: ['lib'],
  'api-client': ['lib', 'contract'],
  stores: ['lib', 'contract', 'api-client'],
  islands: ['lib', 'contract', 'api-client', 'stores', 'routes', 'i18n/island-t', 'type i18n', 'type brand'],
  'browser/inline': ['lib'],
  'browser/head': ['lib', 'browser/deferred/consent'],
  'browser/directives': ['lib'],
  'browser/service-worker': ['lib'],
  // Every page loads it, so it takes what is small: no schemas, no state library.
  'browser/deferred': [
    'lib',
    'contract/endpoints/page-view',
    'contract/endpoints/book-brief',
    'api-client',
    'type contract',
    // Loaded for who is signed in alone.
    'islands/history/refresh-places',
  ],

  brand: ['lib', 'contract', 'i18n'],
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
    'browser/head',
    'browser/deferred',
    'type view-models',
    'layouts',
    // The sheet at the end of the page, by its address.
    'styles/bundles',
  ],
  layouts: [
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
    'styles/bundles',
  ],
  pages: [
    'styles',
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
  'release-store': ['lib', 'release'],
  'night-queue': ['lib', 'brand', 'release', 'release-store', 'rebuild'],
  // What it renders without middleware gets its locals as middleware sets them.
  'site-bundle': ['lib', 'contract/locales', 'brand', 'pages/_page-locals'],
  rebuild: ['lib', 'brand', 'routes', 'seo', 'api-client', 'snapshot', 'view-models', 'release', 'site-bundle'],
  server: [
    'lib',
    'contract/index',
    'contract/locales',
    'contract/calls/auth',
    'contract/calls/help-event',
    'contract/calls/report',
    'contract/calls/translator',
    'contract/entities/visitor',
    'api-client/circuit.server',
    'api-client/headers',
    'api-client/request',
    'api-client/retry',
    'api-client/retry-budget.server',
    'api-client/types',
    'brand',
    'routes',
    'seo/robots',
    'release',
    'site-bundle',
  ],
  'dev-server': [
    'lib',
    'contract/locales',
    'brand',
    'routes',
    'i18n/language',
    'seo/robots',
    'release',
    'snapshot',
    'view-models',
    'server',
    'site-bundle',
  ],
  'reverse-proxy': ['lib', 'contract/locales', 'release'],
  nights: ['lib'],
  metrics: ['lib', 'nights', 'server'],
  backup: ['lib', 'release', 'rebuild/lock', 'api'],
  api: ['lib', 'contract', 'brand'],
  admin: ['lib', 'contract', 'brand', 'routes', 'api', 'nights', 'release'],
  // A page of its own, built by Vite apart from the site's: no other part may import it.
  'admin-ui': ['lib', 'brand/tokens', 'admin/access/roles'],
};

/** Parts that a browser may load. Nothing they import, directly or by others, may need Node; `*.server.ts` is exempt. */
export const BROWSER_PARTS = [
  'contract',
  'routes',
  'api-client',
  'i18n',
  'stores',
  'islands',
  'browser/inline',
  'browser/head',
  'browser/directives',
  'browser/deferred',
  'browser/service-worker',
  'admin-ui',
];

/** Packages that run on a server only. */
const SERVER_PACKAGES = [
  'undici',
  'cockatiel',
  'croner',
  'fastify',
  '@fastify/swagger',
  '@fastify/swagger-ui',
  'sharp',
  'sanitize-html',
  'parse5',
  'linkedom',
  'pino',
  'nodemailer',
  'openid-client',
  'web-push',
  'yauzl',
  'rate-limiter-flexible',
  'prom-client',
  'otpauth',
  '@astrojs/node',
  '@aws-sdk/client-s3',
  'pg',
  'pg-boss',
];

/** Packages of installations of many machines. */
const ON_DEMAND = ['@aws-sdk/[^/]+', 'pg', 'pg-boss'];

/** Packages that a part must not ship to browsers. */
const BANNED_PACKAGES = {
  stores: ['react', 'react-dom', '@nanostores/react', 'i18next'],
  islands: ['i18next', 'astro-i18next'],
  'browser/inline': ['react', 'nanostores', 'i18next'],
  'browser/directives': ['react', 'nanostores', 'i18next'],
  'browser/deferred': ['react', 'nanostores', 'i18next', 'valibot'],
};

/** Parts that Node loads as they are, without Vite. */
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
  'release-store',
  'night-queue',
  'site-bundle',
  'server',
  'reverse-proxy',
  'nights',
  'metrics',
  'backup',
  'api',
  'admin',
];

/** Regular expression of a part's files: `lib`, `browser/inline`, `middleware`, `brands`, or a module `seo/robots`. */
const filesOf = (part) => (part === 'brands' ? '^brands/' : `^src/${part}(/|\\.[a-z]+$|$)`);
const packages = (names) => `(^|/)node_modules/(${names.join('|')})/`;
const DECLARATIONS = '\\.d\\.ts$';
const TYPES = ['type-only'];

const partRules = Object.entries(MAY_IMPORT).flatMap(([part, entries]) => {
  const values = entries.filter((entry) => !entry.startsWith('type '));
  const types = entries.filter((entry) => entry.startsWith('type ')).map((entry) => entry.slice('type '.length));
  const from = { path: filesOf(part), pathNot: DECLARATIONS };
  const comment = `${part} may import: ${entries.join(', ') || 'nothing'} (MAY_IMPORT in .dependency-cruiser.mjs).`;
  const known = [part, ...values].map(filesOf);
  return [
    {
      name: `${part}-imports`,
      comment,
      severity: 'error',
      from,
      to: { path: '^(src|brands|scripts|tests)/', pathNot: [...known, ...types.map(filesOf)] },
    },
    ...types.map((type) => ({
      name: `${part}-imports-types-of-${type}`,
      comment: `${part} may import only types from ${type}. ${comment}`,
      severity: 'error',
      from,
      to: { path: filesOf(type), pathNot: known, dependencyTypesNot: TYPES },
    })),
  ];
});

const packageRules = Object.entries(BANNED_PACKAGES).map(([part, names]) => ({
  name: `${part}-packages`,
  comment: `${part} must not import ${names.join(', ')} (BANNED_PACKAGES in .dependency-cruiser.mjs).`,
  severity: 'error',
  from: { path: filesOf(part) },
  to: { path: packages(names), dependencyTypesNot: TYPES },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...partRules,
    ...packageRules,
    {
      name: 'no-unknown-part',
      comment: 'There is no rule for what this part may import: add it to MAY_IMPORT in .dependency-cruiser.mjs.',
      severity: 'error',
      from: { path: '^src/', pathNot: [...Object.keys(MAY_IMPORT).map(filesOf), DECLARATIONS] },
      to: {},
    },
    {
      name: 'no-circle',
      comment: 'Modules that import each other in a circle, types included, cannot be read one after the other.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'loaded-on-demand',
      comment:
        'It is for installations of many machines, and others are not to load it: import() it where its setting is there.',
      severity: 'error',
      from: { path: '^(src|scripts)/', pathNot: '^(src/(release-store|night-queue)|scripts/(scale|hard/parts))/' },
      to: {
        path: ['^src/(release-store|night-queue)/', packages(ON_DEMAND)],
        dynamic: false,
        dependencyTypesNot: TYPES,
      },
    },
    {
      name: 'loaded-for-a-bucket',
      comment: 'The client of S3 is large: only s3-store.ts imports it, and is imported for a bucket alone.',
      severity: 'error',
      from: { path: '^src/release-store/', pathNot: 's3-store\\.ts$' },
      to: { path: ['s3-store\\.ts$', packages(ON_DEMAND)], dynamic: false, dependencyTypesNot: TYPES },
    },
    {
      name: 'not-resolved',
      comment: 'The import leads to no file and no package. A package has to stand in package.json.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(astro|virtual):' },
    },
    {
      name: 'plain-node',
      comment:
        'Plain Node loads this part, and the import needs Vite. Hand the value in from a page or the middleware.',
      severity: 'error',
      from: { path: PLAIN_NODE_PARTS.map(filesOf) },
      to: { path: ['^(astro|virtual):', '\\.(tsx|astro\\.ts)$'], dependencyTypesNot: TYPES },
    },
    {
      name: 'no-development-package',
      comment:
        'This code runs in production: the package belongs into "dependencies", with its reason in docs/develop/dependencies.md.',
      severity: 'error',
      from: { path: PLAIN_NODE_PARTS.map(filesOf) },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: TYPES },
    },
    {
      name: 'browser-reaches-server',
      comment:
        'Browsers load this part, and the import needs a server: move it to a *.server.ts or a module of its own.',
      severity: 'error',
      from: { path: BROWSER_PARTS.map(filesOf), pathNot: ['\\.server\\.ts$', DECLARATIONS] },
      to: {
        reachable: true,
        path: [`^(node:)?(${builtinModules.join('|')})$`, '^node:', '\\.server\\.ts$', packages(SERVER_PACKAGES)],
      },
    },
    {
      name: 'islands-stay-small',
      comment: 'An island must not load the table of all calls, what only the server asks of them, or i18next.',
      severity: 'error',
      from: { path: filesOf('islands') },
      to: {
        reachable: true,
        path: ['^src/contract/index\\.ts$', '^src/api-client/missing-calls\\.ts$', packages(['i18next'])],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: 'specify',
    enhancedResolveOptions: { conditionNames: ['import', 'node', 'default'], exportsFields: ['exports'] },
  },
};
