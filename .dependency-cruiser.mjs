import { builtinModules } from 'node:module';

/** Parts that are stages of a rebuild, and what they may import. */
const RUN_STAGES = ['publish/plan', 'publish/render', 'publish/verify', 'publish/rebuild'];
const STAGE_IMPORTS = [
  ...RUN_STAGES,
  'publish/snapshot',
  'publish/release',
  'publish/bundle',
  'lib',
  'brand',
  'routes',
  'head',
  'contract/client',
  'view',
];

/**
 * Parts that commands may import: all parts that run on a server, and the code that runs before any package is
 * installed.
 */
const COMMAND_IMPORTS = [
  'config',
  'scripts/bootstrap',
  'scripts/screenshots',
  'lib',
  'contract',
  'contract/client',
  'contract/conformance',
  'brand',
  'routes',
  'i18n',
  'shell/head/robots',
  'view',
  'api',
  'admin/contract',
  'admin/server',
  'operate/backup',
  'operate/doctor',
  'operate/audit',
  'operate/upgrade-check',
  'publish/snapshot',
  'publish/bundle',
  'publish/release',
  'publish/release-store',
  'publish/recompress',
  'publish/queue',
  'publish/nights',
  ...RUN_STAGES,
  'serve',
  'serve/metrics',
  'serve/proxy-config',
];

/**
 * Roles of the files in src/features and src/shell (docs/develop/architecture.md). The folders of the reader have the
 * role `island`, unless a folder is named after another role.
 */
const ROLES = {
  view: ['^src/features/views\\.ts$', '^src/features/[^/]+/(view\\.ts$|views/)', '^src/shell/page/'],
  head: ['^src/features/[^/]+/(head|[^/]+-head)\\.ts$', '^src/features/[^/]+/formats/', '^src/shell/head/'],
  markup: [
    '^src/features/[^/]+/(?!view\\.ts|head\\.ts|[^/]*-head\\.ts|state\\.ts|[^/]*\\.inline\\.)[^/]+\\.(astro|ts)$',
    '^src/shell/(ui|books|frame|layout|native-app)/(?!.*\\.inline\\.|.*\\.css$)',
  ],
  island: [
    '^src/features/[^/]+/(?!views/|formats/|state/)[^/]+/(?!state[./]|.*/state[./]|.*\\.inline\\.|.*\\.css$)',
    '^src/shell/island/(?!.*\\.inline\\.)',
  ],
  state: [
    'shell/service-worker/page-assets',
    'routes/plain-forms',
    '^src/features/.+/state(\\.ts$|/)',
    '^src/shell/state/',
  ],
  inline: ['\\.inline\\.ts$'],
  styles: ['^src/(features|shell)/.*\\.css$'],
  deferred: ['^src/shell/deferred/'],
  directives: ['^src/shell/directives/'],
  'error-report': ['^src/shell/error-report/'],
  'service-worker': ['^src/shell/service-worker/'],
};

/**
 * Which features a feature may import; a feature without a row imports no other. Features have no index.ts, because
 * the first tap would then load all modules that it exports.
 */
const FEATURE_IMPORTS = {
  account: ['library', 'sign-in'],
  book: ['help-event', 'library', 'notifications', 'offline', 'sharing'],
  campaign: ['listing'],
  feeds: ['listing'],
  'help-event': ['sharing'],
  home: ['listing'],
  library: ['notifications', 'offline', 'reader', 'sign-in'],
  notebook: ['library', 'reader'],
  reader: ['book', 'library', 'notebook', 'offline', 'unlock'],
  'sign-in': ['library'],
  translators: ['listing', 'search'],
  unlock: ['account', 'reader', 'sign-in'],
};

/**
 * Which part may import which parts. `npm test -- --only checks` enforces this with dependency-cruiser. A part is a
 * folder of src/, a role of ROLES, src/middleware.ts, or brands/. A part may import itself and the entries of its row:
 * a part, one module of a part (`contract/locales`), or, after `type `, only the types of a part. The rules do not
 * apply to tests, scripts and *.d.ts.
 */
