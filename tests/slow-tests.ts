/**
 * Test files that only `npm run test:all` runs. Either they are slow and a cheaper test covers the usual case, or
 * they need programs besides Chromium. docs/develop/testing.md lists them with their reasons.
 */
export const SLOW_FILES: Readonly<Record<string, string>> = {
  'tests/e2e/admin-takedowns.e2e.ts': 'Takes a book off a running site; `resources/takedowns.test.ts` covers the API.',
  'tests/e2e/audit.e2e.ts': 'Audits with a browser; `audit.test.ts` covers every other finding.',
  'tests/e2e/book-languages.e2e.ts':
    'Every panel with books in four languages; `pages/book-languages.test.ts` covers the pages.',
  'tests/e2e/book-links.e2e.ts': 'Rarely used parts of the reader; unit tests cover their rules.',
  'tests/e2e/brands.e2e.ts': 'Compares all brands with each other.',
  'tests/e2e/browsers.e2e.ts': 'Needs Firefox and WebKit.',
  'tests/e2e/dev-server.e2e.ts': 'Starts the development server and edits a copy of the project.',
  'tests/e2e/dictionary.e2e.ts': 'Counts the bytes of later chapters; unit tests cover how a dictionary is chosen.',
  'tests/e2e/early-typing.e2e.ts': 'Every field while its script loads; `forms-first.e2e.ts` covers the forms.',
  'tests/e2e/editions.e2e.ts':
    'Publishes and audits a brand in four languages; `shell/page/editions.test.ts` covers the links.',
  'tests/e2e/first-screen.e2e.ts': 'Sets up a site and starts it; unit and integration tests cover its server.',
  'tests/e2e/kept-pages.e2e.ts': 'Waits for the back/forward cache of the complete Chromium.',
  'tests/e2e/keyboard.e2e.ts': 'Tabs through every control of every page; `tab-order.e2e.ts` covers the order.',
  'tests/e2e/largest-content.e2e.ts': 'Measures paint times, which change only with styles and header pictures.',
  'tests/e2e/listening.e2e.ts': 'Reading aloud with a scripted voice; unit tests cover the state.',
  'tests/e2e/look-up-word.e2e.ts': 'Rarely used parts of the reader; unit tests cover their rules.',
  'tests/e2e/messages.e2e.ts': 'One page per error of a call; `failed-calls.test.ts` covers the messages.',
  'tests/e2e/notifications.e2e.ts':
    'Waits for a notification of the complete Chromium; `push.e2e.ts` covers subscriptions.',
  'tests/e2e/oidc.e2e.ts': 'Signs in at an OpenID provider; `api/oidc.test.ts` covers the protocol.',
  'tests/e2e/page-counter.e2e.ts': 'Rarely used parts of the reader; unit tests cover their rules.',
  'tests/e2e/page-width.e2e.ts':
    'All pages of all brands at three font sizes; `routes.e2e.ts` checks the width of every page.',
  'tests/e2e/paragraphs.e2e.ts': 'Paragraph styles and two-page layout at many lengths.',
  'tests/e2e/pictures.e2e.ts': 'Rarely used parts of the reader; unit tests cover their rules.',
  'tests/e2e/print.e2e.ts': 'Printing changes only with the print styles.',
  'tests/e2e/pseudo.e2e.ts': 'Every page with longer texts; `page-width.e2e.ts` uses the longest ordinary ones.',
  'tests/e2e/ranks.e2e.ts': 'Ranks and headings in the layouts of all brands, which change rarely.',
  'tests/e2e/reach.e2e.ts': 'Sticky bars over controls at many sizes.',
  'tests/e2e/series.e2e.ts': 'Links between the books of a series; unit tests cover the list.',
  'tests/e2e/shapes.e2e.ts': 'Layout of verse and wide tables; unit tests cover the markup.',
  'tests/e2e/text.e2e.ts': 'Vertical, right-to-left and ruby text, tables and verse; unit tests cover the markup.',
  'tests/integration/acceptance/empty-language.test.ts':
    'Publishes a brand with two empty languages; unit tests cover the home page.',
  'tests/e2e/walk-proxies.e2e.ts': 'Needs nginx, Caddy or PostgreSQL.',
  'tests/integration/acceptance/every-language.test.ts':
    'Publishes a brand in nine languages; unit tests cover the texts and `locales`.',
  'tests/integration/acceptance/recording.test.ts':
    'Records every call of a site; `contract/client` covers how a call is sent.',
  'tests/integration/acceptance/sample-upstream.test.ts':
    'Rebuilds a brand over the sample; `contract/sample-upstream.test.ts` checks its answers.',
  'tests/integration/acceptance/static-build.test.ts':
    'Builds a brand with plain `astro build` and compares all pages.',
  'tests/integration/acceptance/static-site.test.ts': 'Builds a complete site and audits it behind Python and nginx.',
  'tests/integration/acceptance/twelve-calls.test.ts':
    'Runs a site over an upstream with only the required calls; `features/views/twelve-calls.test.ts` covers the views.',
  'tests/integration/api/command.test.ts': 'Runs the command; other tests start the same API.',
  'tests/integration/api/import/untrusted.test.ts':
    'Imports hostile files in processes of their own; unit tests cover each refusal.',
  'tests/integration/api/postgres-processes.test.ts': 'Needs nginx, Caddy or PostgreSQL.',
  'tests/integration/api/postgres.test.ts': 'Needs nginx, Caddy or PostgreSQL.',
  'tests/integration/api/private-files.test.ts':
    'Runs every program that writes the files of visitors; all of them use the same function.',
  'tests/integration/api/seed/command.test.ts': 'Runs the command; other tests seed as well.',
  'tests/integration/api/seed/seed-store.test.ts':
    'Seeds the store five times; every other test that needs books seeds it once.',
  'tests/integration/api/store-copy.test.ts': 'Needs nginx, Caddy or PostgreSQL.',
  'tests/integration/deploy/trial-proxy.test.ts': 'Needs nginx, Caddy or PostgreSQL.',
  'tests/integration/hard/parts.test.ts': 'Attacks running sites; each guard has its own tests.',
  'tests/integration/i18n/pseudo-locale.test.ts': 'Renders all pages in the pseudo-locale.',
  'tests/integration/publish/queue/bad-jobs.test.ts': 'Needs nginx, Caddy or PostgreSQL.',
  'tests/integration/publish/queue/workers.test.ts': 'Needs nginx, Caddy or PostgreSQL.',
  'tests/integration/publish/rebuild/book-pages-served.test.ts':
    'Serves the pages of books between nights; `book-pages.test.ts` covers which are published.',
  'tests/integration/publish/rebuild/code-changes.test.ts':
    'Rebuilds a copy of the project per change; the unit test covers the comparison.',
  'tests/integration/publish/rebuild/commands.test.ts':
    'Runs the commands about releases; unit tests cover options and results.',
  'tests/integration/publish/rebuild/damaged-release.test.ts':
    'Damages a release in many ways; `serve/damaged-files.test.ts` covers what visitors get.',
  'tests/integration/publish/rebuild/full-disk-steps.test.ts': 'Fails every single write of a night.',
  'tests/integration/publish/rebuild/index-now.test.ts': 'Announces the pages of nights; unit tests cover the request.',
  'tests/integration/publish/rebuild/interrupted-run.test.ts':
    'Interrupts a night at every step; `killed.test.ts` covers a killed process.',
  'tests/integration/publish/rebuild/nightly.test.ts':
    'Runs nights as processes on a schedule; unit tests cover the schedule.',
  'tests/integration/publish/rebuild/random-nights.test.ts':
    'Compares random nights with full runs; `rebuild.test.ts` covers each rule.',
  'tests/integration/publish/rebuild/real-site.test.ts':
    'Rebuilds the complete site; the browser tests use a complete site as well.',
  'tests/integration/publish/rebuild/told-nights.test.ts':
    'Waits for alerts of real nights; unit tests cover the rules.',
  'tests/integration/publish/rebuild/upstream-faults.test.ts':
    'Runs a night per kind of upstream failure; unit tests cover retries, limits and the publish guard.',
  'tests/integration/publish/release-store/commands.test.ts':
    'Runs the commands of the release store; unit tests cover what they do.',
  'tests/integration/publish/release-store/lease-races.test.ts': 'Needs nginx, Caddy or PostgreSQL.',
  'tests/integration/publish/release-store/release-store.test.ts':
    'Publishes between processes over object storage; unit tests cover push and pull.',
  'tests/integration/publish/snapshot/resume.test.ts': 'Resumes a sync after each possible interruption.',
  'tests/integration/publish/snapshot/troubled.test.ts':
    'Waits for an upstream that rejects concurrent calls; unit tests cover retries.',
  'tests/integration/scripts/audited-site.test.ts': 'Audits a whole site; `audit.test.ts` covers each finding.',
  'tests/integration/scripts/backup.test.ts': 'Backs up running processes; unit tests cover backup and restore.',
  'tests/integration/scripts/bench-search.test.ts': 'Needs nginx, Caddy or PostgreSQL.',
  'tests/integration/scripts/brand.test.ts': 'Runs the command; `commands/brand/brand.test.ts` covers what it does.',
  'tests/integration/scripts/broken-brand.test.ts':
    'Runs every command beside a broken brand; `broken-brands.test.ts` covers the rules in-process.',
  'tests/integration/scripts/doctor-postgres.test.ts': 'Needs nginx, Caddy or PostgreSQL.',
  'tests/integration/scripts/full-disk.test.ts':
    'Fills a small disk under every command; `api/full-disk.test.ts` covers the store.',
  'tests/integration/scripts/import.test.ts': 'Measures the memory of an import of 25 MB.',
  'tests/integration/scripts/other-user.test.ts': 'Installs and runs as another user.',
  'tests/integration/scripts/postgres.test.ts': 'Needs nginx, Caddy or PostgreSQL.',
  'tests/integration/scripts/proxy-renewal.test.ts':
    'Runs the command after real publishes; unit tests cover the generated configuration.',
  'tests/integration/scripts/setup.test.ts':
    'Runs the command and `npm start`; `commands/setup/setup.test.ts` covers questions and rules.',
  'tests/integration/scripts/start.test.ts':
    'Starts the whole product several times; `npm test` starts it for the browser tests.',
  'tests/integration/scripts/test-browsers.test.ts': 'Tests a development tool.',
  'tests/integration/serve/client-errors.test.ts':
    'Stores and lists reported errors of a served bundle; unit tests cover reports and their positions.',
  'tests/integration/serve/content-watch.test.ts': 'Needs nginx, Caddy or PostgreSQL.',
  'tests/integration/serve/failing-upstream.test.ts':
    'Waits until requests to a failing upstream time out; unit tests cover the circuit breaker.',
  'tests/integration/serve/metrics/site.test.ts':
    'Collects metrics of running processes; `metrics.test.ts` covers each metric.',
  'tests/integration/serve/proxy-config/files.test.ts': 'Needs nginx, Caddy or PostgreSQL.',
  'tests/integration/serve/proxy-config/kept-pages.test.ts': 'Needs nginx, Caddy or PostgreSQL.',
  'tests/integration/serve/proxy-config/operation.test.ts': 'Needs nginx, Caddy or PostgreSQL.',
  'tests/integration/serve/proxy-config/same-answers.test.ts': 'Needs nginx, Caddy or PostgreSQL.',
  'tests/integration/serve/proxy-config/upgrades.test.ts': 'Needs nginx, Caddy or PostgreSQL.',
  'tests/integration/serve/share-pictures.test.ts': 'Draws pictures for links; unit tests cover the drawing.',
  'tests/unit/admin/server/content/untrusted.test.ts': 'Waits for the limits on hostile uploads.',
  'tests/unit/publish/queue/machine-work.test.ts':
    'Nights of many machines; `cut-plan.test.ts` and `make-night.test.ts` cover the rules.',
  'tests/unit/publish/release-store/sweep.test.ts':
    'Fills stores with releases; `pull.test.ts` and `push.test.ts` cover what a store contains.',
  'tests/unit/publish/release-store/tampered.test.ts':
    'Damages stored releases in many ways; `pull.test.ts` covers each check.',
};

