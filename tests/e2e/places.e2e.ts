import { type BrowserContextOptions, expect, type Page, test } from '@playwright/test';
import { createPaths } from '#src/routes/paths.ts';
import { SLOW } from '../slow-tests.ts';
import { secondBrowser, signIn, signInAnew } from './account.ts';
import { rest } from './at-rest.ts';
import { visitorRow } from './database.ts';
import { waitForever } from './endless-wait.ts';
import { holdRequests } from './held-requests.ts';
import { lettersOf, lineOf, novel, openChapter, placeKept, ready, scrollTo } from './reader.ts';
import { siteOf } from './site.ts';

const site = siteOf('fingeread');
const paths = createPaths('en');
const WAY_BACK = '.furthest';

/** Numbers of the chapter read last and of the furthest chapter, as stored in this browser. */
const placesHere = (page: Page) =>
  page.evaluate(() => {
    const [entry] = JSON.parse(localStorage.getItem('readlogList') ?? '[]');
    return { last: entry?.chapter?.number, furthest: entry?.furthest?.chapter?.number };
  });

/** Numbers of the chapter read last and of the furthest chapter, as stored in the account. */
const placesOf = (email: string) => {
  const sql = `SELECT json_extract(value, '$.chapter.number') AS last, json_extract(value, '$.furthest.chapter.number')
    AS furthest FROM library JOIN users ON users.id = user_id WHERE email = ? AND kind = 'read'`;
  return { ...visitorRow(sql, email) };
};

/** The offset in the chapter read last, as stored in the account. */
const placeOf = (email: string) => {
  const sql = `SELECT json_extract(value, '$.chapter.place') AS place FROM library JOIN users ON users.id = user_id
    WHERE email = ? AND kind = 'read'`;
  return JSON.parse(String(visitorRow(sql, email)?.['place'] ?? null));
};

/** Opens a chapter and waits until it is recorded as read last. */
async function read(page: Page, address: string, number: number): Promise<void> {
  await page.goto(address);
  await ready(page);
  await expect.poll(async () => (await placesHere(page)).last).toBe(number);
}

async function secondDevice(page: Page, email: string, options: BrowserContextOptions = {}) {
  const context = await secondBrowser(page, options);
  const second = await context.newPage();
  await signIn(second, site, email);
  return { second, close: () => context.close() };
}

const isFocused = (page: Page, selector: string) =>
  page.evaluate((pattern) => document.activeElement?.matches(pattern) === true, selector);

test('opening an earlier chapter does not change the links to the furthest chapter', async ({ page }) => {
  const { book, chapters, addressOf } = await novel();
  const ofChapter = (index: number) => new RegExp(`/${book.id}/${chapters[index]?.id}$`);
  await read(page, addressOf(3), 4);
  await read(page, addressOf(0), 1);
  expect(await placesHere(page)).toEqual({ last: 1, furthest: 4 });
  await page.goto(`${site}/`);
  await expect(page.locator('.continue').first()).toHaveAttribute('href', ofChapter(0));
  await expect(page.locator('.continue-furthest')).toHaveAttribute('href', ofChapter(3));
  await expect(page.locator('.continue-furthest')).toContainText(chapters[3]?.title ?? '-');
  await page.goto(site + paths.novel(book));
  await expect(page.locator('.novel-read')).toHaveAttribute('href', ofChapter(0));
  await expect(page.locator('.novel-furthest')).toHaveAttribute('href', ofChapter(3));
  await page.goto(site + paths.history());
  const line = page.locator('.history-furthest');
  await expect(line.getByRole('link')).toHaveAttribute('href', ofChapter(3));
  await line.getByRole('button', { name: `Reset the furthest chapter read of ${book.title}` }).click();
  await expect(line).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(line).toBeVisible();
  expect(await placesHere(page)).toEqual({ last: 1, furthest: 4 });
});

test(
  'after an earlier chapter is opened, the reader offers to go to the furthest line, also by keyboard',
  SLOW,
  async ({ page }) => {
    const { chapters, addressOf } = await novel();
    await openChapter(page, addressOf(2));
    const [, letter = { block: 0, offset: 0 }] = await lettersOf(page);
    await scrollTo(page, letter);
    await read(page, addressOf(1), 2);
    const link = page.locator(`${WAY_BACK} a`);
    await expect(link).toHaveText(`Back to ${chapters[2]?.title}`);
    await expect(page.locator(WAY_BACK).getByRole('button')).toHaveText(['Stay here']);
    await page.reload();
    await expect(link).toBeVisible();
    await expect
      .poll(async () => {
        await page.keyboard.press('Tab');
        return isFocused(page, `${WAY_BACK} a`);
      })
      .toBe(true);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(addressOf(2));
    await ready(page);
    await rest(page);
    const { top, height } = await lineOf(page, letter);
    expect(Math.abs(top)).toBeLessThan(height);
    await expect(link).toHaveCount(0);
    expect(await placesHere(page)).toEqual({ last: 3, furthest: undefined });
  },
);

