import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page, test } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { SLOW } from '../slow-tests.ts';
import type { Edition } from './facts.ts';
import { kindsWithoutRow, rowsFor } from './route-table.ts';
import { request, siteOf } from './site.ts';

/** Two brands in two languages. The browser opens the pages of each brand in one language. */
const EDITIONS: readonly (Edition & { readonly opened: boolean })[] = [
  { brand: 'fingeread', prefix: '/fingeread_api', locale: 'en', opened: true },
  { brand: 'polyglot', prefix: '/polyglot_api', locale: 'en', opened: false },
  { brand: 'polyglot', prefix: '/polyglot_api', locale: 'es', opened: true },
];
/** Number of browser tests among which the pages of an edition are divided. */
const PARTS = 4;
const WIDTHS = [320, 390, 768, 1280, 1440];

// A trace would store axe's source code for each page.
test.use({ trace: 'off' });

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

for (const edition of EDITIONS) {
  test.describe(`${edition.brand} in ${edition.locale}`, () => {
    test('every spelling of every route returns the expected status and redirect', async () => {
      const rows = await rowsFor(edition);
      const mismatches: string[] = [];
      for (const { address, status, to } of rows) {
        const reply = await request(edition.brand, address);
        const actual = `${reply.status} ${reply.location ?? ''}`.trim();
        const expected = `${status} ${to ?? ''}`.trim();
        if (actual !== expected) mismatches.push(`${address}: ${actual}, wanted ${expected}`);
      }
      expect(mismatches).toEqual([]);
      expect(kindsWithoutRow(rows, edition), 'add rows to tests/e2e/route-table.ts').toEqual([]);
    });

    if (!edition.opened) return;
    const details = edition === EDITIONS[0] ? {} : SLOW;
    test('every page has a unique title', details, async () => {
      const titles = new Map<string, string>();
      for (const address of await pagesOf(edition)) {
        const { text } = await request(edition.brand, address);
        const title = /<title>([^<]*)</.exec(text)?.[1] ?? '';
        expect.soft(titles.get(title), `${address} has the title "${title}" of`).toBeUndefined();
        titles.set(title, address);
        // Search engines never index the page that is shown without a connection.
        if (address.endsWith('/offline')) continue;
        expect.soft(title, `title of ${address}`).toMatch(edition.locale === 'en' ? /best/i : /mejor/i);
      }
    });

    for (let part = 1; part <= PARTS; part += 1)
      test(
        `every page has a heading, is accessible and fits every width, part ${part} of ${PARTS}`,
        // `npm test` runs only the first part.
        part === 1 ? details : SLOW,
        async ({ page }) => {
          const addresses = (await pagesOf(edition)).filter((_, index) => index % PARTS === part - 1);
          const errors = watch(page);
          for (const address of addresses) {
            await test.step(address, async () => {
              await page.setViewportSize({ width: 390, height: 844 });
              const response = await page.goto(siteOf(edition.brand) + address);
              expect.soft(response?.status(), address).toBe(200);
              expect.soft(await page.locator('h1').count(), `h1 of ${address}`).toBe(1);
              expect.soft(await overflows(page), `overflow of ${address}`).toEqual([]);
              expect.soft(await judge(page), `axe on ${address}`).toEqual([]);
            });
          }
          expect(errors).toEqual([]);
        },
      );
  });
}

const pagesOf = async (edition: Edition): Promise<string[]> =>
  (await rowsFor(edition)).filter(({ status, leadsOn }) => status === 200 && !leadsOn).map(({ address }) => address);

/** Collects every error the browser reports. */
function watch(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => {
    if (!message.startsWith('Transition was')) errors.push(`${page.url()}: ${message}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${page.url()}: ${message.text()}`);
  });
  return errors;
}

/** The widths at which the page is wider than the window, with the first element that overflows. */
async function overflows(page: Page): Promise<string[]> {
  const violations: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    const wide = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      if (scrollWidth <= clientWidth) return undefined;
      const out = [...document.body.querySelectorAll('*')].find(
        (element) => element.getBoundingClientRect().right > clientWidth + 1,
      );
      return `${scrollWidth} px, from ${out?.tagName.toLowerCase()}.${out?.className}`;
    });
    if (wide !== undefined) violations.push(`at ${width}: ${wide}`);
  }
  return violations;
}

interface Axe {
  run(context: Document, options: RunOptions): Promise<AxeResults>;
}

/** Serious and critical violations found by axe, at the width of a phone. */
async function judge(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(AXE);
  const results = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: Axe };
    // Skips passed checks, element positions and autoplay, as no page has sound.
    const { violations } = await axe.run(document, { resultTypes: ['violations'], selectors: false, preload: false });
    return violations.map(({ id, impact, nodes }) => ({ id, impact, html: nodes[0]?.html.slice(0, 200) }));
  });
  return results
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, html }) => `${id}: ${html}`);
}
