import { expect, type Page, test } from '@playwright/test';
import { book } from '../integration/api/fixture.ts';
import { fillSignIn, openOptions } from './admin-acts.ts';
import { type AdminSite, startAdminAlone } from './admin-site.ts';
import { violationsOn } from './axe.ts';

const LONG_TITLE = 'The Extraordinarily Long and Winding Chronicle of the Duchess Who Would Not Be Queen';
const LISTS = [
  'books',
  'chapters',
  'authors',
  'genres',
  'tags',
  'shelves',
  'banners',
  'reports',
  'visitors',
  'staff',
  'audit-log',
  'bin',
  'takedowns',
  'brand-settings',
];

/** The elements of the page that scroll sideways. */
const scrollers = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('#main-content *')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .filter(
        (element) => element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowX),
      )
      .map(({ className, scrollWidth, clientWidth }) => `${className}: ${scrollWidth} of ${clientWidth}`),
  );

async function openPath(page: Page, running: Omit<AdminSite, 'site'>, path: string): Promise<void> {
  await page.goto(`${running.admin}/#${path}`);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page.locator('#main-content')).not.toBeEmpty();
}

test.describe("the admin's screens", () => {
  test.describe.configure({ mode: 'serial' });
  let running: Omit<AdminSite, 'site'>;

  test.beforeAll(async () => {
    running = await startAdminAlone({
      fill: async (writer) => {
        const fields = { title: LONG_TITLE, author: { name: LONG_TITLE, introduction: '' }, cover: null };
        for (let at = 0; at < 3; at++)
          await writer.putBook(
            book(`long-${at}`, { ...fields, category: 'Contemporary romance and drama', tags: [LONG_TITLE] }),
          );
      },
    });
  });

  test.afterAll(() => running.close());

  for (const [width, height] of [
    [1280, 800],
    [768, 1024],
    [390, 844],
  ] as const) {
    test(`lists and the status page fit a window of ${width} px without scrolling sideways`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await fillSignIn(page, running.admin, 'owner');
      await expect(page.getByRole('table').getByText('Lectern').first()).toBeVisible();
      expect(await scrollers(page)).toEqual([]);
      for (const list of LISTS) {
        await openPath(page, running, `/${list}`);
        expect(await scrollers(page), list).toEqual([]);
      }
    });
  }

  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    test(`open lists of options pass the accessibility audit in a window of ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await fillSignIn(page, running.admin, 'owner');
      await expect(page.locator('#main-content')).toBeVisible();
      for (const [list, label] of [
        ['books', 'Language'],
        ['chapters', 'State'],
        ['tags', 'Language'],
      ] as const) {
        await openPath(page, running, `/${list}`);
        await openOptions(page.getByLabel(label).first());
        await expect(page.getByRole('option').first()).toHaveAccessibleName(/^(Any|All languages)$/);
        expect(await violationsOn(page), list).toEqual([]);
        await page.getByRole('option').nth(1).click();
        await expect(page.getByRole('option')).toHaveCount(0);
        // The list changes the address after a pause, and would return to this list if another one were open by then.
        await expect(page).toHaveURL(/filter=/);
        expect(await violationsOn(page), `${list}, with a filter`).toEqual([]);
      }
    });
  }

  test('offers a way on at an address without a screen', async ({ page }) => {
    await fillSignIn(page, running.admin, 'owner');
    await expect(page.locator('#main-content')).toBeVisible();
    await openPath(page, running, '/nothing/here');
    await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
    await expect(page.getByText('/nothing/here')).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('link', { name: 'Find a book' }).click();
    await expect(page.getByText('The long ship')).toBeVisible();
  });
});
