import type { Browser } from '@playwright/test';
import type { ShownChapter } from './shown-book.ts';

/** A busy machine takes minutes to lay out a chapter as long as a novel. */
const MARKING_TIMEOUT_MS = 300_000;
const PHONE = { viewport: { width: 390, height: 844 } };

export interface TableCount {
  readonly tables: number;
  /** The first words of each table that is wider than a phone. */
  readonly wide: readonly string[];
}

/** Finds the tables of a book that do not fit the width of a phone. */
export async function countTables(
  browser: Browser,
  origin: string,
  chapters: readonly ShownChapter[],
): Promise<TableCount> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const found = { tables: 0, wide: [] as string[] };
  for (const { path } of chapters.filter(({ body }) => body.querySelector('table'))) {
    await page.goto(origin + path);
    // The reader marks tables that are too wide, and breaks long words in them, so wait until it has done so.
    await page.waitForFunction(
      () =>
        [...document.querySelectorAll<HTMLTableElement>('.reader-text table')].every(
          (table) => table.scrollWidth <= table.clientWidth + 1 || table.dataset['wide'] !== undefined,
        ),
      undefined,
      { timeout: MARKING_TIMEOUT_MS },
    );
    const { tables, wide } = await page.evaluate(() => {
      const all = [...document.querySelectorAll('.reader-text table')];
      const isWide = (table: Element) => {
        const { left, right } = table.getBoundingClientRect();
        return left < 0 || right > innerWidth || table.scrollWidth > table.clientWidth + 1;
      };
      return {
        tables: all.length,
        wide: all.filter(isWide).map((table) => (table.textContent ?? '').trim().slice(0, 40)),
      };
    });
    found.tables += tables;
    found.wide.push(...wide);
  }
  await context.close();
  return found;
}
