import { defineConfig } from '@playwright/test';
import { headlessShell } from './tests/e2e/launch-options.ts';

/**
 * `npm test -- --only e2e` finds Chromium and sets CHROMIUM_PATH and HEADLESS_SHELL_PATH. The global setup starts the
 * site under test and sets LECTERN_E2E_URL, which the workers, started after it, read here.
 */
const site = process.env['LECTERN_E2E_URL'];

/** Limits end what hangs. They are wide, because a busy machine makes every test many times slower, and none may fail for that. */
const TEST_LIMIT_MS = 30 * 60_000;
/** For one condition, one action or one page load. */
const STEP_LIMIT_MS = 2 * 60_000;

/** A browser with two signed-in windows, a site of its own, or all pages of a brand: half a minute and more. */
const LONGEST = /\/(admin|brands|kept-pages|keyboard|notifications|places|pseudo|routes|walk)\.e2e\.ts$/;

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  outputDir: 'test-results',
  forbidOnly: true,
  fullyParallel: true,
  retries: 0,
  timeout: TEST_LIMIT_MS,
  expect: { timeout: STEP_LIMIT_MS, toPass: { timeout: STEP_LIMIT_MS } },
  // More than the processors: most of the time a test waits for an answer or for rest, and leaves the processor to another.
  workers: 4,
  // The longest files first, so that none is left alone at the end.
  projects: [
    { name: 'longest', testMatch: LONGEST },
    { name: 'others', testMatch: '**/*.e2e.ts', testIgnore: LONGEST },
  ],
  reporter: 'list',
  use: {
    ...(site === undefined ? {} : { baseURL: site }),
    browserName: 'chromium',
    actionTimeout: STEP_LIMIT_MS,
    navigationTimeout: STEP_LIMIT_MS,
    // What goes through it cannot be held up or counted; tests of the worker itself allow it.
    serviceWorkers: 'block',
    // A trace of every test doubles the time of the run. `-- --trace retain-on-failure` records them.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: headlessShell(),
  },
});
