import { type Browser, chromium, expect, type Page, test } from '@playwright/test';
import { startWebServerFor, type WebServer } from '../helpers/web-server.ts';
import { headlessShell } from './launch-options.ts';
import { portOfSite } from './site.ts';
import { PHONE, walk, watch } from './walk.ts';

/** Where a visitor starts, the expected page, and the web server used for the rest of the walk. */
const VISITED = [
  { brand: 'local', from: 'http://localhost/', home: 'https://localhost/', walked: undefined },
  { brand: 'freenovel', from: 'http://freenovel.example/', home: 'https://www.freenovel.example/', walked: 'nginx' },
  { brand: 'moonovel', from: 'http://www.moonovel.example/', home: 'https://www.moonovel.example/', walked: 'caddy' },
] as const;

for (const server of ['nginx', 'caddy'] as const) {
  test.describe(`behind ${server} with TLS, at the host of the brand`, () => {
    let web: WebServer;
    let browser: Browser;

    test.beforeAll(async () => {
      const state = process.env['LECTERN_E2E_STATE'] ?? '';
      const environment = { LECTERN_STATE: state, LECTERN_BRANDS: `${state}/brands` };
      web = await startWebServerFor(server, environment, portOfSite(), {
        tls: server === 'nginx' ? 'files' : 'issued',
        settings: { limit: 50 },
      });
      // Every host resolves to the web server, on standard ports.
      const rules = `MAP *:80 127.0.0.1:${web.port}, MAP *:443 127.0.0.1:${web.tlsPort}`;
      browser = await chromium.launch(headlessShell(`--host-resolver-rules=${rules}`));
    });
    test.afterAll(async () => {
      await browser?.close();
      await web?.close();
    });

    for (const { brand, from, home, walked } of VISITED) {
      const way = walked === server ? 'goes from the home page into a book and back' : 'reaches the home page';
      test(`a visitor of ${brand} ${way}`, async () => {
        const context = await browser.newContext({ ...PHONE, ignoreHTTPSErrors: true, serviceWorkers: 'block' });
        const page = await context.newPage();
        const errors = watch(page);
        await page.goto(from);
        await expect(page).toHaveURL(home);
        expect(await protocolOf(page)).toMatch(/^h[23]$/);
        if (walked === server) await walk(page, errors);
        expect(errors).toEqual([]);
        await context.close();
      });
    }
  });
}

const protocolOf = (page: Page) =>
  page.evaluate(() => {
    const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return loaded?.nextHopProtocol ?? '';
  });
