import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { ConfigError } from '#src/lib/errors.ts';
import { aptInstall } from './apt.ts';
import { runNode } from './programs.ts';

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const SYSTEM_SHELL = '/usr/bin/chromium-headless-shell';

/** One way to come by a Chromium: returns its path, or undefined where this way is not open. */
type Way = () => Promise<string | undefined>;

/** @returns the Chromium the tests drive: CHROMIUM_PATH, the machine's, else one installed now. */
export async function ensureChromium(): Promise<string> {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (existsSync(named)) return named;
    throw new ConfigError(`CHROMIUM_PATH is ${named}, and there is no such file.`);
  }
  for (const way of [onMachine, fromApt, fromPlaywright] satisfies Way[]) {
    const path = await way();
    if (path !== undefined) return path;
  }
  throw new ConfigError(
    'There is no Chromium here and none could be installed. Install it (Debian: apt-get install chromium) ' +
      'or set CHROMIUM_PATH to a Chromium or Chrome, then run npm test -- --only e2e.',
  );
}

/** @returns the variables by which browser tests know what to start, as tests/e2e/launch-options.ts reads them */
export async function browserPaths(): Promise<{ CHROMIUM_PATH: string; HEADLESS_SHELL_PATH: string }> {
  const whole = await ensureChromium();
  return { CHROMIUM_PATH: whole, HEADLESS_SHELL_PATH: await ensureHeadlessShell(whole) };
}

/** @returns the headless shell beside Debian's Chromium; the whole Chromium where that is another one or has none */
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
  process.stderr.write('No Chromium found: downloading the one of Playwright.\n');
  const code = await runNode('node_modules/@playwright/test/cli.js', ['install', 'chromium']);
  return code === 0 ? onMachine() : undefined;
}
