import { expect, type Page, test } from '@playwright/test';
import type { Chapter } from '#src/contract/entities/chapter.ts';
import { SLOW } from '../slow-tests.ts';
import { changeCatalogue } from './database.ts';
import { demoBook } from './demo-book.ts';
import { openChapter } from './reader.ts';

test.use({ viewport: { width: 390, height: 844 } });

const BOOKS_OF_VOLUME = [8, 8, 8, 15, 9];
const CHAPTERS_OF_BOOK = 8;

/** 5 volumes with 48 books in all; the chapters of each book are numbered from 1. */
function volumes(sample: Chapter): Chapter[] {
  const parts = BOOKS_OF_VOLUME.flatMap((books, volume) =>
    Array.from(
      { length: books },
      (_, book) => `Volume ${volume + 1}: Marsh › Book ${book + 1}: Reed, Rush and the Wind over the Lower Weir`,
    ),
  );
  return parts.flatMap((part, index) =>
    Array.from({ length: CHAPTERS_OF_BOOK }, (_, at) => {
      const number = index * CHAPTERS_OF_BOOK + at + 1;
      return { ...sample, id: 900_000 + number, number, part, title: `Chapter ${at + 1}: Wind` };
    }),
  );
}

/** Opens the contents panel of a demo book with replaced chapters; the current chapter is at index `at`. */
async function openContents(
  page: Page,
  chapters: (sample: Chapter) => Chapter[],
  at: number,
  read: [number, number][],
) {
  const { book, chapters: real, addressOf } = await demoBook('Topsoil for Triton');
  const [, sample] = real;
  if (!sample) throw new Error('The demo book has one chapter.');
  const items = chapters(sample).map((chapter, index) => (index === at ? { ...chapter, id: sample.id } : chapter));
  await page.route('**/v1/book.chapters*', (route) =>
    route.fulfill({ json: { success: 1, data: { items }, errors: [] } }),
  );
  await openChapter(page, addressOf(1), { 'lectern:read': [{ book_id: book.id, spans: read }] });
  await page.keyboard.press('c');
  return page.getByRole('dialog', { name: 'Contents' });
}

/** Index of the third chapter in volume 3, book 2. */
const HERE = (8 + 8 + 1) * CHAPTERS_OF_BOOK + 2;

test('the table of contents opens at the current chapter in its expanded book, and can expand and collapse volumes and books', async ({
  page,
}) => {
  const contents = await openContents(page, volumes, HERE, []);
  const here = contents.locator('[aria-current=page]');
  await expect(here).toBeInViewport();
  const parts = contents.locator('details');
  // 5 volumes, and the 8 books in the current volume.
  await expect(parts).toHaveCount(13);
  await expect(contents.locator('details[open]')).toHaveCount(2);
  await expect(contents.getByRole('listitem')).toHaveCount(CHAPTERS_OF_BOOK);
  await contents.getByText('Volume 1: Marsh').click();
  await expect(parts).toHaveCount(21);
  await contents.locator('summary', { hasText: 'Book 1: Reed' }).first().click();
  await expect(contents.getByRole('listitem')).toHaveCount(2 * CHAPTERS_OF_BOOK);
  await contents.getByText('Volume 1: Marsh').click();
  await expect(contents.getByRole('listitem')).toHaveCount(CHAPTERS_OF_BOOK);
});

test(
  'a collapsed part of the table of contents expands by keyboard and shows whether it contains the current chapter',
  SLOW,
  async ({ page }) => {
    const contents = await openContents(page, volumes, HERE, []);
    const volume = contents.locator('summary', { hasText: 'Volume 3: Marsh' });
    await volume.focus();
    await page.keyboard.press('Enter');
    await expect(contents.getByRole('listitem')).toHaveCount(0);
    await expect(volume).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('Enter');
    await expect(contents.locator('[aria-current=page]')).toHaveCount(1);
  },
);

