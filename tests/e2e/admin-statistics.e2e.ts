import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import type { Store } from '#src/api/index.ts';
import { insertInto } from '#src/api/store/insert.ts';
import { fillSignIn } from './admin-acts.ts';
import { startAdminAlone } from './admin-site.ts';
import { violationsOn } from './axe.ts';

const DAY_MS = 86_400_000;
const place = { brand: 'local', section: 7 };

/** Adds counts of 56 days to book 1, whose title a spreadsheet could take for a formula, and a word without results. */
async function addCounts({ counts }: Store): Promise<void> {
  for (let ago = 0; ago < 56; ago += 1) {
    const day = new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
    const devices = 30 + ((ago * 7) % 20);
    const figures = { views: devices * 3, reads: devices * 2, devices, readers: devices - 10 };
    await counts.run(
      insertInto('statistics_sites', { ...place, day, ...figures, searches: 9, unanswered: 2, sign_ups: 1 }),
    );
    await counts.run(insertInto('statistics_books', { ...place, day, book_id: 1, ...figures }));
    await counts.run(
      insertInto('statistics_chapters', { ...place, period: day, book_id: 1, chapter_id: 1, ...figures }),
    );
    await counts.run(
      insertInto('statistics_origins', {
        ...place,
        period: day,
        book_id: 1,
        origin: 'https://search.example',
        views: 9,
      }),
    );
    await counts.run(
      insertInto('statistics_words', { ...place, period: day, key: 'zebra', word: '=zebra()', times: 3, devices: 3 }),
    );
  }
}

test('statistics show a brand and a book, on phones and wide screens, by day and at night, and as CSV', async ({
  page,
}) => {
  const { admin, close } = await startAdminAlone({ countIn: addCounts });
  const shots = process.env['LECTERN_SHOTS'];
  const checkScreen = async (name: string) => {
    for (const scheme of ['light', 'dark'] as const)
      for (const [width, height] of [
        [1280, 800],
        [390, 844],
      ] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.setViewportSize({ width, height });
        await expect(page.getByRole('img', { name: /the table below has the numbers/i })).toBeVisible();
        expect(await violationsOn(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
        if (shots) await page.screenshot({ path: `${shots}/${name}-${width}-${scheme}.png`, fullPage: true });
      }
    await page.setViewportSize({ width: 1280, height: 800 });
  };
  try {
    await fillSignIn(page, admin, 'editor');
    await page.getByRole('menuitem', { name: 'Statistics' }).click();
    const week = page.getByRole('region', { name: '7 days' });
    await expect(week).toContainText('compared with the 7 days before');
    await expect(week).toContainText('Sign-ups7');
    await checkScreen('statistics');

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download Searches without results as CSV' }).click();
    const csv = await readFile(await (await download).path(), 'utf8');
    expect(csv.split('\n').slice(0, 2)).toEqual(['Word,Searches,Most devices on a day', "'=zebra(),84,3"]);

    await page.getByRole('link', { name: 'The long ship' }).first().click();
    await expect(page.getByText('0 % of the first chapter’s readers read the last chapter.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Where readers stop' }).first()).toContainText('1. One');
    await expect(page.getByRole('region', { name: 'Where visitors come from' }).first()).toContainText(
      'https://search.example',
    );
    await checkScreen('book-statistics');
  } finally {
    await close();
  }
});
