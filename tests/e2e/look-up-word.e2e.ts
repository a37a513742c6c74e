import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { createPaths } from '#src/routes/paths.ts';
import { rest } from './at-rest.ts';
import { demoBook } from './demo-book.ts';
import { novel, openChapter } from './reader.ts';
import { siteOf } from './site.ts';

test.use({ viewport: { width: 390, height: 844 } });

const tools = (page: Page) => page.getByRole('toolbar');

async function open(page: Page): Promise<void> {
  await openChapter(page, (await demoBook('No Change Given')).addressOf(6));
}

/** Selects the first word of a paragraph, or whole paragraphs. @returns the text */
async function select(page: Page, what: 'word' | 'paragraphs'): Promise<string> {
  await rest(page);
  const text = await page.evaluate((selected) => {
    const lines = [...document.querySelectorAll('[data-current] .reader-text > p')].slice(2);
    const line = lines.find(({ firstChild }) => /\p{L}{3}/u.test(firstChild instanceof Text ? firstChild.data : ''));
    const node = line?.firstChild;
    if (!line || !(node instanceof Text)) throw new Error('There is no such paragraph.');
    const range = new Range();
    if (selected === 'word') {
      const word = /\p{L}{3,}/u.exec(node.data);
      range.setStart(node, word?.index ?? 0);
      range.setEnd(node, (word?.index ?? 0) + (word?.[0].length ?? 0));
    } else {
      range.setStartBefore(line);
      range.setEndAfter(lines[lines.indexOf(line) + 8] ?? line);
    }
    getSelection()?.removeAllRanges();
    getSelection()?.addRange(range);
    return range.toString();
  }, what);
  await expect(tools(page)).toBeVisible();
  return text;
}

/** Intercepts requests to other hosts. @returns the requested URLs and their referrers */
async function otherHosts(context: BrowserContext) {
  const requests: { readonly url: string; readonly referer: string | undefined }[] = [];
  await context.route(
    (url) => !url.hostname.endsWith('localhost'),
    (route) => {
      requests.push({ url: route.request().url(), referer: route.request().headers()['referer'] });
      return route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' });
    },
  );
  return requests;
}

test('a selected word is looked up in a new tab, and nothing is sent before the visitor clicks the link', async ({
  page,
  context,
}) => {
  const requests = await otherHosts(context);
  await open(page);
  const word = await select(page, 'word');
  const link = tools(page).getByRole('link', { name: 'Look up' });
  await link.focus();
  await link.hover();
  expect(requests).toEqual([]);
  const [tab] = await Promise.all([context.waitForEvent('page'), link.click()]);
  await expect(tab).toHaveTitle('Elsewhere');
  expect(requests).toEqual([{ url: `https://en.wiktionary.org/wiki/${encodeURIComponent(word)}`, referer: undefined }]);
  expect(await tab.evaluate(() => [opener, document.referrer])).toEqual([null, '']);
  await expect(tools(page)).toBeVisible();
});

test('a selected passage can be translated but not looked up, and at most its first 200 characters are sent', async ({
  page,
  context,
}) => {
  const requests = await otherHosts(context);
  await open(page);
  const text = await select(page, 'paragraphs');
  expect(text.length).toBeGreaterThan(200);
  await expect(tools(page).getByRole('link', { name: 'Look up' })).toHaveCount(0);
  const link = tools(page).getByRole('link', { name: 'Translate' });
  const [tab] = await Promise.all([context.waitForEvent('page'), link.click()]);
  await expect(tab).toHaveTitle('Elsewhere');
  const [first] = requests;
  const query = new URL(first?.url ?? '').searchParams;
  expect(query.get('sl')).toBe('en');
  expect(query.get('tl')).toBe('en');
  const sent = query.get('text') ?? '';
  expect(sent.length).toBeGreaterThan(190);
  expect(sent.length).toBeLessThanOrEqual(200);
  const letters = (words: string) => words.replaceAll(/\s/g, '');
  expect(letters(text).startsWith(letters(sent))).toBe(true);
});

test('the tools for selected text fit on a narrow phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page);
  await select(page, 'word');
  const boxes = await tools(page)
    .locator('button, a')
    .evaluateAll((all) => all.map((tool) => tool.getBoundingClientRect().toJSON()));
  expect(boxes).toHaveLength(9);
  for (const { left, right, width, height } of boxes) {
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(320);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
});

test('the privacy page lists look-up sites only if the brand has any', async ({ page }) => {
  const path = createPaths('en').myinfo('privacyPolicy');
  await page.goto(siteOf('local') + path);
  await expect(page.locator('.prose')).toContainText('at wiktionary.org or translate.google.com.');
  await page.goto(siteOf('fingeread') + path);
  await expect(page.locator('.prose')).toContainText('Visits');
  await expect(page.locator('.prose')).not.toContainText('Looking up words');
});

test.describe('brands without look-up sites', () => {
  test('a brand without look-up sites offers neither a dictionary nor a translation on a desktop', async ({ page }) => {
    await openChapter(page, (await novel()).addressOf(1));
    await select(page, 'word');
    await expect(tools(page).getByRole('link')).toHaveCount(0);
    await expect(tools(page).getByRole('button', { name: 'Look up in an app' })).toHaveCount(0);
  });

  test.describe('on a phone', () => {
    test.use({ hasTouch: true, isMobile: true });

    test('a brand without look-up sites passes only the selected word to apps on the device', async ({ page }) => {
      await page.addInitScript(() => {
        const shared: unknown[] = [];
        Object.assign(globalThis, { shared });
        Object.defineProperty(navigator, 'share', { value: async (data: unknown) => void shared.push(data) });
      });
      await openChapter(page, (await novel()).addressOf(1));
      const word = await select(page, 'word');
      await tools(page).getByRole('button', { name: 'Look up in an app' }).click();
      expect(await page.evaluate(() => (globalThis as { shared?: unknown[] }).shared)).toEqual([{ text: word }]);
    });
  });
});
