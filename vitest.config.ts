import { globSync } from 'node:fs';
import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { inlineScriptsPlugin } from './src/publish/bundle/inline-scripts.ts';
import { PROPERTY_FILES, SLOW_FILES, testScope } from './tests/slow-tests.ts';

/** Limits end what hangs. They are wide, because a busy machine makes every test many times slower, and none may fail for that. */
const TEST_LIMIT_MS = 2 * 60_000;
/** Integration tests start whole servers. */
const INTEGRATION_LIMIT_MS = 15 * 60_000;
/** For one condition of `expect.poll`. */
const POLL_LIMIT_MS = 60_000;

/** What listens to a page is tested in a page of its own. */
const WITH_A_PAGE = [
  'tests/unit/features/*/island/**/*.test.{ts,tsx}',
  'tests/unit/features/reader/*/**/*.test.{ts,tsx}',
  'tests/unit/shell/{deferred,error-report,island,service-worker}/**/*.test.{ts,tsx}',
  'tests/unit/**/*.inline.test.ts',
];

const SCOPE = testScope();
const isSlow = (file: string): boolean => file in SLOW_FILES || PROPERTY_FILES.includes(file);

/** Files of a project in the scope of this run. */
const inScope = (...patterns: string[]): string[] =>
  SCOPE === 'slow' ? globSync(patterns).filter((file) => isSlow(file)) : patterns;
const OUT_OF_SCOPE = SCOPE === 'everyday' ? Object.keys(SLOW_FILES) : [];

/** Each builds or renders a site. Slow files count as well. */
const LONGEST = /\/(acceptance\/plain-html|pages\/bundle|rebuild\/(commands|publish-guard|rebuild))\.test\.ts$/;

/** The longest files first, so that none is left alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      LONGEST.test(moduleId) || relative(import.meta.dirname, moduleId) in SLOW_FILES;
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => Number(isLong(other)) - Number(isLong(one)));
  }
}

/** One project per kind of test: `npm test -- --only <name>`; unit has two. */
export default defineConfig({
  // Tests run inline scripts as pages contain them.
  plugins: [inlineScriptsPlugin()],
  test: {
    // The machines that run the tests have two cores, and integration tests start whole servers.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    allowOnly: false,
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    // The first is reset with the stores: each device of a test has a storage of its own. The others import JSON as bundlers do.
    server: { deps: { inline: ['@nanostores/persistent', /\/@actions\//] } },
    // The machine that runs the tests may be busy. The summary names every test that needed a second try.
    retry: 1,
    setupFiles: ['tests/helpers/console.ts', 'tests/helpers/repeated.ts'],
    testTimeout: TEST_LIMIT_MS,
    hookTimeout: TEST_LIMIT_MS,
    expect: { poll: { timeout: POLL_LIMIT_MS } },
    // Without isolation a module is loaded once, and not once for each file, which took as long as the tests.
    projects: [
      // Threads start sooner than processes.
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
