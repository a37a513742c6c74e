import { expect, type Page, test } from '@playwright/test';
import { SLOW } from '../slow-tests.ts';
import { startSecondServer } from './second-server.ts';
import { siteOf } from './site.ts';

const backgroundOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor);

test(
  '/design shows the components of a brand in day and night mode and links to the other brands',
  SLOW,
  async ({ page }) => {
    const response = await page.goto(`${siteOf('fingeread')}/design`);
    expect(response?.status()).toBe(200);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
    const modes = page.locator('.design-mode');
    await expect(modes).toHaveCount(8);
    const [day, night] = [
      await backgroundOf(page, '[data-mode="day"] >> nth=0'),
      await backgroundOf(page, '[data-mode="night"] >> nth=0'),
    ];
    expect(day).not.toBe(night);
    expect(await page.locator('.shelf').count()).toBeGreaterThanOrEqual(10);
    await page.locator('[data-brand="joyfic"]').click();
    await expect(page.locator('h1')).toHaveText('Joyfic');
    await expect(page).toHaveURL(/joyfic\.localhost:\d+\/design$/);
  },
);

/** Tests of error pages, each triggered by its real cause. */
for (const brand of ['local', 'fingeread']) {
  const details = brand === 'local' ? {} : SLOW;
  test(`the 404 page of the brand ${brand} has a heading, an illustration and two links`, details, async ({ page }) => {
    const response = await page.goto(`${siteOf(brand)}/no/such/page`);
    expect(response?.status()).toBe(404);
    await expect(page.locator('h1')).toHaveText('This page could not be found');
    const picture = page.locator('main img');
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
    await expect(page.locator('.error-state .ways a')).toHaveCount(2);
    await page.locator('.error-state .ways a').first().click();
    await expect(page).toHaveURL(`${siteOf(brand)}/`);
  });
}

test('the bad-request page links to the search', SLOW, async ({ page }) => {
  const response = await page.goto(`${siteOf('local')}/400`);
  expect(response?.status()).toBe(400);
  await expect(page.locator('h1')).toHaveText('This address is not valid');
  await page.locator('.error-state a[href="/search"]').click();
  await expect(page.locator('main input[name="q"]')).toBeVisible();
});

test(
  'an error page with a retry button and a home link replaces a page while the upstream is down',
  SLOW,
  async ({ page }) => {
    const server = await startSecondServer();
    try {
      const response = await page.goto(`${server.origin}/search/result/moon`);
      expect(response?.status()).toBe(503);
      await expect(page.locator('h1')).toHaveText('A second error occurred');
      const again = page.waitForResponse((answer) => answer.request().isNavigationRequest());
      await page.getByRole('button', { name: 'Try again' }).click();
      expect([(await again).status(), new URL((await again).url()).pathname]).toEqual([503, '/search/result/moon']);
      await page.getByRole('link', { name: 'Back home' }).click();
      await expect(page).toHaveURL(`${server.origin}/`);
      await expect(page.locator('.shelf').first()).toBeVisible();
    } finally {
      await server.close();
    }
  },
);

test('nothing is animated for visitors who prefer reduced motion', SLOW, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${siteOf('local')}/design`);
  const moving = await page.evaluate(() => {
    const elements = [...document.querySelectorAll('body *')];
    return elements.filter((element) => {
      const { animationName, animationDuration, transitionDuration } = getComputedStyle(element);
      return (animationName !== 'none' && animationDuration !== '0s') || /[1-9]/.test(transitionDuration);
    }).length;
  });
  expect(moving).toBe(0);
});
