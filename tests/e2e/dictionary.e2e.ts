import { expect, test } from '@playwright/test';
import { demoBook } from './demo-book.ts';
import { request } from './site.ts';

const BOOK = 'A Palm Below the Stone';

test('chapters after the first one are compressed with a compression dictionary, whether opened or preloaded', async ({
  page,
}) => {
  const { chapters, addressOf, pathOf } = await demoBook(BOOK);
  const loaded = page.waitForResponse(/\/_brand\/reader\.en\.\w+\.dict$/);
  await page.goto(addressOf(1));
  expect((await loaded).status()).toBe(200);
  let index = 1;
  // The browser stores the dictionary asynchronously. Each chapter is opened once only, because it is then cached.
  await expect(async () => {
    index += 1;
    const answer = await page.goto(addressOf(index));
    expect(await answer?.headerValue('content-encoding')).toBe('dcz');
  }).toPass();
  await expect(page.locator('h1')).toHaveText(chapters[index]?.title ?? '');
  const { text } = await request('local', pathOf(index));
  expect(await page.locator('.reader-text p').first().textContent()).not.toBe('');
  const shown = await page.locator('.reader-text').first().innerHTML();
  expect(text.replaceAll('<hr />', '<hr>')).toContain(shown);

  const next = pathOf(index + 1);
  const [encoding, body] = await page.evaluate(async (href) => {
    const answer = await fetch(href);
    return [answer.headers.get('content-encoding'), await answer.text()] as const;
  }, next);
  expect(encoding).toBe('dcz');
  expect(body).toBe((await request('local', next)).text);
});
