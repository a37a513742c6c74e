import { defineConfig } from 'vitest/config';

/** Limits end what hangs. They are wide, because a busy machine makes every test many times slower, and none may fail for that. */
const TEST_LIMIT_MS = 2 * 60_000;
/** Integration tests start whole servers. */
const INTEGRATION_LIMIT_MS = 15 * 60_000;
/** For one condition of `expect.poll`. */
const POLL_LIMIT_MS = 60_000;

/** One project per kind of test: `npm test -- --only <name>`. */
export default defineConfig({
  test: {
    // The machines that run the tests have two cores, and integration tests start whole servers.
    maxWorkers: 2,
    allowOnly: false,
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    // Reset with the stores: each device of a test has a storage of its own.
    server: { deps: { inline: ['@nanostores/persistent'] } },
    setupFiles: ['tests/helpers/console.ts'],
    testTimeout: TEST_LIMIT_MS,
    hookTimeout: TEST_LIMIT_MS,
    expect: { poll: { timeout: POLL_LIMIT_MS } },
    projects: [
      // Threads start sooner than processes.
      { extends: true, test: { name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}'], pool: 'threads' } },
      { extends: true, test: { name: 'contract', include: ['tests/contract/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          testTimeout: INTEGRATION_LIMIT_MS,
          hookTimeout: INTEGRATION_LIMIT_MS,
        },
      },
    ],
  },
});
