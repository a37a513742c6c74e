import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Limits end what hangs. They are wide, because a busy machine makes every test many times slower, and none may fail for that. */
const TEST_LIMIT_MS = 2 * 60_000;
/** Integration tests start whole servers. */
const INTEGRATION_LIMIT_MS = 15 * 60_000;
/** For one condition of `expect.poll`. */
const POLL_LIMIT_MS = 60_000;

/** They start programs, build the site or render it many times: half a minute and more. */
const LONGEST =
  /\/(hard\/parts|i18n\/pseudo-locale|acceptance\/static-build|night-queue\/workers|pages\/bundle|rebuild\/(commands|full-disk-steps|interrupted-run|random-nights|real-site|rebuild|shards|upstream-faults)|scripts\/(audited-site|full-disk|import|other-user|start))\.test\.ts$/;

/** The longest files first, so that none is left alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => Number(LONGEST.test(other.moduleId)) - Number(LONGEST.test(one.moduleId)));
  }
}

/** What listens to a page is tested in a page of its own. */
const WITH_A_PAGE = 'tests/unit/{browser,islands}/**/*.test.{ts,tsx}';

/** One project per kind of test: `npm test -- --only <name>`; unit has two. */
export default defineConfig({
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
    setupFiles: ['tests/helpers/console.ts'],
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
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          exclude: [WITH_A_PAGE],
          pool: 'threads',
          isolate: false,
        },
      },
      { extends: true, test: { name: 'unit-page', include: [WITH_A_PAGE], pool: 'threads' } },
      { extends: true, test: { name: 'contract', include: ['tests/contract/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          isolate: false,
          testTimeout: INTEGRATION_LIMIT_MS,
          hookTimeout: INTEGRATION_LIMIT_MS,
        },
      },
    ],
  },
});
