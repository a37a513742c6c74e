import { existsSync } from 'node:fs';
import { type Browser, chromium } from '@playwright/test';
import { ConfigError } from '#src/lib/errors.ts';
import { aptInstall } from './apt.ts';
import { runNode } from './programs.ts';

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const SYSTEM_SHELL = '/usr/bin/chromium-headless-shell';

/** Finds or installs Chromium in one way, and returns its path; undefined if this way does not work. */
type Way = () => Promise<string | undefined>;

/** @returns the path of Chromium for tests: CHROMIUM_PATH, or the machine's, or a newly installed one */
export async function ensureChromium(): Promise<string> {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (existsSync(named)) return named;
    throw new ConfigError(`CHROMIUM_PATH is ${named}, which does not exist.`);
  }
  for (const way of [onMachine, fromApt, fromPlaywright] satisfies Way[]) {
    const path = await way();
    if (path !== undefined) return path;
  }
  throw new ConfigError(
    'Chromium is missing and could not be installed. Install it (Debian: apt-get install chromium) ' +
      'or set CHROMIUM_PATH to a Chromium or Chrome, then run npm test -- --only e2e.',
  );
}

/** Arguments that disable background networking, and the sandbox, which cannot start for root in a container. */
const ARGUMENTS = ['--no-sandbox', '--disable-background-networking', '--disable-component-update'];

/**
 * Starts Chromium for a command.
 * @param args additional arguments
 */
export const launchChromium = async (...args: string[]): Promise<Browser> =>
  chromium.launch({ executablePath: await ensureChromium(), args: [...ARGUMENTS, ...args] });

/** @returns the environment variables that tests/e2e/launch-options.ts reads */
export async function browserPaths(): Promise<{ CHROMIUM_PATH: string; HEADLESS_SHELL_PATH: string }> {
  const whole = await ensureChromium();
  return { CHROMIUM_PATH: whole, HEADLESS_SHELL_PATH: await ensureHeadlessShell(whole) };
}

/**
 * @returns the path of the headless shell of Debian's Chromium; if there is none, or for any other Chromium, the path
 * of the full browser
 */
async function ensureHeadlessShell(whole: string): Promise<string> {
  if (process.env['CHROMIUM_PATH'] || whole !== SYSTEM[0]) return whole;
  if (!existsSync(SYSTEM_SHELL)) await aptInstall(['chromium-headless-shell']);
  return existsSync(SYSTEM_SHELL) ? SYSTEM_SHELL : whole;
}

async function onMachine(): Promise<string | undefined> {
  return [...SYSTEM, chromium.executablePath()].find((path) => existsSync(path));
}

async function fromApt(): Promise<string | undefined> {
  return (await aptInstall(['chromium', 'chromium-headless-shell'])) ? onMachine() : undefined;
}

async function fromPlaywright(): Promise<string | undefined> {
  process.stderr.write("No Chromium found: downloading Playwright's.\n");
  const code = await runNode('node_modules/@playwright/test/cli.js', ['install', 'chromium']);
  return code === 0 ? onMachine() : undefined;
}
