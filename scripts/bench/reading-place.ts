import type { Page } from '@playwright/test';

/** A place in a paragraph of the chapter. */
export interface Paragraph {
  /**
   * Selects all paragraphs of the chapter. An index within the page would change when earlier chapters are inserted.
   */
  readonly selector: string;
  readonly index: number;
  /** Offset into the paragraph's text in UTF-16 units. */
  readonly offset: number;
}

/**
 * Returns the paragraphs with several lines, except those at the end of the chapter, which cannot be scrolled to the
 * top.
 */
export const paragraphsOf = (page: Page): Promise<Paragraph[]> =>
  page.evaluate(() => {
    const { chapter } = document.querySelector<HTMLElement>('[data-reader-text]')?.dataset ?? {};
    const selector = `[data-chapter="${chapter}"] .reader-text p`;
    const all = [...document.querySelectorAll(selector)].flatMap((paragraph, index) => {
      const long = paragraph.firstChild instanceof Text && paragraph.firstChild.length > 240;
      return long ? [{ selector, index, offset: 120 }] : [];
    });
    return all.slice(0, -4);
  });

export interface Line {
  /** Distance from the window's top in px. */
  readonly top: number;
  readonly height: number;
}

export const lineOf = (page: Page, { selector: all, index, offset }: Paragraph): Promise<Line> =>
  page.evaluate(
    ([selector, at, from]) => {
      const paragraph = document.querySelectorAll(selector)[at];
      const text = paragraph?.firstChild;
      if (!paragraph || !text) return { top: Number.POSITIVE_INFINITY, height: 1 };
      const range = new Range();
      range.setStart(text, from);
      range.setEnd(text, from + 1);
      const height = Number.parseFloat(getComputedStyle(paragraph).lineHeight);
      return { top: range.getBoundingClientRect().top, height };
    },
    [all, index, offset] as const,
  );

/** Waits until the page counts as idle. */
export const rest = (page: Page): Promise<void> => page.waitForTimeout(450);

/**
 * Returns the place of the first letter in the line that contains the given place. This is the reading place if the
 * line is at the top of the window.
 */
export const startOfLine = (page: Page, paragraph: Paragraph): Promise<Paragraph> =>
  page.evaluate((of) => {
    const text = document.querySelectorAll(of.selector)[of.index]?.firstChild;
    const range = new Range();
    const topAt = (offset: number) => {
      if (text) range.setStart(text, offset);
      if (text) range.setEnd(text, offset + 1);
      return range.getBoundingClientRect().top;
    };
    let { offset } = of;
    const top = topAt(offset);
    while (offset > 0 && Math.abs(topAt(offset - 1) - top) < 2) offset -= 1;
    return { ...of, offset };
  }, paragraph);

/** Scrolls like a visitor until the line is at the top of the window. */
export async function readTo(page: Page, paragraph: Paragraph): Promise<Line> {
  await page.mouse.move(190, 300);
  for (let turn = 0; turn < 12; turn += 1) {
    const { top } = await lineOf(page, paragraph);
    if (Math.abs(top - 12) < 2) break;
    await page.mouse.wheel(0, top - 12);
    await page.waitForTimeout(120);
  }
  await rest(page);
  return lineOf(page, paragraph);
}

/** How far a line has moved, in lines. One pixel is tolerated. */
export async function moved(page: Page, paragraph: Paragraph, before: Line): Promise<number> {
  await rest(page);
  const { top, height } = await lineOf(page, paragraph);
  return Math.max(0, Math.abs(top - before.top) - 1) / Math.max(height, before.height);
}
