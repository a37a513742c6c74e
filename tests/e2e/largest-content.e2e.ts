import { expect, test } from '@playwright/test';
import { createPaths } from '#src/routes/paths.ts';
import { type Edition, factsOf } from './facts.ts';
import { novel } from './reader.ts';
import { siteOf } from './site.ts';

const EDITION: Edition = { brand: 'fingeread', prefix: '/fingeread_api', locale: 'en' };
const paths = createPaths('en');

test.use({ viewport: { width: 390, height: 844 } });

/** Pages whose title block is larger than any other image or text in the first viewport. */
const PAGES: Readonly<Record<string, () => Promise<string>>> = {
  list: async () => paths.genre((await factsOf(EDITION)).genre),
  search: async () => paths.search(),
  'sign-in': async () => paths.login(),
  novel: async () => paths.novel((await novel()).book),
};

for (const [kind, path] of Object.entries(PAGES))
  test(`the largest contentful paint of the page "${kind}" is content, not the header background`, async ({ page }) => {
    await page.goto(siteOf(EDITION.brand) + (await path()));
    const largest = await page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const report = (list: PerformanceObserverEntryList) =>
            resolve(
              list.getEntries().map((entry) => {
                const { element } = entry as unknown as { element?: Element };
                // The title block of a page is also a header element, but inside main.
                return element?.closest('main') ? 'MAIN' : (element?.outerHTML.slice(0, 100) ?? '');
              }),
            );
          new PerformanceObserver(report).observe({ type: 'largest-contentful-paint', buffered: true });
        }),
    );
    expect(new Set(largest)).toEqual(new Set(['MAIN']));
  });
