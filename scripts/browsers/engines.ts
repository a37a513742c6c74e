import { removedGlobalsScript } from '../../tests/helpers/removed-globals.ts';
import { ensureFiles } from '../testing/apt.ts';
import { ERROR_RECORDER } from './error-recorder.ts';
import type { LaunchOptions, PageDriver } from './page-driver.ts';
import { launchChromium, launchFirefox } from './puppeteer.ts';
import { launchWebKit, type WebKitPrograms } from './webkit.ts';

/** A browser the walk runs in. */
export interface Engine {
  readonly name: string;
  /** One line for `--help`. */
  readonly about: string;
  /** Sources that run before every script of each page and of the service worker. */
  readonly scripts?: { readonly page?: string; readonly worker?: string };
  /** Installs it from Debian where it is missing. @throws ConfigError where that is not possible */
  launch(options?: LaunchOptions): Promise<PageDriver>;
}

export const ENGINES: readonly Engine[] = [
  { name: 'chromium', about: 'Chromium over the DevTools protocol', launch: launchChromium },
  {
    name: 'chromium-old',
    about: 'the same without the globals that the minimum browsers lack',
    scripts: { page: removedGlobalsScript(), worker: removedGlobalsScript() },
    launch: launchChromium,
  },
  {
    name: 'firefox',
    about: 'Firefox (firefox-esr) over WebDriver BiDi',
    launch: async (options) => launchFirefox(await ensureFirefox(), options),
  },
  {
    name: 'webkit',
    about: 'WebKitGTK (webkit2gtk-driver) over WebDriver, on the screen of Xvfb',
    scripts: { page: ERROR_RECORDER },
    launch: async (options) => launchWebKit(await ensureWebKit(), options),
  },
];

async function ensureFirefox(): Promise<string> {
  const program = '/usr/bin/firefox-esr';
  await ensureFiles([program], ['firefox-esr']);
  return program;
}

/** Debian's folder of programs for this processor, as `dpkg-architecture` names it. */
const LIBRARIES = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;

async function ensureWebKit(): Promise<WebKitPrograms> {
  const programs = {
    driver: '/usr/bin/WebKitWebDriver',
    browser: `${LIBRARIES}/webkit2gtk-4.1/MiniBrowser`,
    xvfb: '/usr/bin/Xvfb',
  };
  await ensureFiles(Object.values(programs), ['webkit2gtk-driver', 'xvfb']);
  return programs;
}
