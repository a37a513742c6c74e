import { expect, type Page, test } from '@playwright/test';
import * as contract from '#src/contract/index.ts';
import { createPaths } from '#src/routes/paths.ts';
import { SLOW } from '../slow-tests.ts';
import { loaded } from './at-rest.ts';
import { ask, type Edition, factsOf } from './facts.ts';
import { siteOf } from './site.ts';

const EDITION: Edition = { brand: 'local', prefix: '/public', locale: 'en' };
const site = siteOf('local');
const paths = createPaths('en');
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const titles = (page: Page) => page.locator('main .list .item-title').allTextContents();
const titlesOf = (books: readonly { readonly title: string }[]) => books.map(({ title }) => title);

/** A category of several pages. */
async function longCategory() {
  const { items } = await ask(EDITION, contract.categoryList, {});
  for (const { name } of items) {
    const { total } = await ask(EDITION, contract.categoryBooks, { name });
    if (total > 60) return name;
  }
  throw new Error('No category has more than three pages.');
}

test.describe('categories', () => {
  test.use(PHONE);

  test('the author links on a category page are at least 24 px high', SLOW, async ({ page }) => {
    await page.goto(site + paths.category(await longCategory()));
    const heights = await page
      .locator('.item-facts a')
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));
    expect(heights.length).toBeGreaterThan(10);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(24);
  });

  test('a category page can be filtered, sorted and reset with links, and shows the same books as the API', async ({
    page,
  }) => {
    const name = await longCategory();
    const filters = { name, status: 'finished', order: 'rating' } as const;
    const { items, total } = await ask(EDITION, contract.categoryBooks, filters);
    await page.goto(site + paths.category(name));
    await page.locator('.filters summary').click();
    await page.getByRole('link', { name: 'Finished', exact: true }).click();
    await expect(page).toHaveURL(/\?status=finished$/);
    await page.getByRole('link', { name: 'Best rated' }).click();
    await expect(page).toHaveURL(/\?status=finished&order=rating$/);
    expect(await titles(page)).toEqual(titlesOf(items));
    await expect(page.locator('.page-lead')).toContainText(String(total));
    await expect(page.locator('.filters [aria-current]')).toHaveText(['Finished', 'Any', 'Best rated']);
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /^index/);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`${paths.category(name)}$`));
    await page.getByRole('link', { name: 'Clear all' }).click();
    await expect(page).toHaveURL(site + paths.category(name));
  });

  test('a category page keeps its scroll position when a filter is chosen', SLOW, async ({ page }) => {
    await page.goto(`${site}${paths.category(await longCategory())}?status=finished`);
    await page.evaluate(() => window.scrollTo(0, 120));
    await page.getByRole('link', { name: 'Updating', exact: true }).click();
    await expect(page).toHaveURL(/status=updating/);
    await expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBe(120);
  });

  test(
    'a category page says that no book matches the filters, and links to the unfiltered list',
    SLOW,
    async ({ page }) => {
      const { items } = await ask(EDITION, contract.categoryList, {});
      let address = '';
      for (const { name, subs } of items)
        for (const sub_name of subs) {
          const all = await ask(EDITION, contract.categoryBooks, { name, sub_name });
          const none = await ask(EDITION, contract.categoryBooks, { name, sub_name, length: 'long' });
          if (all.total > 6 && none.total === 0) address = paths.category(name, sub_name);
        }
      expect(address).not.toBe('');
      await page.goto(`${site}${address}?length=long`);
      await expect(page.getByRole('heading', { name: 'No novels match your filters' })).toBeVisible();
      await page.locator('.empty a').click();
      await expect(page).toHaveURL(site + address);
      expect((await titles(page)).length).toBeGreaterThan(0);
    },
  );
});

