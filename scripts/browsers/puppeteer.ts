import puppeteer, { type Page } from 'puppeteer-core';
import { ensureChromium } from '../testing/chromium.ts';
import { type LaunchOptions, type PageDriver, SIZES } from './page-driver.ts';

/**
 * Firefox's preference that overrides `prefers-color-scheme` for content:
 * https://searchfox.org/mozilla-central/source/modules/libpref/init/StaticPrefList.yaml
 */
const COLOR_SCHEME = 'layout.css.prefers-color-scheme.content-override';

/**
 * Chromium's arguments. Tests run as root in containers, where the sandbox cannot start. Prerendering is disabled,
 * because Puppeteer loses its page when a prerendered page replaces it. Disabling this feature with a flag alone is
 * not enough on pages from which newer globals are removed. tests/e2e/intent.e2e.ts tests prerendering.
 */
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-features=Prerender2'];

/** Part of Firefox's error message if two pages start to load at the same time. */
const INTERRUPTED = 'navigation interrupted';

/** interruption.ts closes the browsers. Puppeteer's own listeners would prevent signals from ending this process. */
const SIGNALS_ARE_OURS = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false } as const;

/** Starts Chromium and controls it over the DevTools protocol. */
export async function launchChromium({ dark = false }: LaunchOptions = {}): Promise<PageDriver> {
  const browser = await puppeteer.launch({
    executablePath: await ensureChromium(),
    args: ARGS,
    ...SIGNALS_ARE_OURS,
  });
  const page = await firstPage(browser);
  const session = await page.createCDPSession();
  await session.send('Page.setPrerenderingAllowed', { isAllowed: false });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }]);
  return drive(page, `Chromium ${await browser.version()}`);
}

/**
 * Starts Firefox and controls it over WebDriver BiDi, which Firefox supports natively.
 * @param executablePath Debian's firefox-esr
 */
export async function launchFirefox(executablePath: string, { dark = false }: LaunchOptions = {}): Promise<PageDriver> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    ...SIGNALS_ARE_OURS,
    extraPrefsFirefox: { [COLOR_SCHEME]: dark ? 0 : 1 },
  });
  return drive(await firstPage(browser), `Firefox ${(await browser.version()).replace('firefox/', '')}`);
}

async function firstPage(browser: Awaited<ReturnType<typeof puppeteer.launch>>): Promise<Page> {
  const [page] = await browser.pages();
  return page ?? browser.newPage();
}

/** Time in ms after a page has been left during which Firefox may still report its aborted requests. */
const REPORT_DELAY_MS = 1000;

async function drive(page: Page, version: string): Promise<PageDriver> {
  let errors: string[] = [];
  let [url, previousUrl, navigatedAt] = [page.url(), '', 0];
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) [url, previousUrl, navigatedAt] = [frame.url(), url, Date.now()];
  });
  const place = () => (Date.now() - navigatedAt < REPORT_DELAY_MS ? `${previousUrl}, just left` : url);
  const note = (text: string) => errors.push(`${place()}: ${text}`);
  page.on('pageerror', (error) => note(error instanceof Error ? error.message : String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') note(`console: ${message.text()}`);
  });
  await page.setViewport(SIZES.phone);
  return {
    version,
    async open(url) {
      await page.goto(url).catch((error: unknown) => {
        // Firefox reports this error if the page was already loading another one, for example after a click.
        if (!(error instanceof Error && error.message.includes(INTERRUPTED))) throw error;
        return page.goto(url);
      });
    },
    run: (script, ...args) => page.evaluate(script as never, ...args.map((arg) => arg as never)) as never,
    clickAt: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    resize: (size) => page.setViewport(SIZES[size]),
    screenshot: () => page.screenshot(),
    async takeErrors() {
      const taken = errors;
      errors = [];
      return taken;
    },
    close: () => page.browser().close(),
  };
}