test(
  'the offer to go to the furthest line can be dismissed and disappears when the next chapter is read',
  SLOW,
  async ({ page }) => {
    const { addressOf } = await novel();
    const link = page.locator(`${WAY_BACK} a`);
    await read(page, addressOf(3), 4);
    await read(page, addressOf(1), 2);
    await page.locator(WAY_BACK).getByRole('button', { name: 'Stay here' }).click();
    await expect(link).toHaveCount(0);
    await page.reload();
    await ready(page);
    await rest(page);
    await expect(link).toHaveCount(0);
    await read(page, addressOf(0), 1);
    await expect(link).toBeVisible();
    // The second chapter is loaded by then.
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 1500);
        return (await placesHere(page)).last;
      })
      .toBeGreaterThan(1);
    await expect(link).toHaveCount(0);
    expect((await placesHere(page)).furthest).toBe(4);
  },
);

test('“Start over” in the first chapter resets the furthest chapter on all devices', SLOW, async ({ page }) => {
  const { addressOf } = await novel();
  const email = await signInAnew(page, site);
  await read(page, addressOf(3), 4);
  await expect.poll(() => placesOf(email)).toEqual({ last: 4, furthest: null });
  const { second, close } = await secondDevice(page, email);
  await read(page, addressOf(0), 1);
  await expect.poll(() => placesOf(email)).toEqual({ last: 1, furthest: 4 });
  await page.locator(WAY_BACK).getByRole('button', { name: 'Start over' }).click();
  await expect.poll(() => placesOf(email)).toEqual({ last: 1, furthest: 1 });
  await second.goto(site + paths.history());
  await expect(second.locator('.sync-line')).toContainText('Synced');
  await expect(second.locator('.history-furthest')).toHaveCount(0);
  expect(await placesHere(second)).toEqual({ last: 1, furthest: 1 });
  await close();
});

test(
  'an earlier chapter opened on one device does not change the reading position on another device',
  SLOW,
  async ({ page }) => {
    const { addressOf } = await novel();
    const email = await signInAnew(page, site);
    await read(page, addressOf(0), 1);
    await expect.poll(() => placesOf(email)).toMatchObject({ last: 1 });
    const { second, close } = await secondDevice(page, email);
    await read(second, addressOf(3), 4);
    await expect.poll(() => placesOf(email)).toEqual({ last: 4, furthest: null });
    await page.goto(addressOf(1));
    await page.locator('.elsewhere').getByRole('button', { name: 'Stay here' }).click();
    await page.mouse.wheel(0, 600);
    await expect.poll(() => placesOf(email)).toEqual({ last: 2, furthest: 4 });
    await second.goto(`${site}/`);
    await expect(second.locator('.continue-furthest')).toHaveAttribute(
      'href',
      new RegExp(`${addressOf(3).split('/').at(-1)}$`),
    );
    await close();
  },
);

/** Block and offset of the first character in the top line: the first line that is more than half visible. */
const letterOnTop = (page: Page) =>
  page.evaluate(() => {
    const blocks = [...document.querySelectorAll('[data-current] .reader-text > p')];
    for (const [block, { firstChild }] of blocks.entries()) {
      if (!(firstChild instanceof Text)) continue;
      for (let offset = 0; offset < firstChild.length; offset += 1) {
        const range = new Range();
        range.setStart(firstChild, offset);
        range.setEnd(firstChild, offset + 1);
        const { top, bottom, width } = range.getBoundingClientRect();
        if (width > 0 && top + bottom > 0) return { block, offset };
      }
    }
    throw new Error('No letter shows.');
  });

const SMALL = { viewport: { width: 390, height: 700 } };
const WIDE = { viewport: { width: 1280, height: 800 } };

for (const [name, here, there, size] of [
  ['a phone to a wide screen with large letters', SMALL, WIDE, 22],
  ['a wide screen to a phone with small letters', WIDE, SMALL, 14],
] as const) {
  test(
    `the first visible character stays in the top line when the visitor switches from ${name}`,
    SLOW,
    async ({ page }) => {
      await page.setViewportSize(here.viewport);
      const { addressOf } = await novel();
      const email = await signInAnew(page, site);
      await openChapter(page, addressOf(2));
      const letters = await lettersOf(page);
      const { second, close } = await secondDevice(page, email, there);
      await second.evaluate((px) => localStorage.setItem('font_size', String(px)), size);
      for (const letter of letters.slice(0, 4)) {
        await page.bringToFront();
        const { place: before } = await placeKept(page);
        // The top of the window cuts through the line, as it usually does after scrolling.
        await scrollTo(page, letter, -4);
        await expect.poll(async () => (await placeKept(page)).place).not.toEqual(before);
        const { place } = await placeKept(page);
        const left = await letterOnTop(page);
        await expect.poll(() => placeOf(email)).toEqual(place);
        await second.bringToFront();
        await second.goto(`${site}/`);
        // Shortly after a sync, the home page shows its own data immediately, even while the account is requested.
        await expect.poll(async () => (await placeKept(second))?.place).toEqual(place);
        const link = second.locator('.continue').first();
        await link.click();
        await ready(second);
        await rest(second);
        const first = await letterOnTop(second);
        const shown = await lineOf(second, left);
        const top = await lineOf(second, first);
        expect(first.block).toBe(left.block);
        expect(Math.abs(shown.top - top.top)).toBeLessThan(top.height / 2);
      }
      await close();
    },
  );
}

