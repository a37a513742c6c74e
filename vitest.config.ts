import { defineConfig } from 'vitest/config';

const INTEGRATION_TIMEOUT_MS = 120_000;

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
    projects: [
      { extends: true, test: { name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}'] } },
      { extends: true, test: { name: 'contract', include: ['tests/contract/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          testTimeout: INTEGRATION_TIMEOUT_MS,
          hookTimeout: INTEGRATION_TIMEOUT_MS,
        },
      },
    ],
  },
});
