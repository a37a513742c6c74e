import { expect, type Page, test } from '@playwright/test';
import { createPaths } from '#src/routes/paths.ts';
import { factsOf } from './facts.ts';
import { wholeChromium } from './launch-options.ts';
import { siteOf } from './site.ts';

// The headless shell has no back/forward cache, and Playwright disables it in Chromium.
test.use({ launchOptions: { ...wholeChromium(), ignoreDefaultArgs: ['--disable-back-forward-cache'] } });

const paths = createPaths('en');

/** One page of each kind that visitors return to; error pages are not cached. */
async function pagesOfEachKind(): Promise<readonly string[]> {
  const facts = await factsOf({ brand: 'local', prefix: '/public', locale: 'en' });
  const { book, chapters, genre, tag, keyword, category, shelf, ranking } = facts;
  return [
    paths.home(),
    paths.genres(),
    paths.genre(genre),
    paths.allTags(genre),
    paths.tag(tag),
    `${paths.tag(tag)}?status=finished`,
    paths.category(category.name),
    paths.letter('A'),
    paths.keyword(keyword),
    paths.ranking(ranking.type, ranking.items[0]?.id ?? 0),
    paths.section(shelf),
    paths.author(book.author),
    paths.novel(book),
    paths.reader(book.id, chapters[0]?.id ?? 0),
    paths.search(),
    paths.searchResult('night'),
    paths.searchMore('night'),
    paths.login(),
    paths.history(),
    paths.notebook(),
    paths.myinfo('privacyPolicy'),
    paths.translator(),
    paths.ads(),
  ];
}

/**
 * Maximum number of attempts per page: the browser may also drop a page for lack of memory. A page that prevents
 * caching fails every attempt.
 */
const TRIES = 4;

test('the back/forward cache keeps each kind of page and restores it unchanged', async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener('pageshow', ({ persisted }) => Object.assign(window, { wasKept: persisted }));
  });
  const uncachedPages: string[] = [];
  for (const path of await pagesOfEachKind()) {
    const reasons: string[] = [];
    while (reasons.length < TRIES) {
      const reason = await reasonNotKept(page, path);
      if (reason === undefined) break;
      reasons.push(reason);
    }
    if (reasons.length === TRIES) uncachedPages.push(`${path}: ${reasons.join(', ')}`);
  }
  expect(uncachedPages).toEqual([]);
});

/** Leaves the page and goes back. @returns the browser's reason for loading it again; undefined if it was cached */
async function reasonNotKept(page: Page, path: string): Promise<string | undefined> {
  await page.goto(siteOf('local') + path);
  await page.goto(`${siteOf('local')}/offline`);
  await page.evaluate(() => history.back());
  // The page may be gone already.
  const shown = () => page.evaluate(() => 'wasKept' in window && location.pathname + location.search).catch(() => '');
  await expect.poll(shown).toBe(path);
  return page.evaluate(() => {
    if (Reflect.get(window, 'wasKept')) return undefined;
    const [entry] = performance.getEntriesByType('navigation');
    return JSON.stringify(Reflect.get(entry ?? {}, 'notRestoredReasons'));
  });
}
