import type { Browser, CDPSession, Page } from '@playwright/test';
import { LecternError } from '#src/lib/errors.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
/** Wheel step in px, and the pauses after each step and after each chapter in ms. */
const TURN = { px: 1600, rest: 80, whole: 250 };
/** Number of wheel steps without progress after which the next chapter counts as missing. */
const PATIENCE = 400;

/** Memory of a page after garbage collection. */
export interface MemoryUsage {
  /** Size of the script heap, in bytes. */
  readonly heap: number;
  /** Number of nodes in all documents, including detached ones. */
  readonly nodes: number;
}

/** Memory of a page after the hundredth chapter, relative to its memory after the tenth. */
export async function growth(
  browser: Browser,
  address: string,
  readOn: (page: Page, chapter: number) => Promise<void>,
): Promise<MemoryUsage> {
  const page = await browser.newPage(PHONE);
  try {
    const session = await page.context().newCDPSession(page);
    if (readOn === appendOn) await page.route('**/_astro/*.js', (route) => route.abort());
    await page.goto(address, { waitUntil: 'networkidle' });
    await readOn(page, 10);
    const ten = await memoryUsage(session);
    await readOn(page, 100);
    const hundred = await memoryUsage(session);
    return { heap: hundred.heap / ten.heap, nodes: hundred.nodes / ten.nodes };
  } finally {
    await page.close();
  }
}

async function memoryUsage(session: CDPSession): Promise<MemoryUsage> {
  for (const method of ['HeapProfiler.enable', 'Performance.enable', 'HeapProfiler.collectGarbage'] as const)
    await session.send(method);
  const { metrics } = await session.send('Performance.getMetrics');
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { heap: value('JSHeapUsedSize'), nodes: value('Nodes') };
}

/** Scrolls like a visitor until a chapter has been read, then waits until the page is idle. */
export async function scrollOn(page: Page, chapter: number): Promise<void> {
  await page.mouse.move(200, 400);
  let last = 0;
  for (let turns = 0; ; turns += 1) {
    const current = await page.evaluate(() =>
      Number(document.querySelector<HTMLElement>('[data-current] [data-reader-text]')?.dataset['number']),
    );
    if (current >= chapter) break;
    if (current !== last) turns = 0;
    if (turns > PATIENCE) throw new LecternError('BENCH', `No chapter was loaded after chapter ${current}.`);
    await page.mouse.wheel(0, TURN.px);
    await page.waitForTimeout(current === last ? TURN.rest : TURN.whole);
    last = current;
  }
  await page.waitForTimeout(2 * TURN.whole);
}

/** Appends the next chapter to the page, like an endless page that never removes chapters. */
export async function appendOn(page: Page, chapter: number): Promise<void> {
  await page.evaluate(async (chapterId) => {
    const documentAt = (href: string) =>
      new Promise<Document | null>((resolve) => {
        const request = new XMLHttpRequest();
        request.responseType = 'document';
        request.open('GET', href);
        request.onloadend = () => resolve(request.responseXML);
        request.send();
      });
    const parts = () => [...document.querySelectorAll<HTMLElement>('[data-reader-part]')];
    while (parts().length < chapterId) {
      const last = parts().at(-1);
      const next = (await documentAt(last?.dataset['next'] ?? ''))?.querySelector('[data-reader-part]');
      if (!last || !next) throw new Error(`Chapter ${parts().length + 1} was not loaded.`);
      last.after(next);
    }
  }, chapter);
}
