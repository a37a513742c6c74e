import { removedGlobalsScript } from '../../tests/helpers/removed-globals.ts';
import { ERROR_RECORDER } from './error-recorder.ts';
import type { openGate } from './gate.ts';
import type { LaunchOptions, PageDriver } from './page-driver.ts';
import { ensureFirefox, ensureWebKit } from './programs.ts';
import { launchChromium, launchFirefox } from './puppeteer.ts';
import { launchWebKit } from './webkit.ts';

/** A browser in which the walk runs. */
export interface Engine {
  readonly name: string;
  /** Description of the browser in one line, for `--help`. */
  readonly about: string;
  /** Scripts that run first on each page and in the service worker, and a function that transforms style sheets. */
  readonly scripts?: Parameters<typeof openGate>[1];
  /**
   * Starts the browser. If it is missing, installs it from Debian.
   * @throws ConfigError if it cannot be installed
   */
  launch(options?: LaunchOptions): Promise<PageDriver>;
}

/** Makes rules with `:has()` ineffective, as in Firefox 115, which ignores rules with an unknown selector. */
const withoutHas = (css: string) => css.replaceAll(':has(', ':not-known(');

export const ENGINES: readonly Engine[] = [
  { name: 'chromium', about: 'Chromium over the DevTools protocol', launch: launchChromium },
  {
    name: 'chromium-old',
    about: 'the same without `:has()` and the globals that the minimum browsers lack',
    scripts: { page: removedGlobalsScript(), worker: removedGlobalsScript(), style: withoutHas },
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