test.describe('long lists', () => {
  test.use(PHONE);
  const toEnd = (page: Page) => page.locator('.pager').scrollIntoViewIfNeeded();

  test('a long list loads more pages on scrolling, updates the URL, and restores the position after going back', async ({
    page,
  }) => {
    const name = await longCategory();
    const { items } = await ask(EDITION, contract.categoryBooks, { name, page_size: 40 });
    await page.goto(site + paths.category(name));
    await toEnd(page);
    await expect.poll(() => titles(page).then((list) => list.slice(0, 40))).toEqual(titlesOf(items));
    const book = page.locator('.list .item').nth(27);
    await book.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await expect(page).toHaveURL(`${site}${paths.category(name, null, 2)}`);
    const title = await book.locator('.item-title').textContent();
    await book.locator('.item-title a').click();
    await expect(page).toHaveURL(/\/novel\//);
    await page.goBack();
    await expect(page).toHaveURL(`${site}${paths.category(name, null, 2)}`);
    await expect(page.locator('.item-title', { hasText: title ?? '' }).first()).toBeInViewport();
  });

  test('a long list stops loading after three pages, and the footer can be reached', async ({ page }) => {
    const { items } = await ask(EDITION, contract.recommendTagGroupList, {});
    const sizes = await Promise.all(items.map(({ id }) => ask(EDITION, contract.genreBooks, { genre_id: id })));
    const genre = items.find((_genre, place) => (sizes[place]?.total ?? 0) > 100);
    if (!genre) throw new Error('No genre has more than five pages.');
    await page.goto(site + paths.genre(genre));
    for (const more of [2, 3, 4]) {
      await toEnd(page);
      await expect(page.locator('.pager [aria-current]')).toHaveText(String(more));
    }
    await expect(page.locator('.list-more')).toBeVisible();
    await page.locator('footer').scrollIntoViewIfNeeded();
    await expect(page.locator('footer')).toBeInViewport();
    await page.locator('.list-more').click();
    await expect(page.locator('.pager [aria-current]')).toHaveText('5');
  });

  test(
    'a long list shows while offline that the next page did not load, and still links to that page',
    SLOW,
    async ({ page, context }) => {
      await page.goto(site + paths.category(await longCategory()));
      // List scripts load on the first interaction with the page.
      const script = page.waitForEvent('requestfinished', (request) => /\/on-use\.[^/]*\.js$/.test(request.url()));
      await page.keyboard.press('Shift');
      await script;
      await context.setOffline(true);
      await toEnd(page);
      await expect(page.locator('.paged [role=status]')).toContainText('could not be loaded');
      await expect(page.locator('.pager a[rel=next]')).toHaveAttribute('href', /page-2$/);
      await context.setOffline(false);
      await page.locator('.pager a[rel=next]').click();
      await expect(page).toHaveURL(/page-2$/);
    },
  );
});

test.describe('rankings', () => {
  test.use(PHONE);

  test('the ranking page lists the rankings in the order of the API, and switches tabs on tap and swipe', async ({
    page,
  }) => {
    const { items: types } = await ask(EDITION, contract.bookRankList, {});
    const [first, second] = types.map(({ type, items }) => ({ type, id: items[0]?.id ?? 0 }));
    if (!first || !second) throw new Error('The store has fewer than two kinds of rankings.');
    const { items } = await ask(EDITION, contract.bookRankBookList, first);
    await page.goto(`${site}/ranking`);
    expect(await titles(page)).toEqual(titlesOf(items));
    await expect(page.locator('.tab')).toHaveText(types.map(({ name }) => name));
    await page.locator('.tab').nth(1).click();
    await expect(page).toHaveURL(site + paths.ranking(second.type, second.id));
    await swipe(page, 80);
    await expect(page).toHaveURL(site + paths.ranking(first.type, first.id));
    await swipe(page, -80);
    await expect(page).toHaveURL(site + paths.ranking(second.type, second.id));
  });
});

/** Swipes sideways over the list with one finger. */
async function swipe(page: Page, by: number): Promise<void> {
  await loaded(page);
  const box = await page.locator('.list .item').first().boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 20];
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x: at, y }] });
  await send('touchStart', x);
  for (const step of [0.5, 1]) await send('touchMove', x + by * step);
  await send('touchEnd');
  await session.detach();
}

