import type { LaunchOptions } from '@playwright/test';

/**
 * Tests run as root in containers, where Chromium's sandbox cannot start. A process that plays a graphics card would take
 * a third of the processors' time. The rest keeps it off the network.
 */
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];

/** How tests start the headless shell: Chromium without a window, which is quicker but has no notifications. */
export const headlessShell = (...args: string[]): LaunchOptions => launchOptions('HEADLESS_SHELL_PATH', args);

/** How tests start the Chromium that visitors have. */
export const wholeChromium = (...args: string[]): LaunchOptions => launchOptions('CHROMIUM_PATH', args);

/** @param variable holds the program's path; without it Playwright starts its own Chromium */
function launchOptions(variable: 'CHROMIUM_PATH' | 'HEADLESS_SHELL_PATH', args: readonly string[]): LaunchOptions {
  const executablePath = process.env[variable];
  return { ...(executablePath ? { executablePath } : {}), args: [...ARGS, ...args] };
}
