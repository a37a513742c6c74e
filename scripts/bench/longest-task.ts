import { type Browser, type CDPSession, chromium } from '@playwright/test';
import { ensureChromium } from '../testing/chromium.ts';

/** An entry of a trace (https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU). */
interface TraceEvent {
  readonly name: string;
  readonly thread: string;
  /** Work of the thread itself, so that a busy machine makes no task longer; where it is not told, the time that passed. */
  readonly ms: number;
  /** The thread's own name, in the entry that gives it. */
  readonly threadName: unknown;
}

type RawEvent = Readonly<Record<string, unknown>>;

function readEvent({ name, pid, tid, dur, tdur, args }: RawEvent): TraceEvent {
  const named = typeof args === 'object' && args !== null && 'name' in args ? args.name : undefined;
  return { name: String(name), thread: `${pid}/${tid}`, ms: Number(tdur ?? dur ?? 0) / 1000, threadName: named };
}

export const openBrowser = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: await ensureChromium(),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
  });

/** A phone's screen, a step of the wheel, and the rest between two steps. */
const SCREEN = { width: 390, height: 844 };
const STEP_PX = 2400;
const REST_MS = 16;

/**
 * The longest task of the page's main thread, in ms, while every list of the page is open and it is scrolled from its
 * top to its end.
 */
export async function longestScrollTask(browser: Browser, address: string): Promise<number> {
  const page = await browser.newPage({ viewport: SCREEN });
  try {
    await page.goto(address, { waitUntil: 'networkidle' });
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    await page.waitForTimeout(500);
    const session = await page.context().newCDPSession(page);
    return await traced(session, async () => {
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.mouse.move(SCREEN.width / 2, SCREEN.height / 2);
      for (let at = 0; at < height; at += STEP_PX) {
        await page.mouse.wheel(0, STEP_PX);
        await page.waitForTimeout(REST_MS);
      }
    });
  } finally {
    await page.close();
  }
}

async function traced(session: CDPSession, work: () => Promise<void>): Promise<number> {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value.map(readEvent)));
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'] },
  });
  await work();
  await session.send('Tracing.end');
  await complete;
  return longestOf(events);
}

/** Of the main threads of pages; other pages of the browser are at rest. */
function longestOf(events: readonly TraceEvent[]): number {
  const named = events.filter(({ name, threadName }) => name === 'thread_name' && threadName === 'CrRendererMain');
  const main = new Set(named.map(({ thread }) => thread));
  const tasks = events.filter(({ name, thread }) => name.endsWith('RunTask') && main.has(thread));
  if (tasks.length === 0) throw new Error('The trace holds no task of the page.');
  return Math.max(...tasks.map(({ ms }) => ms));
}
