import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';

const ROOT = join(import.meta.dirname, '../..');
const LAYOUTS = ['rows', 'dense', 'grid', 'two-up', 'text', 'numerals', 'framed', 'airy', 'stacks'];

/** A style sheet with the sheets that it imports. */
function sheetOf(path: string): string {
  const text = readFileSync(path, 'utf8');
  return text.replaceAll(
    /@import "([^"]+)"(?: layer\((\w+)\))?;/g,
    (_rule, file: string, layer: string | undefined) => {
      const imported = sheetOf(join(path, '..', file));
      return layer === undefined ? imported : `@layer ${layer} { ${imported} }`;
    },
  );
}

const BOOKS = [41, 42, 100]
  .map(
    (rank) => `<li class="item"><span class="item-rank">${rank}</span>
      <span class="cover cover-default" data-title="The Ship"></span>
      <div class="item-text"><h2 class="item-title">The Ship</h2><p class="item-facts"><span>Ann</span></p>
        <p class="item-intro">${'A ship sails for the islands. '.repeat(8)}</p></div></li>`,
  )
  .join('');

/** The layouts in which a rank lies over the title of a default cover (its upper half) or over the text of its book. */
const coveredIn = (page: Page) =>
  page.evaluate((layouts) => {
    const list = document.querySelector('ol') as HTMLElement;
    const overlap = (one: DOMRect, other: DOMRect) =>
      one.right > other.left && one.left < other.right && one.bottom > other.top && one.top < other.bottom;
    return layouts.filter((layout) => {
      list.className = `list list--${layout}`;
      return [...list.querySelectorAll('.item')].some((item) => {
        const boxOf = (part: string) => (item.querySelector(part) as HTMLElement).getBoundingClientRect();
        const cover = boxOf('.cover');
        const title = new DOMRect(
          cover.x + cover.width * 0.12,
          cover.y + cover.height * 0.12,
          cover.width * 0.76,
          cover.height * 0.38,
        );
        return overlap(boxOf('.item-rank'), title) || overlap(boxOf('.item-rank'), boxOf('.item-text'));
      });
    });
  }, LAYOUTS);

for (const width of [390, 1280])
  test(`ranks cover no titles in any layout of lists at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    const sheet = sheetOf(join(ROOT, 'src/features/listing/page.css'));
    await page.setContent(`<style>${sheet}</style><main class="page"><ol data-first="41">${BOOKS}</ol></main>`);
    expect(await coveredIn(page)).toEqual([]);
  });

for (const width of [320, 390, 1280])
  test(`"See all" stays beside the first line of a long heading at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    const sheet = sheetOf(join(ROOT, 'src/features/home/page.css'));
    for (const brand of ['shenovel', 'local', 'tibok', 'novelandia', 'finalnovel']) {
      const layout = readFileSync(join(ROOT, `brands/${brand}/layout.css`), 'utf8');
      await page.setContent(`<style>${sheet}</style><style>${layout}</style><main class="page"><section class="shelf">
        <div class="shelf-head"><h2><span>Completed romances that readers could not put down this week</span></h2>
        <a class="shelf-all" href="/">See all</a></div></section></main>`);
      const isBeside = await page.evaluate(() => {
        const [line] = (document.querySelector('h2 span') as HTMLElement).getClientRects();
        const link = (document.querySelector('.shelf-all') as HTMLElement).getBoundingClientRect();
        return line !== undefined && link.top < line.bottom && link.left >= line.right && link.right <= innerWidth;
      });
      expect(isBeside, brand).toBe(true);
    }
  });
