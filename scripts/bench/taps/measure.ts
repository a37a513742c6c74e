import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { LecternError } from '#src/lib/errors.ts';
import type { Control, Visit } from './controls.ts';

/** Slow 3G, as in Chromium's developer tools, and a cheap phone's processor. */
export const SLOW = { roundTripMs: 400, bytesPerSecond: 50_000, processor: 4 } as const;

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, serviceWorkers: 'block' } as const;
/** Time between two taps. */
const PAUSE_MS = 700;
/** A response that takes longer counts as missing. */
const MAX_WAIT_MS = 20_000;
/** Time without a request after which a page has loaded everything. */
const REST_MS = 1500;

/** What a visitor gets from a tap. */
export interface Response {
  /** Whether the response is another page. */
  readonly leaves: boolean;
  /** Time from the tap to the paint that contains the first visible response; null for pages. */
  readonly first: number | null;
  /** Time from the tap, or from navigation, to the paint that contains the full response. */
  readonly full: number;
  /** Compressed bytes of the scripts that were loaded for it, and their number. */
  readonly bytes: number;
  readonly files: number;
}

/** Values in the device's storage. */
export type Stored = Readonly<Record<string, unknown>>;

async function openContext(browser: Browser, stored: Stored): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext(PHONE);
  await context.addInitScript((values) => {
    for (const [key, value] of Object.entries(values))
      localStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value));
  }, stored);
  return { context, page: await context.newPage() };
}

async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW.processor });
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: SLOW.roundTripMs,
    downloadThroughput: SLOW.bytesPerSecond,
    uploadThroughput: SLOW.bytesPerSecond,
  });
}

