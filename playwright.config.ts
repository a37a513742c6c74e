import { basename } from 'node:path';
import { defineConfig } from '@playwright/test';
import { headlessShell } from './tests/e2e/launch-options.ts';
import { SLOW_FILES, testScope } from './tests/slow-tests.ts';

/**
 * `npm test -- --only e2e` finds Chromium and sets CHROMIUM_PATH and HEADLESS_SHELL_PATH. The global setup starts the
 * site under test and sets LECTERN_E2E_URL. Workers start after the global setup, so they read the URL here.
 */
const site = process.env['LECTERN_E2E_URL'];

/**
 * Time limits only stop tests that hang. They are long, because tests take many times longer on a busy machine and must
 * not fail then.
 */
const TEST_LIMIT_MS = 30 * 60_000;
/** Time limit for one condition, action or page load. */
const STEP_LIMIT_MS = 2 * 60_000;

/** Matches files that take more than half a minute each. They run first, so that no long file runs alone at the end. */
const LONGEST = /\/(admin|brands|kept-pages|keyboard|places|routes|walk(?:-proxies)?)\.e2e\.ts$/;

const SLOW_E2E = Object.keys(SLOW_FILES)
  .filter((file) => file.endsWith('.e2e.ts'))
  .map((file) => `**/${basename(file)}`);
const ALL = '**/*.e2e.ts';
const SLOW_TAG = /@slow/;
const EVERYDAY = { testIgnore: SLOW_E2E, grepInvert: SLOW_TAG };

const PROJECTS = {
  all: [
    { name: 'longest', testMatch: LONGEST },
    { name: 'others', testMatch: ALL, testIgnore: LONGEST },
  ],
  everyday: [
    { name: 'longest', testMatch: LONGEST, ...EVERYDAY },
    { name: 'others', testMatch: ALL, ...EVERYDAY, testIgnore: [LONGEST, ...SLOW_E2E] },
  ],
  slow: [
    { name: 'slow files', testMatch: SLOW_E2E },
    { name: 'slow tests', testMatch: ALL, testIgnore: SLOW_E2E, grep: SLOW_TAG },
  ],
};

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  outputDir: 'test-results',
  forbidOnly: true,
  fullyParallel: true,
  // Browsers sometimes fail on a busy machine. The summary lists every test that passed only when repeated.
  retries: 1,
  timeout: TEST_LIMIT_MS,
  expect: { timeout: STEP_LIMIT_MS, toPass: { timeout: STEP_LIMIT_MS } },
  // More workers than processors, because tests spend most of their time waiting.
  workers: 4,
  projects: PROJECTS[testScope() ?? 'all'],
  reporter: 'list',
  use: {
    ...(site === undefined ? {} : { baseURL: site }),
    browserName: 'chromium',
    actionTimeout: STEP_LIMIT_MS,
    navigationTimeout: STEP_LIMIT_MS,
    // Tests cannot delay or count requests that go through a service worker. The tests of the service worker allow it.
    serviceWorkers: 'block',
    // Recording a trace of every test would double the duration of the run. `-- --trace retain-on-failure` records
    // traces.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: headlessShell(),
  },
});