test.describe('shelves and banners', () => {
  test.use(PHONE);

  test('the home page shows the shelves in the order of the API, and the first ranking', async ({ page }) => {
    const [shelves, types] = await Promise.all([
      ask(EDITION, contract.recommendIndex3, {}),
      ask(EDITION, contract.bookRankList, {}),
    ]);
    await page.goto(site);
    const shownNames = await page.locator('main .shelf:not(.cloud) h2').allTextContents();
    const expectedNames = shelves.items.filter(({ books }) => books.length > 0).map(({ name }) => name);
    expect(shownNames.filter((name) => expectedNames.includes(name))).toEqual(expectedNames);
    const [type] = types.items;
    const ranking = `${type?.name}: ${type?.items[0]?.name}`;
    const { items } = await ask(EDITION, contract.bookRankBookList, {
      type: type?.type ?? '',
      id: type?.items[0]?.id ?? 0,
    });
    const teaser = page.getByRole('region', { name: ranking });
    await expect(teaser.locator('.card-title').first()).toHaveText(items[0]?.title ?? '');
    const shapes = await page
      .locator('main .shelf:not(.cloud)')
      .evaluateAll((all) => all.map(({ className }) => className));
    expect(shapes.some((shape, place) => shapes[place + 1] === shape && shapes[place + 2] === shape)).toBe(false);
  });

  test('the home page switches banners with buttons and keys, and announces the position of the visible banner', async ({
    page,
  }) => {
    const { items } = await ask(EDITION, contract.bannerIndex, {});
    await page.goto(site);
    const next = page.getByRole('button', { name: 'Next slide' });
    await next.focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('.banners [role=status]')).toHaveText(`2 of ${items.length}: ${items[1]?.title}`);
    await expect(page.locator('.banner').nth(1)).toBeInViewport({ ratio: 0.9 });
    await expect(page.locator('.banner-dot').nth(1)).toHaveAttribute('aria-current', 'true');
    await page.locator('.banner-dot').first().click();
    await expect(page.locator('.banner').first()).toBeInViewport({ ratio: 0.9 });
  });

  test('the home page announces the title of a banner in its own language', async ({ page }) => {
    await page.goto(site);
    const title = page.locator('.banner strong').nth(1);
    await title.evaluate((element) => {
      element.setAttribute('lang', 'he');
      element.setAttribute('dir', 'rtl');
    });
    await page.locator('.banner-dot').nth(1).click();
    const status = page.locator('.banners [role=status]');
    await expect(status).toContainText('2 of ');
    await expect(status.locator('[lang=he][dir=rtl]')).toHaveText((await title.textContent()) ?? '');
  });
});

test('every kind of list shows its books in the order that the API returns', SLOW, async ({ page }) => {
  const { shelf, genre, tag, keyword, category, book } = await factsOf(EDITION);
  const [sub_name = ''] = category.subs;
  const lists = [
    [paths.genre(genre), ask(EDITION, contract.genreBooks, { genre_id: genre.id })],
    [paths.tag(tag), ask(EDITION, contract.tagBooks, { tag_id: tag.id })],
    [paths.keyword(keyword), ask(EDITION, contract.seoKeywordBooks, { keyword_id: keyword.id })],
    [paths.section(shelf), ask(EDITION, contract.recommendSectionBooks, { section_id: shelf.id })],
    [paths.category(category.name, sub_name), ask(EDITION, contract.categoryBooks, { name: category.name, sub_name })],
    [paths.letter('T'), ask(EDITION, contract.letterBooks, { letter: 'T' })],
    [
      paths.author(book.author),
      ask(EDITION, contract.authorHome, { author_id: book.author.id }).then(({ books }) => books),
    ],
  ] as const;
  for (const [address, asked] of lists) {
    await test.step(address, async () => {
      const { items } = await asked;
      await page.goto(site + address);
      expect(await titles(page)).toEqual(titlesOf(items));
      await expect(page.locator('.page-head h1, .author-head h1')).toHaveCount(1);
      await page.locator('.item-title a').first().click();
      await expect(page.locator('h1').first()).toContainText(items[0]?.title ?? '');
    });
  }
});
