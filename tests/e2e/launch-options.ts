import type { LaunchOptions } from '@playwright/test';

/**
 * Tests run as root in containers, where Chromium's sandbox cannot start. A software GPU process would use a third of
 * the CPU time. The other options keep Chromium off the network.
 */
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];

/** Options for the headless shell, which is faster than Chromium but has no notifications. */
export const headlessShell = (...args: string[]): LaunchOptions => launchOptions('HEADLESS_SHELL_PATH', args);

/** Options for the complete Chromium. */
export const wholeChromium = (...args: string[]): LaunchOptions => launchOptions('CHROMIUM_PATH', args);

/** @param variable environment variable with the program's path; without it Playwright uses its bundled Chromium */
function launchOptions(variable: 'CHROMIUM_PATH' | 'HEADLESS_SHELL_PATH', args: readonly string[]): LaunchOptions {
  const executablePath = process.env[variable];
  return { ...(executablePath ? { executablePath } : {}), args: [...ARGS, ...args] };
}
