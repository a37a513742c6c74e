import type { Browser, CDPSession, Page } from '@playwright/test';
import { LecternError } from '#src/lib/errors.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
/** A turn of the wheel, px, and the rests after it and once a chapter, ms. */
const TURN = { px: 1600, rest: 80, whole: 250 };
/** Turns after which a chapter that did not come is missing. */
const PATIENCE = 400;

/** What a page holds, after the garbage is gone. */
export interface Held {
  /** Bytes of the heap of scripts. */
  readonly heap: number;
  /** Nodes of all documents, those in no document included. */
  readonly nodes: number;
}

/** How much more a page holds after the hundredth chapter than after the tenth, 1 for the same. */
export async function growth(
  browser: Browser,
  address: string,
  readOn: (page: Page, chapter: number) => Promise<void>,
): Promise<Held> {
  const page = await browser.newPage(PHONE);
  try {
    const session = await page.context().newCDPSession(page);
    if (readOn === appendOn) await page.route('**/_astro/*.js', (route) => route.abort());
    await page.goto(address, { waitUntil: 'networkidle' });
    await readOn(page, 10);
    const ten = await heldBy(session);
    await readOn(page, 100);
    const hundred = await heldBy(session);
    return { heap: hundred.heap / ten.heap, nodes: hundred.nodes / ten.nodes };
  } finally {
    await page.close();
  }
}

async function heldBy(session: CDPSession): Promise<Held> {
  for (const method of ['HeapProfiler.enable', 'Performance.enable', 'HeapProfiler.collectGarbage'] as const)
    await session.send(method);
  const { metrics } = await session.send('Performance.getMetrics');
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { heap: value('JSHeapUsedSize'), nodes: value('Nodes') };
}

/** Scrolls as a visitor does until a chapter is read, and lets the page rest. */
export async function scrollOn(page: Page, chapter: number): Promise<void> {
  await page.mouse.move(200, 400);
  let last = 0;
  for (let turns = 0; ; turns += 1) {
    const current = await page.evaluate(() =>
      Number(document.querySelector<HTMLElement>('[data-current] [data-reader-text]')?.dataset['number']),
    );
    if (current >= chapter) break;
    if (current !== last) turns = 0;
    if (turns > PATIENCE) throw new LecternError('BENCH', `After chapter ${current} no other came in.`);
    await page.mouse.wheel(0, TURN.px);
    await page.waitForTimeout(current === last ? TURN.rest : TURN.whole);
    last = current;
  }
  await page.waitForTimeout(2 * TURN.whole);
}

/** What an endless page does that takes nothing out: the next chapter's part is put below the last. */
export async function appendOn(page: Page, chapter: number): Promise<void> {
  await page.evaluate(async (wanted) => {
    const documentAt = (href: string) =>
      new Promise<Document | null>((resolve) => {
        const request = new XMLHttpRequest();
        request.responseType = 'document';
        request.open('GET', href);
        request.onloadend = () => resolve(request.responseXML);
        request.send();
      });
    const parts = () => [...document.querySelectorAll<HTMLElement>('[data-reader-part]')];
    while (parts().length < wanted) {
      const last = parts().at(-1);
      const next = (await documentAt(last?.dataset['next'] ?? ''))?.querySelector('[data-reader-part]');
      if (!last || !next) throw new Error(`Chapter ${parts().length + 1} did not come.`);
      last.after(next);
    }
  }, chapter);
}
