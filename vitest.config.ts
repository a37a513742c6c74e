import { globSync } from 'node:fs';
import { relative } from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { inlineScriptsPlugin } from './src/publish/bundle/inline-scripts.ts';
import { PROPERTY_FILES, SLOW_FILES, testScope } from './tests/slow-tests.ts';

/**
 * Time limits only stop tests that hang. They are long, because tests take many times longer on a busy machine and must
 * not fail then.
 */
const TEST_LIMIT_MS = 2 * 60_000;
/** Time limit for integration tests, which start whole servers. */
const INTEGRATION_LIMIT_MS = 15 * 60_000;
/** Time limit for one condition of `expect.poll`. */
const POLL_LIMIT_MS = 60_000;

/** Tests of code that listens to events of a page. Each file runs in a separate page. */
const WITH_A_PAGE = [
  'tests/unit/features/*/island/**/*.test.{ts,tsx}',
  'tests/unit/features/reader/*/**/*.test.{ts,tsx}',
  'tests/unit/shell/{deferred,error-report,island,service-worker}/**/*.test.{ts,tsx}',
  'tests/unit/**/*.inline.test.ts',
];

const SCOPE = testScope();
const isSlow = (file: string): boolean => file in SLOW_FILES || PROPERTY_FILES.includes(file);

/** Returns the files that match `patterns` and are part of this run. */
const inScope = (...patterns: string[]): string[] =>
  SCOPE === 'slow' ? globSync(patterns).filter((file) => isSlow(file)) : patterns;
const OUT_OF_SCOPE = SCOPE === 'everyday' ? Object.keys(SLOW_FILES) : [];

/** Matches tests that build or render a site. Slow files count as long too. */
const LONGEST = /\/(acceptance\/plain-html|pages\/bundle|rebuild\/(commands|publish-guard|rebuild))\.test\.ts$/;

/** Runs the longest files first, so that no long file runs alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      LONGEST.test(moduleId) || relative(import.meta.dirname, moduleId) in SLOW_FILES;
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => Number(isLong(other)) - Number(isLong(one)));
  }
}

/**
 * Keeps modules with a query, such as `*.inline.ts?raw`, out of Vitest's file cache. They contain the code of other
 * modules, but their cache key does not change when those modules change.
 */
const UNCACHED_QUERIES: Plugin = {
  name: 'lectern:uncached-queries',
  configureVitest: ({ defineCacheKeyGenerator }) =>
    defineCacheKeyGenerator(({ id }) => (/\?(raw|texts)\b/.test(id) ? false : undefined)),
};

/** One project per kind of test, which `npm test -- --only <name>` runs. The kind `unit` has two projects. */
export default defineConfig({
  // Tests run inline scripts in the form in which pages contain them.
  plugins: [inlineScriptsPlugin(), UNCACHED_QUERIES],
  test: {
    // Two workers, because the machines that run the tests have two cores, and integration tests start whole servers.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    allowOnly: false,
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    // @nanostores/persistent is inlined so that it is reset together with the stores, because each device in a test has
    // its own storage. @actions/* are inlined because they import JSON as bundlers do.
    server: { deps: { inline: ['@nanostores/persistent', /\/@actions\//] } },
    // Tests may fail on a busy machine, so they are repeated once. The summary lists every test that passed only when
    // it was repeated.
    retry: 1,
    setupFiles: ['tests/helpers/console.ts', 'tests/helpers/repeated.ts'],
    testTimeout: TEST_LIMIT_MS,
    hookTimeout: TEST_LIMIT_MS,
    expect: { poll: { timeout: POLL_LIMIT_MS } },
    // Without isolation, modules are loaded only once. Loading them for each file took as long as the tests themselves.
    projects: [
      // Threads start faster than processes.
      {
        extends: true,
        test: {
          name: 'unit',
          include: inScope('tests/unit/**/*.test.{ts,tsx}'),
          exclude: [...WITH_A_PAGE, ...OUT_OF_SCOPE],
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'unit-page', include: inScope(...WITH_A_PAGE), exclude: OUT_OF_SCOPE, pool: 'threads' },
      },
      { extends: true, test: { name: 'contract', include: inScope('tests/contract/**/*.test.ts') } },
      {
        extends: true,
        test: {
          name: 'integration',
          include: inScope('tests/integration/**/*.test.ts'),
          exclude: OUT_OF_SCOPE,
          isolate: false,
          testTimeout: INTEGRATION_LIMIT_MS,
          hookTimeout: INTEGRATION_LIMIT_MS,
        },
      },
    ],
  },
});