const MAY_IMPORT = {
  lib: [],
  contract: ['lib'],
  // The settings (LECTERN_*), which many parts read.
  config: ['lib'],
  'contract/client': ['lib', 'contract'],
  'contract/conformance': ['lib', 'contract', 'contract/client'],
  state: ['lib', 'contract', 'contract/client', 'shell/service-worker/cache-names'],
  island: [
    'lib',
    'contract',
    'contract/client',
    'state',
    'routes',
    'i18n/island-t',
    'type i18n',
    'type brand',
    'shell/service-worker/cache-names',
    'shell/service-worker/page-assets',
  ],
  // Inline scripts may import only small modules, because their code becomes part of every page that uses them.
  inline: [
    'lib',
    'inline',
    'features/library/early',
    'features/reader/early',
    'features/reader/panels/open-dialog',
    'features/reader/position',
    'features/sign-in/island/return-path',
    'shell/island/early',
    'shell/state/browser-events',
    'shell/state/reader-settings',
    'shell/state/storage-keys',
    'shell/state/stored-json',
    'shell/state/unsaved-parts',
  ],
  'error-report': ['lib', 'contract/reports', 'shell/deferred/consent', 'shell/deferred/privacy-signals'],
  directives: ['lib'],
  'service-worker': ['lib'],
  // Deferred scripts may import only small modules, because every page loads them: no schemas, no state library.
  deferred: [
    'lib',
    'contract/endpoints/page-view',
    'contract/endpoints/book-brief',
    'contract/reports',
    'shell/state/browser-events',
    'shell/state/unsaved-parts',
    'shell/state/storage-keys',
    'contract/client',
    'type contract',
    // This module is loaded only for signed-in visitors.
    'features/library/island/refresh-places',
  ],
  styles: [],

  brand: ['config', 'lib', 'contract', 'i18n'],
  brands: ['brand'],
  routes: ['lib', 'contract', 'brand'],
  i18n: ['lib', 'contract', 'brand', 'routes'],
  view: ['lib', 'contract', 'brand', 'routes', 'i18n'],
  head: ['lib', 'contract', 'brand', 'routes', 'i18n', 'type view'],
  // Markup (Astro components) includes islands and inline scripts, and displays the models that views return.
  markup: [
    'lib',
    'contract',
    'brand',
    'routes',
    'i18n',
    'head',
    'island',
    'inline',
    'error-report',
    'deferred',
    'type view',
    'shell/state/storage-keys',
    'shell/state/unsaved-parts',
    // Layouts import style sheets to link to them.
    'styles',
  ],
  pages: [
    'config',
    'styles',
    'lib',
    'contract',
    'contract/client',
    'brand',
    'routes',
    'i18n',
    'view',
    'head',
    'markup',
    'island',
    'inline',
    'publish/snapshot',
  ],
  // Middleware prepares data that pages share, with helpers in src/pages.
  middleware: [
    'lib',
    'contract',
    'brand',
    'routes',
    'i18n',
    'view',
    'publish/snapshot',
    'contract/client',
    'pages',
    'type publish/bundle',
  ],

  'publish/snapshot': ['lib', 'contract', 'contract/client', 'brand', 'routes', 'view'],
  'publish/release': ['lib', 'contract/locales', 'brand', 'routes', 'publish/snapshot/losses'],
  'publish/release-store': ['lib', 'publish/release'],
  'publish/recompress': ['lib', 'publish/release', 'publish/rebuild/lock'],
  'publish/queue': ['lib', 'brand', 'publish/release', 'publish/release-store', 'publish/rebuild'],
  // A page that is rendered without middleware gets the same locals as one rendered with it.
  'publish/bundle': ['lib', 'contract/locales', 'brand', 'pages/_page-locals', 'shell/ui/island-texts'],
  // The stages of a rebuild share a row.
  ...Object.fromEntries(RUN_STAGES.map((stage) => [stage, STAGE_IMPORTS])),
  serve: [
    'contract/reports',
    'contract/content-version',
    'shell/service-worker/cache-names',
    'lib',
    'contract/index',
    'contract/locales',
    'contract/calls/auth',
    'contract/calls/help-event',
    'contract/calls/report',
    'contract/calls/translator',
    'contract/entities/visitor',
    'contract/client/circuit.server',
    'contract/client/headers',
    'contract/client/request',
    'contract/client/retry',
    'contract/client/retry-budget.server',
    'contract/client/types',
    'brand',
    'routes',
    'shell/head/robots',
    'i18n/error-texts',
    'publish/release',
    'publish/bundle',
  ],
  'serve/proxy-config': ['lib', 'brand/page-headers', 'routes/page-kinds', 'contract/locales', 'publish/release'],
  'publish/nights': ['config', 'lib'],
  'serve/metrics': ['config', 'lib', 'publish/nights', 'serve'],
  'operate/backup': ['config', 'lib', 'publish/release', 'publish/rebuild/lock', 'api'],
  'operate/doctor': [
    'config',
    'scripts/bootstrap',
    'lib',
    'brand',
    'contract',
    'contract/client',
    'publish/release',
    'publish/nights',
    'publish/snapshot',
    'api',
    // The doctor compares the web server's configuration with the output of `npm run proxy-config`.
    'commands/site/proxy-config',
  ],
  'operate/audit': ['config', 'scripts/testing', 'lib', 'brand', 'contract/locales', 'routes'],
  'operate/upgrade-check': ['config', 'lib', 'brand', 'api', 'publish/nights', 'publish/release'],
  api: ['config', 'lib', 'contract', 'brand', 'i18n/mails'],
  // Schemas and types of the admin's API responses, used by its server and its page.
  'admin/contract': [
    'contract',
    'api/store/audit-kinds',
    'type api/import/plan/types',
    'type publish/nights',
    'type publish/release',
  ],
  'admin/server': [
    'admin/contract',
    'config',
    'lib',
    'contract',
    'brand',
    'routes',
    'api',
    'publish/nights',
    'publish/release',
  ],
  // The admin's page is a separate Vite build, so no other part may import it.
  'admin/ui': ['lib', 'brand/tokens', 'contract/locales', 'contract/chapter/chapter-markup', 'type admin/contract'],
  // Commands combine the parts: for example, one starts the API and passes its address to the site.
  commands: COMMAND_IMPORTS,
};