test('each chapter in search results of the table of contents shows its volume and book', SLOW, async ({ page }) => {
  const contents = await openContents(page, volumes, HERE, []);
  await contents.getByRole('searchbox').fill('chapter 8');
  const rows = contents.getByRole('listitem');
  await expect(rows).toHaveCount(48);
  await expect(rows.first()).toContainText('Volume 1: Marsh › Book 1: Reed');
  await expect(rows.last()).toContainText('Volume 5: Marsh › Book 9: Reed');
  expect(await contents.evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBe(0);
});

test('searching the table of contents for a number finds the chapters with that number', SLOW, async ({ page }) => {
  const contents = await openContents(page, volumes, HERE, []);
  await contents.getByRole('searchbox').fill('8');
  const rows = contents.getByRole('listitem');
  await expect(rows.first()).toContainText('Chapter 8: Wind');
  await expect(rows.nth(47)).toContainText('Chapter 8: Wind');
});

test('“My place” in the table of contents returns to the current chapter from any order or search', async ({
  page,
}) => {
  const contents = await openContents(page, volumes, HERE, []);
  const here = contents.locator('[aria-current=page]');
  await contents.getByRole('searchbox').fill('volume 5');
  await expect(here).toHaveCount(0);
  await contents.getByRole('button', { name: 'My place' }).click();
  await expect(here).toBeInViewport();
  await contents.getByText('Volume 3: Marsh').click();
  await expect(here).toHaveCount(0);
  await contents.getByRole('button', { name: 'My place' }).click();
  await expect(here).toBeInViewport();
});

test('“Last chapter first” reverses the table of contents, including volumes and books', SLOW, async ({ page }) => {
  const contents = await openContents(page, volumes, HERE, []);
  await contents.getByRole('button', { name: 'Last chapter first' }).click();
  await expect(contents.locator('summary').first()).toContainText('Volume 5: Marsh');
  await expect(contents.locator('summary').nth(1)).toContainText('Book 9: Reed');
  await expect(contents.getByRole('listitem').first()).toContainText('Chapter 8: Wind');
  await expect(contents.getByRole('listitem').first()).toBeInViewport();
});

for (const night of [false, true]) {
  test(
    `read chapters have a mark that is visible ${night ? 'by night' : 'by day'}, and volumes show how many chapters were read`,
    SLOW,
    async ({ page }) => {
      const first = HERE - 1;
      await page.addInitScript((dark) => localStorage.setItem('bg_night', String(dark)), night);
      const contents = await openContents(page, volumes, HERE, [[first, first + 1]]);
      const volume = contents.locator('summary', { hasText: 'Volume 3: Marsh' });
      await expect(volume).toContainText(`2 of ${8 * CHAPTERS_OF_BOOK} read`);
      const marks = contents.locator('[data-read=true] .icon');
      await expect(marks).toHaveCount(2);
      const { width, contrast } = await marks.first().evaluate((mark) => {
        const canvas = document.createElement('canvas').getContext('2d');
        if (!canvas) throw new Error('There is no canvas.');
        const luminance = (element: Element | null) => {
          canvas.fillStyle = element ? getComputedStyle(element).backgroundColor : '';
          canvas.fillRect(0, 0, 1, 1);
          const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
            const part = value / 255;
            return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        };
        const [dark = 0, light = 0] = [luminance(mark), luminance(mark.closest('dialog'))].toSorted((a, b) => a - b);
        return { width: mark.getBoundingClientRect().width, contrast: (light + 0.05) / (dark + 0.05) };
      });
      expect(width).toBeGreaterThanOrEqual(20);
      expect(contrast).toBeGreaterThanOrEqual(3);
    },
  );
}

test(
  'ranges of a hundred chapters are labelled with numbers, or with titles if the chapters have no numbers',
  SLOW,
  async ({ page }) => {
    const words = ['Lamp', 'Weir', 'Marsh'];
    const titled = (sample: Chapter) =>
      Array.from({ length: 150 }, (_, index) => ({
        ...sample,
        id: 900_000 + index,
        number: index + 1,
        title: `The ${words[index % 3]} and the Reed`,
      }));
    const contents = await openContents(page, titled, 120, []);
    const ranges = contents.getByRole('navigation', { name: 'Chapter ranges' }).getByRole('button');
    await expect(ranges).toHaveText([
      'The Lamp and the Reed – The Lamp and the Reed',
      'The Weir and the Reed – The Marsh and the Reed',
    ]);
    await expect(contents.locator('[aria-current=page]')).toBeInViewport();
  },
);

test('each result of a search in the whole book shows the part that contains its chapter', SLOW, async ({ page }) => {
  const { chapters, addressOf } = await demoBook('Topsoil for Triton');
  const [, , third] = chapters;
  const setPart = (part: string | null) =>
    changeCatalogue('UPDATE chapters SET part = ? WHERE id = ?', part, third?.id ?? 0);
  setPart('Volume 2: Marsh › Book 4: Reed');
  try {
    await openChapter(page, addressOf(1));
    await page.keyboard.press('f');
    const find = page.getByRole('dialog', { name: 'Find' });
    await find.getByRole('searchbox').fill('the');
    await find.getByRole('button', { name: 'Find in the whole book' }).click();
    const hit = find.getByRole('listitem').filter({ hasText: third?.title ?? '?' });
    await expect(hit).toContainText('Volume 2: Marsh › Book 4: Reed');
    await expect(find.getByRole('listitem').first()).not.toContainText('Volume');
  } finally {
    setPart(null);
  }
});
