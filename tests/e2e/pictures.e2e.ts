import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { keepPicture } from '#src/api/import/media-folder.ts';
import { pictureAttributes, storePicture } from '#src/api/import/store-images.ts';
import { demoBook, rewrite } from './demo-book.ts';
import { openChapter } from './reader.ts';

test.describe.configure({ mode: 'default' });

/** URL of a chapter with drawings, in a book that no other test reads, because the server caches chapter pages. */
let address = '';
let restore: (() => void) | undefined;
test.beforeAll(async () => {
  address = await putDrawings('A Correction Concerning Cake', 1);
});
test.afterAll(() => restore?.());

/** Black lines on a transparent background, 1,600 px wide. */
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200"><g fill="none" stroke="black" stroke-width="6">
  <circle cx="800" cy="600" r="500"/><path d="M300 600h1000M800 100v1000"/></g></svg>`;

const stored = async (drawing: string) => {
  const media = join(process.env['LECTERN_E2E_STATE'] ?? '', 'api/media');
  return storePicture(await sharp(Buffer.from(drawing)).png().toBuffer(), {
    async keep(file, content) {
      await keepPicture(media, file, content);
    },
  });
};

/** Puts transparent drawings between the paragraphs of a chapter. @returns its URL */
async function putDrawings(title: string, index: number): Promise<string> {
  const [picture, again] = await Promise.all([DRAWING, DRAWING.replace('r="500"', 'r="400"')].map(stored));
  if (!picture || !again) throw new Error('The drawings are not there.');
  const prose = `<p>${'And so the river went on. '.repeat(60)}</p>`;
  const html = `<p>It stood there.</p><figure><img${pictureAttributes(picture)} alt="A wheel"></figure>${prose.repeat(12)}
    <p><img${pictureAttributes(again)} alt="The wheel again"></p>${prose}`;
  const { book, chapters, addressOf } = await demoBook(title);
  restore = rewrite(book.id, chapters[index]?.id ?? 0, html);
  return addressOf(index);
}

const onPage = (page: Page) => page.getByRole('button', { name: 'Enlarge the picture: A wheel' });

const wheelAgain = (page: Page) => page.getByRole('button', { name: 'The wheel again' });

/** Lightness (0 to 1) and opacity of an image's background. */
const groundOf = (image: Locator) =>
  image.evaluate((element) => {
    const canvas = document.createElement('canvas').getContext('2d');
    if (!canvas) throw new Error('There is no canvas.');
    // The image's background, or else the background of its nearest ancestor that has one.
    for (let box: Element | null = element; box; box = box.parentElement) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = getComputedStyle(box).backgroundColor;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
      if (alpha === 255) return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
    }
    return 0;
  });

/** The width of the selected source; 0 if no source is selected yet. */
const widthOf = (image: Locator) =>
  image.evaluate(({ currentSrc }: HTMLImageElement) =>
    currentSrc === '' ? 0 : Number(new URL(currentSrc).searchParams.get('w') ?? 1600),
  );

for (const [mode, night, paper] of [
  ['by day', false, 1],
  ['on cream', false, 2],
  ['by night', true, 1],
  ['on pure black', true, 1],
] as const) {
  test(`a transparent drawing has a light background ${mode}, even when enlarged`, async ({ page }) => {
    const black = mode === 'on pure black';
    const saved = { bg_night: night, bg_color: paper, 'lectern:reader': { black } };
    await openChapter(page, address, saved);
    expect(await groundOf(onPage(page))).toBeGreaterThan(0.75);
    await onPage(page).click();
    expect(await groundOf(page.getByRole('dialog').getByRole('img'))).toBeGreaterThan(0.75);
  });
}

for (const [density, width, height, fitting] of [
  [1, 390, 844, 480],
  [2, 390, 844, 960],
  [1, 1280, 800, 640],
  [2, 1280, 800, 1280],
] as const) {
  test(`an image loads in the size that fits its column, in a window of ${width} px with pixel density ${density}`, async ({
    browser,
  }) => {
    const page = await browser.newPage({ deviceScaleFactor: density, viewport: { width, height } });
    await openChapter(page, address);
    const image = onPage(page);
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.complete)).toBe(true);
    expect(await widthOf(image)).toBe(fitting);
    const box = await image.boundingBox();
    expect(Math.round(((box?.width ?? 0) * 3) / 4)).toBe(Math.round(box?.height ?? -1));
    await page.close();
  });
}

test('the space for a distant image is reserved, and the image loads only when it is nearly in view', async ({
  page,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'image' && request.url().includes('/media/pictures/')) requests.push(request.url());
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await openChapter(page, address);
  await expect.poll(() => requests.length).toBe(1);
  const late = wheelAgain(page);
  expect(await late.evaluate((element: HTMLImageElement) => element.currentSrc)).toBe('');
  expect((await late.boundingBox())?.height).toBeGreaterThan(200);
});

test('an image loads in a larger size when the visitor zooms in or opens the image', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openChapter(page, address);
  const image = onPage(page);
  await expect.poll(() => widthOf(image)).toBe(480);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setPageScaleFactor', { pageScaleFactor: 3 });
  await expect.poll(() => widthOf(image)).toBe(1280);
  await wheelAgain(page).scrollIntoViewIfNeeded();
  await expect.poll(() => widthOf(wheelAgain(page))).toBe(1280);
  await session.send('Emulation.setPageScaleFactor', { pageScaleFactor: 1 });
  await image.click();
  const shown = page.getByRole('dialog').getByRole('img');
  await expect.poll(() => widthOf(shown)).toBe(1600);
  await expect.poll(async () => (await shown.boundingBox())?.width).toBe(390);
});

test('a tap on an image at an edge turns the page, and a tap on its middle opens it', async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: 390, height: 700 }, hasTouch: true });
  await openChapter(page, address, { 'lectern:reader': { flow: 'pages' } });
  const counter = page.locator('.reader-counter');
  await expect(counter).toHaveText(/^page 1 of /);
  const box = await onPage(page).boundingBox();
  if (!box) throw new Error('The image is not on the first page.');
  const [middle, y] = [box.x + box.width / 2, box.y + box.height / 2];
  // Within the image and within the zone that turns the page.
  const [start, end] = [box.x + 20, box.x + box.width - 20];
  await page.touchscreen.tap(middle, y);
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(counter).toHaveText(/^page 1 of /);
  await page.touchscreen.tap(end, y);
  await expect(counter).toHaveText(/^page 2 of /);
  await page.keyboard.press('ArrowLeft');
  await expect(counter).toHaveText(/^page 1 of /);
  await page.touchscreen.tap(start, y);
  // There is no page before the first, so the chapter before it opens.
  await expect(page).not.toHaveURL(address);
  await page.close();
});

test('an opened image is completely visible on a wide screen', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openChapter(page, address);
  await onPage(page).click();
  const shown = page.getByRole('dialog').getByRole('img');
  await expect.poll(() => widthOf(shown)).toBe(1600);
  const fit = async () => {
    const { y = -1, width = 0, height = 0 } = (await shown.boundingBox()) ?? {};
    return [width > 0, y >= 0, y + height <= 800, Math.round((width * 3) / 4) - Math.round(height)];
  };
  await expect.poll(fit).toEqual([true, true, true, 0]);
});
