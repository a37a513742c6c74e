import { expect, type Locator, type Page, test } from '@playwright/test';
import { rest } from './at-rest.ts';

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The links a visitor taps from the home page into a book. */
const STEPS = [
  { to: 'the genres', link: 'a[href="/genres"]:visible', address: /\/genres$/ },
  { to: 'a genre', link: 'main a[href^="/genres/"]:visible', address: /\/genres\/\d+\/[^/]+$/ },
  { to: 'a novel', link: 'main a[href^="/novel/"]:visible', address: /\/novel\/\d+\/[^/]+\/[^/]+$/ },
  { to: 'a chapter', link: 'main a[href^="/book-reader/"]:visible', address: /\/book-reader\/\d+\/\d+$/ },
  { to: 'the next chapter', link: 'main a[rel="next"]:visible', address: /\/book-reader\/\d+\/\d+$/ },
] as const;

/** Collects every error the browser reports. */
export function watch(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => {
    // Chromium logs this if a busy machine is too slow to animate a page change; the page is shown anyway.
    if (!message.startsWith('Transition was aborted')) errors.push(`${page.url()}: ${message}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${page.url()}: ${message.text()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) errors.push(`${response.status()} ${response.url()}`);
  });
  return errors;
}

/** Scrolls a link to the middle of the window, and repeats this until chapters that load above no longer move it. */
async function scrollIntoRest(page: Page, link: Locator): Promise<void> {
  await expect(async () => {
    await link.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await rest(page);
    expect(await isInWindow(link)).toBe(true);
    // After a locked chapter, or the last one, nothing more is loading.
    const isComplete = await page.evaluate(() => {
      const last = [...document.querySelectorAll('[data-reader-part]')].at(-1);
      return last === undefined || last.matches('[data-locked], :not([data-next])');
    });
    expect(isComplete).toBe(true);
  }).toPass();
}

const isInWindow = (link: Locator) =>
  link.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  });

/** The scroll position. In the reader, where chapters are added above, the position of the first visible text. */
const heightOf = (page: Page) =>
  page.evaluate(() => {
    const blocks = [...document.querySelectorAll<HTMLElement>('[data-current] .reader-title, [data-current] p')];
    const index = blocks.findIndex((block) => block.getBoundingClientRect().bottom > 0);
    const block = blocks[index];
    return block
      ? { text: `${index}: ${block.textContent.slice(0, 40)}`, top: Math.round(block.getBoundingClientRect().top) }
      : { text: '', top: Math.round(-scrollY) };
  });

/** Index of the first link to a book with locked chapters. The reader stops loading at the first locked chapter. */
const firstLocked = (links: Locator) =>
  links.evaluateAll(async (all) => {
    for (const [index, link] of all.entries()) {
      const page = await fetch((link as HTMLAnchorElement).href);
      if ((await page.text()).includes('class="lock"')) return index;
    }
    throw new Error('No book of this page has locked chapters.');
  });

/** Walks from the home page, which must be open, into a book and back. */
export async function walk(page: Page, errors: readonly string[]): Promise<void> {
  const places: { address: string; text: string; top: number }[] = [];
  for (const { to, link, address } of STEPS) {
    await test.step(`to ${to}`, async () => {
      // A partly loaded page has fewer links, and on a novel page the second link opens the last chapter.
      await page.waitForLoadState('domcontentloaded');
      const links = page.locator(link);
      const chosen = links.nth(to === 'a novel' ? await firstLocked(links) : Math.min((await links.count()) - 1, 3));
      await scrollIntoRest(page, chosen);
      places.push({ address: page.url(), ...(await heightOf(page)) });
      await chosen.click();
      await expect(page).toHaveURL(address);
      await expect(page).not.toHaveURL(places.at(-1)?.address ?? '');
      await expect(page.locator('h1').first()).toBeVisible();
    });
  }
  for (const { address, text, top } of places.toReversed()) {
    await test.step(`back to ${address}, ${text} at ${top}`, async () => {
      await page.goBack();
      await expect(page).toHaveURL(address);
      await expect.poll(async () => (await heightOf(page)).text).toBe(text);
      await expect.poll(async () => Math.abs((await heightOf(page)).top - top)).toBeLessThanOrEqual(2);
    });
  }
  expect(places.some(({ text, top }) => text === '' && top < -300)).toBe(true);
  // The reading position can only be reached by reading.
  expect(places.at(-1)?.text).toMatch(/^[1-9]\d*: ./);
  expect(errors).toEqual([]);
}