/**
 * Parts that a browser may load. These parts and everything that they import, directly or indirectly, must work
 * without Node, except `*.server.ts`.
 */
export const BROWSER_PARTS = [
  'contract',
  'contract/client',
  'routes',
  'i18n',
  'state',
  'island',
  'inline',
  'error-report',
  'directives',
  'deferred',
  'service-worker',
  'admin/ui',
];

/** Packages that run only on a server. */
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

/** Packages that only installations with several machines need. */
const ON_DEMAND = ['@aws-sdk/[^/]+', 'pg', 'pg-boss'];

/** Modules that run only in development, and the admin's page, which is built with separate packages. */
const DEVELOPMENT_ONLY = '^src/commands/(dev/|admin/admin-vite)';

/** Packages that each of these parts must not ship to browsers. */
const BANNED_PACKAGES = {
  state: ['react', 'react-dom', '@nanostores/react', 'i18next'],
  island: ['i18next', 'astro-i18next'],
  inline: ['react', 'nanostores', 'i18next'],
  directives: ['react', 'nanostores', 'i18next'],
  deferred: ['react', 'nanostores', 'i18next', 'valibot'],
};

/** Parts that Node loads unchanged, without Vite. */
export const PLAIN_NODE_PARTS = [
  'lib',
  'config',
  'contract',
  'contract/client',
  'contract/conformance',
  'brand',
  'routes',
  'publish/snapshot',
  'view',
  'publish/plan',
  'publish/render',
  'publish/verify',
  'publish/rebuild',
  'publish/release',
  'publish/release-store',
  'publish/recompress',
  'publish/queue',
  'publish/bundle',
  'serve',
  'serve/proxy-config',
  'publish/nights',
  'serve/metrics',
  'operate/backup',
  'operate/doctor',
  'operate/upgrade-check',
  'commands',
  'api',
  'admin/contract',
  'admin/server',
];

/**
 * Returns a regular expression for the files of a part (`lib`, `island`, `middleware`, `brands`) or of a module
 * (`shell/head/robots`). A part does not include the parts below it: `contract` does not match files of
 * `contract/client`.
 */
const filesOf = (part) => {
  if (ROLES[part] !== undefined) return ROLES[part];
  if (part === 'brands' || part.startsWith('scripts/')) return [`^${part}/`];
  const below = Object.keys(MAY_IMPORT).filter((other) => other.startsWith(`${part}/`));
  const without = below.map((other) => `(?!${other.slice(part.length + 1)}(/|\\.))`).join('');
  return [`^src/${part}(/${without}|\\.[a-z]+$|$)`];
};
const filesOfAll = (parts) => parts.flatMap(filesOf);

const PLAIN_NODE_FILES = filesOfAll(PLAIN_NODE_PARTS).map((pattern) => new RegExp(pattern));
/** Whether plain Node loads the file at this path, which is relative to the project's root. */
export const isPlainNode = (path) => PLAIN_NODE_FILES.some((pattern) => pattern.test(path));

const packages = (names) => `(^|/)node_modules/(${names.join('|')})/`;
const DECLARATIONS = '\\.d\\.ts$';
const TYPES = ['type-only'];

