import { expect, test } from '@playwright/test';
import { importBook, type TestBook } from './imported-book.ts';

// Tests that change the same series run serially.
test.describe.configure({ mode: 'default' });

let book: TestBook | undefined;
test.afterEach(async () => {
  await book?.remove();
  book = undefined;
});

const metadata = (title: string, series: string) => `<dc:identifier id="uid">urn:test:${title}</dc:identifier>
  <dc:title>${title}</dc:title><dc:creator>Ada Quill</dc:creator><dc:language>en</dc:language>${series}`;

for (const [how, title, series, line] of [
  [
    'given in EPUB 3 metadata',
    'The Third Weir',
    `<meta property="belongs-to-collection" id="c">The Weir Cycle</meta><meta refines="#c" property="collection-type">series</meta>
      <meta refines="#c" property="group-position">3</meta>`,
    'Book 3 of “The Weir Cycle”',
  ],
  [
    'given by calibre',
    'The Weir Between',
    '<meta name="calibre:series" content="The Weir Cycle"/><meta name="calibre:series_index" content="1.5"/>',
    'Book 1.5 of “The Weir Cycle”',
  ],
  [
    'given by calibre without a position',
    'The Weir Aside',
    '<meta name="calibre:series" content="The Weir Cycle"/>',
    'Part of the series “The Weir Cycle”',
  ],
] as const) {
  test(`the page of a novel names the series ${how}, and links to its books`, async ({ page }) => {
    book = await importBook(title, { metadata: metadata(title, series) });
    await page.goto(book.novelAddress);
    await expect(page.locator('h1')).toHaveText(title);
    const link = page.getByRole('link', { name: line, exact: true });
    await expect(link).toBeVisible();
    expect(new URL(await link.evaluate((element: HTMLAnchorElement) => element.href)).pathname).toMatch(
      /^\/keywords\/The-Weir-Cycle\/1$/,
    );
  });
}