/** Marks a browser test, or a group of them, that only `npm run test:all` runs: `test('…', SLOW, …)`. */
export const SLOW = { tag: '@slow' };

/** Files with property tests that try fewer examples in `npm test` (see `examples`) than in `npm run test:all`. */
export const PROPERTY_FILES: readonly string[] = [
  'tests/integration/api/command-text.test.ts',
  'tests/integration/api/hostile-text.test.ts',
  'tests/integration/api/timestamp-order.test.ts',
  'tests/integration/pages/brand-pages.test.ts',
  'tests/integration/serve/any-text.test.ts',
  'tests/integration/features/state/library-property.test.ts',
  'tests/unit/lib/html-depth.test.ts',
  'tests/unit/features/library/state/library-property.test.ts',
  'tests/unit/admin/server/http/hostile-input.test.ts',
];

/**
 * Environment variable that limits which tests are included in a run. If it is not set, for example when you name a
 * file, all tests run.
 */
export const TEST_SCOPE = 'LECTERN_TEST_SCOPE';
export type TestScope = 'everyday' | 'slow';
const EVERYDAY_SHARE = 1 / 8;

export function testScope(): TestScope | undefined {
  const scope = process.env[TEST_SCOPE];
  return scope === 'everyday' || scope === 'slow' ? scope : undefined;
}

/** Returns the number of examples that a property test tries. In `npm test`, this is an eighth of `count`. */
export const examples = (count: number): number =>
  testScope() === 'everyday' ? Math.ceil(count * EVERYDAY_SHARE) : count;

/**
 * Returns the values that a test tries for each field. In `npm test`, this is every eighth value, starting at a
 * different value for each field.
 */
export const someOf = <Value>(values: readonly Value[], field: number): readonly Value[] =>
  testScope() === 'everyday' ? values.filter((_, index) => (index + field) % (1 / EVERYDAY_SHARE) === 0) : values;