const partRules = Object.entries(MAY_IMPORT).flatMap(([part, entries]) => {
  const values = entries.filter((entry) => !entry.startsWith('type '));
  const types = entries.filter((entry) => entry.startsWith('type ')).map((entry) => entry.slice('type '.length));
  const from = { path: filesOf(part), pathNot: DECLARATIONS };
  const comment = `${part} may import: ${entries.join(', ') || 'nothing'} (MAY_IMPORT in .dependency-cruiser.mjs).`;
  const known = filesOfAll([part, ...values]);
  return [
    {
      name: `${part}-imports`,
      comment,
      severity: 'error',
      from,
      to: { path: '^(src|brands|scripts|tests)/', pathNot: [...known, ...filesOfAll(types)] },
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

const featureRules = Object.entries(FEATURE_IMPORTS).map(([feature, others]) => ({
  name: `feature-${feature}`,
  comment: `${feature} may import of other features: ${others.join(', ') || 'nothing'} (FEATURE_IMPORTS in .dependency-cruiser.mjs).`,
  severity: 'error',
  from: { path: `^src/features/${feature}/` },
  to: { path: '^src/features/', pathNot: [feature, ...others].map((name) => `^src/features/${name}/`) },
}));

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
    ...featureRules,
    {
      name: 'shell-imports-no-feature',
      comment:
        'src/shell is part of every page, so it must not import features, except code that loads on use (import()).',
      severity: 'error',
      from: { path: '^src/shell/' },
      to: { path: '^src/features/', dynamic: false, dependencyTypesNot: TYPES },
    },
    {
      name: 'feature-without-row',
      comment: 'To import another feature, add a row to FEATURE_IMPORTS in .dependency-cruiser.mjs.',
      severity: 'error',
      from: {
        path: '^src/features/([^/]+)/',
        pathNot: Object.keys(FEATURE_IMPORTS).map((name) => `^src/features/${name}/`),
      },
      to: { path: '^src/features/', pathNot: '^src/features/$1/' },
    },
    {
      name: 'no-unknown-part',
      comment: 'There is no rule for what this part may import: add it to MAY_IMPORT in .dependency-cruiser.mjs.',
      severity: 'error',
      from: { path: '^src/', pathNot: [...filesOfAll(Object.keys(MAY_IMPORT)), DECLARATIONS] },
      to: {},
    },
    {
      name: 'no-circle',
      comment:
        'Modules must not import each other in a circle, including types, so that they can be read one after the other.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'loaded-on-demand',
      comment: 'Only installations with several machines may load this: use import() after checking its setting.',
      severity: 'error',
      from: { path: '^(src|scripts)/', pathNot: '^(src/publish/(release-store|queue)|scripts/(scale|hard/parts))/' },
      to: {
        path: ['^src/publish/(release-store|queue)/', packages(ON_DEMAND)],
        dynamic: false,
        dependencyTypesNot: TYPES,
      },
    },
    {
      name: 'loaded-for-a-bucket',
      comment: 'The S3 client is large: only s3-store.ts may import it, and s3-store.ts is only imported for a bucket.',
      severity: 'error',
      from: { path: '^src/publish/release-store/', pathNot: 's3-store\\.ts$' },
      to: { path: ['s3-store\\.ts$', packages(ON_DEMAND)], dynamic: false, dependencyTypesNot: TYPES },
    },
    {
      name: 'not-resolved',
      comment: 'The import matches no file and no package. Packages must be listed in package.json.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(astro|virtual):' },
    },
    {
      name: 'plain-node',
      comment:
        'Plain Node loads this part, but the import needs Vite. Pass the value as an argument from a page or the middleware.',
      severity: 'error',
      from: { path: filesOfAll(PLAIN_NODE_PARTS) },
      to: { path: ['^(astro|virtual):', '\\.(tsx|astro\\.ts)$'], dependencyTypesNot: TYPES },
    },
    {
      name: 'no-development-package',
      comment:
        'This code runs in production: move the package to "dependencies", with a reason in docs/develop/dependencies.md.',
      severity: 'error',
      from: { path: filesOfAll(PLAIN_NODE_PARTS), pathNot: DEVELOPMENT_ONLY },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: TYPES },
    },
    {
      name: 'browser-reaches-server',
      comment:
        'Browsers load this part, but the import needs a server: move the code to a *.server.ts or a separate module.',
      severity: 'error',
      from: { path: filesOfAll(BROWSER_PARTS), pathNot: ['\\.server\\.ts$', DECLARATIONS] },
      to: {
        reachable: true,
        path: [`^(node:)?(${builtinModules.join('|')})$`, '^node:', '\\.server\\.ts$', packages(SERVER_PACKAGES)],
      },
    },
    {
      name: 'islands-stay-small',
      comment: 'An island must not load the table of all calls, server-only code of calls, or i18next.',
      severity: 'error',
      from: { path: filesOf('island') },
      to: {
        reachable: true,
        path: ['^src/contract/index\\.ts$', '^src/contract/client/missing-calls\\.ts$', packages(['i18next'])],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Takes imports of types into account, which have the dependency type `type-only`.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { conditionNames: ['import', 'node', 'default'], exportsFields: ['exports'] },
  },
};
