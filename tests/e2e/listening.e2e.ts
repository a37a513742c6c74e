import { expect, type Page, test } from '@playwright/test';
import { SLOW } from '../slow-tests.ts';
import { rest } from './at-rest.ts';
import { demoBook } from './demo-book.ts';
import { chaptersIn, openChapter, ready, textOnTop } from './reader.ts';
import { finish, painted, putVoices, said } from './speech.ts';

test.use({ viewport: { width: 390, height: 844 } });

const TITLE = 'Topsoil for Triton';

async function listen(page: Page, index: number, saved = {}): Promise<void> {
  await putVoices(page);
  await openChapter(page, (await demoBook(TITLE)).addressOf(index), saved);
  await page.keyboard.press('l');
  await page.getByRole('button', { name: 'Read aloud' }).click();
  await expect.poll(async () => (await said(page)).length).toBe(1);
}

/** Whether the sentence being read aloud is visible above the panel. */
const isSeen = (page: Page) =>
  page.evaluate(() => {
    const [range] = CSS.highlights.get('lectern-read') ?? [];
    const box = (range as Range | undefined)?.getBoundingClientRect();
    const panel = document.querySelector('.reader-listen')?.getBoundingClientRect().top ?? innerHeight;
    return box !== undefined && box.top > 0 && box.top < panel;
  });

test('reading aloud highlights one sentence after the other and keeps it in view', async ({ page }) => {
  await listen(page, 0);
  const [first] = await said(page);
  expect(await painted(page, 'lectern-read')).toEqual([first?.text]);
  await finish(page, 40);
  const [read = ''] = await painted(page, 'lectern-read');
  expect(read.replaceAll(/\s+/g, ' ')).toBe((await said(page)).at(-1)?.text);
  await expect.poll(() => isSeen(page)).toBe(true);
});

test('reading aloud does not scroll back after the visitor scrolled away, until the visitor chooses the next sentence', async ({
  page,
}) => {
  await listen(page, 1);
  await page.keyboard.press('Escape');
  await page.mouse.move(200, 300);
  await page.mouse.wheel(0, 1500);
  await expect.poll(() => isSeen(page)).toBe(false);
  await rest(page);
  const there = await textOnTop(page);
  await finish(page, 3);
  await rest(page);
  expect(await textOnTop(page)).toEqual(there);
  await page.getByRole('button', { name: 'Next sentence' }).click();
  await expect.poll(() => isSeen(page)).toBe(true);
});

test('reading aloud continues in the next chapter', async ({ page }) => {
  await listen(page, 2);
  const { chapters, pathOf } = await demoBook(TITLE);
  const title = chapters[3]?.title ?? '?';
  await expect(async () => {
    await finish(page, 50);
    expect((await said(page)).map(({ text }) => text)).toContain(title);
  }).toPass();
  await expect(page).toHaveURL(new RegExp(`${pathOf(3)}$`));
  expect((await chaptersIn(page)).current).toBe(4);
});

test('reading aloud uses and saves the chosen voice and speed', async ({ page }) => {
  await listen(page, 3);
  await page.getByLabel('Voice').selectOption('Voice de-DE');
  await page.getByLabel('Speaking speed').fill('1.5');
  expect((await said(page)).at(-1)).toMatchObject({ voice: 'Voice de-DE', rate: 1.5 });
  await page.reload();
  await ready(page);
  await page.keyboard.press('l');
  await expect(page.getByLabel('Speaking speed')).toHaveValue('1.5');
  await expect(page.getByLabel('Voice')).toHaveValue('Voice de-DE');
});

test('the sleep timer can stop reading aloud at the end of the chapter', SLOW, async ({ page }) => {
  await listen(page, 4);
  await page.getByLabel('Sleep timer').selectOption('chapter');
  await finish(page, 600);
  await expect(page.getByRole('button', { name: 'Read aloud' })).toBeVisible();
  const { chapters } = await demoBook(TITLE);
  expect((await said(page)).map(({ text }) => text)).not.toContain(chapters[5]?.title);
});

test('media keys control reading aloud', async ({ page }) => {
  await page.addInitScript(() => {
    const keys = {};
    const blocked: string[] = [];
    Object.assign(globalThis, { keys, blocked });
    document.addEventListener('securitypolicyviolation', ({ blockedURI }) => blocked.push(blockedURI));
    MediaSession.prototype.setActionHandler = (action, run) => void Object.assign(keys, { [action]: run });
  });
  await listen(page, 5);
  // Browsers send media keys only to pages that play a sound.
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /\.wav/.test(name))))
    .toBe(true);
  const press = (key: string) =>
    page.evaluate((name) => (globalThis as { keys?: Record<string, () => void> }).keys?.[name]?.(), key);
  await expect.poll(() => page.evaluate(() => navigator.mediaSession.playbackState)).toBe('playing');
  await press('nexttrack');
  expect(await said(page)).toHaveLength(2);
  await press('previoustrack');
  await press('pause');
  await expect(page.getByRole('button', { name: 'Read aloud' })).toBeVisible();
  await press('play');
  const texts = (await said(page)).map(({ text }) => text);
  expect(texts.slice(2)).toEqual([texts[0], texts[0]]);
  expect(await page.evaluate(() => (globalThis as { blocked?: string[] }).blocked)).toEqual([]);
});

test('the panel for reading aloud shows a message if the browser has no voices', async ({ page }) => {
  await openChapter(page, (await demoBook(TITLE)).addressOf(6));
  await page.keyboard.press('l');
  await expect(page.getByRole('alert').filter({ hasText: 'no voices' })).toBeVisible();
});
