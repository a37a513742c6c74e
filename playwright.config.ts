import { defineConfig } from '@playwright/test';

/**
 * `npm test -- --only e2e` finds Chromium and sets CHROMIUM_PATH. The global setup starts the site under test
 * and sets LECTERN_E2E_URL, which the workers, started after it, read here.
 */
const chromium = process.env['CHROMIUM_PATH'];
const site = process.env['LECTERN_E2E_URL'];

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './tests/e2e/global-setup.ts',
  outputDir: 'test-results',
  forbidOnly: true,
  fullyParallel: true,
  retries: 0,
  timeout: 60_000,
  workers: 2,
  reporter: 'list',
  use: {
    ...(site === undefined ? {} : { baseURL: site }),
    browserName: 'chromium',
    // What goes through it cannot be held up or counted; tests of the worker itself allow it.
    serviceWorkers: 'block',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      // Tests run as root in containers, where Chromium's sandbox cannot start; the rest keeps it off the network.
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
    },
  },
});
