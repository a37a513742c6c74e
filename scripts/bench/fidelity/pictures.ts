import type { Browser } from '@playwright/test';
import type { ShownChapter } from './shown-book.ts';
import type { SourceBook } from './source-book.ts';

const NIGHT = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const;
/** Minimum lightness (0 to 1) of a background on which black lines are visible. */
const MIN_LIGHTNESS = 0.75;

/** Counts the images in the text of a book. */
export const countPictures = ({ documents }: SourceBook): number =>
  documents.flatMap(({ body }) => [...body.querySelectorAll('img, image')]).length;

/** Counts the images that have a light background in night mode, so that black lines are visible. */
export async function countPicturesOnLight(
  browser: Browser,
  origin: string,
  chapters: readonly ShownChapter[],
): Promise<number> {
  const page = await browser.newPage(NIGHT);
  await page.addInitScript(() => localStorage.setItem('bg_night', 'true'));
  let count = 0;
  for (const { path, body } of chapters) {
    if (!body.querySelector('img')) continue;
    await page.goto(origin + path);
    for (const picture of await page.locator(`.reader-text`).first().locator('img').all()) {
      await picture.scrollIntoViewIfNeeded();
      count += Number(await picture.evaluate(isSeen, MIN_LIGHTNESS));
    }
  }
  await page.close();
  return count;
}

async function isSeen(picture: Element, minLightness: number): Promise<boolean> {
  if (!(picture instanceof HTMLImageElement)) return false;
  // Decoding fails while the browser replaces the image by a larger one of its `srcset`.
  for (let attempt = 1; attempt < 5; attempt += 1) {
    const isDecoded = await picture.decode().then(
      () => true,
      () => false,
    );
    if (isDecoded) break;
  }
  await picture.decode();
  const canvas = document.createElement('canvas').getContext('2d');
  if (!canvas || picture.naturalWidth === 0) return false;
  canvas.fillStyle = getComputedStyle(picture).backgroundColor;
  canvas.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
  return alpha === 255 && (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255 > minLightness;
}