/** Counts the scripts that the page loads from now on. */
async function countScripts(session: CDPSession) {
  const headers = new Map<string, number>();
  const bodies: number[] = [];
  const pending = new Set<string>();
  let changedAt = performance.now();
  const settle = (id: string) => {
    pending.delete(id);
    changedAt = performance.now();
  };
  session.on('Network.requestWillBeSent', ({ requestId }) => pending.add(requestId));
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script' && !response.fromDiskCache) headers.set(requestId, response.encodedDataLength);
  });
  session.on('Network.requestServedFromCache', ({ requestId }) => settle(requestId));
  session.on('Network.loadingFailed', ({ requestId }) => settle(requestId));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const head = headers.get(requestId);
    if (head !== undefined) bodies.push(Math.max(0, encodedDataLength - head));
    settle(requestId);
  });
  await session.send('Network.enable');
  return {
    bodies,
    /** Waits until the page makes no more requests. */
    async atRest() {
      const end = performance.now() + MAX_WAIT_MS;
      const isAtRest = () => pending.size === 0 && performance.now() - changedAt > REST_MS;
      while (!isAtRest() && performance.now() < end) await setTimeout(100);
    },
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/**
 * Opens a page as on a first visit, waits until it is at rest, then slows down processor and network, and uses the
 * control.
 */
export async function tapOn(
  browser: Browser,
  address: string,
  { what, before = [], tap, type, first, full }: Control,
  stored: Stored,
): Promise<Response> {
  const { context, page } = await openContext(browser, stored);
  try {
    await page.goto(address, { waitUntil: 'networkidle' });
    await page.waitForTimeout(REST_MS);
    const session = await context.newCDPSession(page);
    const scripts = await countScripts(session);
    await slowDown(session);
    for (const selector of before) {
      await page.locator(selector).first().tap({ timeout: MAX_WAIT_MS });
      await page.waitForTimeout(PAUSE_MS);
    }
    const control = page.locator(tap).first();
    await control.waitFor({ timeout: MAX_WAIT_MS });
    await control.scrollIntoViewIfNeeded();
    const watched: Watch = {
      event: type === undefined ? 'click' : 'input',
      tap,
      first: first ?? full,
      full,
      maxWaitMs: MAX_WAIT_MS,
    };
    const seen = page.evaluate(watch, watched);
    // The promise rejects if the tap leads to another page.
    const isLeft = seen.then(
      () => false,
      () => true,
    );
    // Does not wait for navigation: the time until the next page's paint is measured in that page.
    await control.tap({ timeout: MAX_WAIT_MS, noWaitAfter: true });
    if (type !== undefined) await page.keyboard.type(type);
    const leaves = await isLeft;
    const times = leaves ? { first: null, full: await paintedAfter(page, address) } : await seen;
    if (times.full < 0) throw new LecternError('BENCH', `"${what}" had no response on ${address}.`);
    if (!leaves) await scripts.atRest();
    return { leaves, ...times, bytes: sum(scripts.bodies), files: scripts.bodies.length };
  } finally {
    await context.close();
  }
}

interface Watch {
  /** Type of the event from which times count. */
  readonly event: 'click' | 'input';
  readonly tap: string;
  readonly first: string;
  readonly full: string;
  readonly maxWaitMs: number;
}

/**
 * Measures the time from the next use of the control to the paints with the responses. Runs in the page. Times are
 * negative if there is no response.
 */
function watch({ event, tap, first, full, maxWaitMs }: Watch): Promise<{ first: number; full: number }> {
  const isShown = (selector: string) =>
    Array.from(document.querySelectorAll(selector)).some(
      (element) => element === document.documentElement || element.checkVisibility({ visibilityProperty: true }),
    );
  return new Promise((resolve) => {
    const start = ({ timeStamp, target }: Event) => {
      if (!(target as Element).closest(tap)) return;
      removeEventListener(event, start, true);
      sessionStorage.setItem('bench:tap', String(performance.timeOrigin + timeStamp));
      const times = { first: -1, full: -1 };
      const look = () => {
        const seen = { first: times.first < 0 && isShown(first), full: isShown(full) };
        // A task after the frame's callbacks runs once the frame has been painted.
        const channel = new MessageChannel();
        channel.port1.onmessage = () => {
          const now = performance.now() - timeStamp;
          if (seen.first || seen.full) times.first = times.first < 0 ? now : times.first;
          if (seen.full) times.full = now;
          if (seen.full || now > maxWaitMs) resolve(times);
          else requestAnimationFrame(look);
        };
        channel.port2.postMessage(null);
      };
      requestAnimationFrame(look);
    };
    addEventListener(event, start, true);
  });
}

/** Waits for the first paint of the page that a tap leads to. */
async function paintedAfter(page: Page, from: string): Promise<number> {
  await page.waitForURL((url) => url.href !== from, { waitUntil: 'commit', timeout: MAX_WAIT_MS });
  const painted = await page.waitForFunction(
    () => {
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      const tapped = Number(sessionStorage.getItem('bench:tap'));
      return paint && performance.timeOrigin + paint.startTime - tapped;
    },
    undefined,
    { timeout: MAX_WAIT_MS },
  );
  return Number(await painted.jsonValue());
}

/** Opens a page slowly, as on a first visit, and waits for its list. */
export async function visit(browser: Browser, address: string, { full }: Visit, stored: Stored): Promise<Response> {
  const { context, page } = await openContext(browser, stored);
  try {
    const session = await context.newCDPSession(page);
    const scripts = await countScripts(session);
    await slowDown(session);
    // Only stored data is shown, so calls to the API need not succeed.
    await session.send('Network.setBlockedURLs', { urls: ['*_api/v1/*'] });
    await page.goto(address, { waitUntil: 'commit' });
    const shown = await page.waitForFunction(
      (selector) => document.querySelector(selector)?.checkVisibility() && performance.now(),
      full,
      { timeout: MAX_WAIT_MS, polling: 'raf' },
    );
    const time = Number(await shown.jsonValue());
    await scripts.atRest();
    return { leaves: false, first: null, full: time, bytes: sum(scripts.bodies), files: scripts.bodies.length };
  } finally {
    await context.close();
  }
}