test(
  'a chapter left open offers the position of another device when the visitor returns',
  SLOW,
  async ({ page, context }) => {
    const { chapters, addressOf } = await novel();
    const email = await signInAnew(page, site);
    await read(page, addressOf(0), 1);
    await expect.poll(() => placesOf(email)).toMatchObject({ last: 1 });
    const { second, close } = await secondDevice(page, email);
    await read(second, addressOf(3), 4);
    await expect.poll(() => placesOf(email)).toMatchObject({ last: 4 });
    const offer = page.locator('.elsewhere p', { hasText: chapters[3]?.title ?? '-' });
    await expect(offer).toHaveCount(0);
    // Changes the stored time of the last sync to an earlier time, as another tab might.
    const tab = await context.newPage();
    await tab.goto(`${site}/robots.txt`);
    await tab.evaluate(() => {
      const synced = JSON.parse(localStorage.getItem('lectern:synced') ?? 'null');
      localStorage.setItem('lectern:synced', JSON.stringify({ ...synced, at: 0 }));
    });
    await tab.close();
    const before = await page.evaluate(() => scrollY);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(offer).toBeVisible();
    expect(await page.evaluate(() => scrollY)).toBe(before);
    await expect(page).toHaveURL(addressOf(0));
    await offer.getByRole('link', { name: 'Go there' }).click();
    await expect(page).toHaveURL(addressOf(3));
    await close();
  },
);

/** Records every text that the chapter line shows, and every layout shift. */
async function watchHome(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shownTexts: string[] = [];
    const shifts: number[] = [];
    Object.assign(globalThis, { shownTexts, shifts });
    const note = () => {
      const link = document.querySelector<HTMLAnchorElement>('.continue');
      const text = link?.hidden ? '' : (link?.querySelector('[data-chapter]')?.textContent.trim() ?? '');
      if (text !== '' && shownTexts.at(-1) !== text) shownTexts.push(text);
    };
    new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const sources = (entry as unknown as { sources: { node: Node | null }[] }).sources;
        if (sources.some(({ node }) => node instanceof Element && node.closest('.continue-places, .shelf')))
          shifts.push((entry as unknown as { value: number }).value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** How long the home page waits for the account (src/features/reader/state/other-device.ts). */
const SYNC_WAIT_MS = 2500;

const watched = (page: Page) =>
  page.evaluate(() => {
    const { shownTexts, shifts } = globalThis as unknown as { shownTexts: string[]; shifts: number[] };
    return { shownTexts, shifts };
  });

for (const [name, answers, expected] of [
  ['that responds late never names an older chapter', true, [3]],
  ['that responds very late names the chapter of this device, then replaces it with the newer chapter', false, [0, 3]],
] as const) {
  test(`the home page of a signed-in visitor with an account ${name}`, SLOW, async ({ page }) => {
    const { chapters, addressOf } = await novel();
    const email = await signInAnew(page, site);
    await read(page, addressOf(0), 1);
    await expect.poll(() => placesOf(email)).toMatchObject({ last: 1 });
    const { second, close } = await secondDevice(page, email);
    await read(second, addressOf(3), 4);
    await expect.poll(() => placesOf(email)).toMatchObject({ last: 4 });
    await page.evaluate(() => {
      const synced = JSON.parse(localStorage.getItem('lectern:synced') ?? 'null');
      localStorage.setItem('lectern:synced', JSON.stringify({ ...synced, at: 0 }));
    });
    await watchHome(page);
    if (answers) await waitForever(page, SYNC_WAIT_MS);
    const calls = await holdRequests(page, '**/v1/library.sync*');
    await page.goto(`${site}/`);
    await expect.poll(() => calls.urls.length).toBeGreaterThan(0);
    const link = page.locator('.continue').first();
    await expect(link).toBeVisible();
    const chapter = link.locator('[data-chapter]');
    if (answers) expect((await chapter.textContent())?.trim()).toBe('');
    else await expect(chapter).toHaveText(chapters[0]?.title ?? '-');
    const height = await link.evaluate(({ offsetHeight }: HTMLElement) => offsetHeight);
    calls.release();
    await expect(chapter).toHaveText(chapters[3]?.title ?? '-');
    await expect(link).toHaveAttribute('href', new RegExp(`/${chapters[3]?.id}$`));
    expect(await link.evaluate(({ offsetHeight }: HTMLElement) => offsetHeight)).toBe(height);
    const { shownTexts, shifts } = await watched(page);
    expect(shownTexts).toEqual(expected.map((index) => chapters[index]?.title));
    expect(shifts).toEqual([]);
    await close();
  });
}
