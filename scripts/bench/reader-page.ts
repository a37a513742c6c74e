import type { Browser, Page } from '@playwright/test';

const PHONE = { viewport: { width: 390, height: 844 } };

/** Compressed bytes of all scripts that a page loads, and of the largest one. */
export async function scriptBytes(browser: Browser, address: string): Promise<{ all: number; largest: number }> {
  const page = await browser.newPage(PHONE);
  const session = await page.context().newCDPSession(page);
  /** Size of the response headers by request, in bytes. */
  const scripts = new Map<string, number>();
  const sizes: number[] = [];
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') scripts.set(requestId, response.encodedDataLength);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const headers = scripts.get(requestId);
    if (headers !== undefined) sizes.push(encodedDataLength - headers);
  });
  try {
    await session.send('Network.enable');
    await page.goto(address, { waitUntil: 'networkidle' });
    await page.waitForTimeout(1500);
    return { all: sizes.reduce((sum, size) => sum + size, 0), largest: Math.max(0, ...sizes) };
  } finally {
    await page.close();
  }
}

/** Layout shift while the page loads and hydrates (https://web.dev/articles/cls). */
export async function layoutShift(browser: Browser, address: string): Promise<number> {
  const page = await browser.newPage(PHONE);
  try {
    await page.goto(address, { waitUntil: 'networkidle' });
    await page.waitForTimeout(1500);
    return await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) =>
            resolve(list.getEntries().reduce((sum, entry) => sum + Number(Reflect.get(entry, 'value')), 0)),
          ).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve(0), 300);
        }),
    );
  } finally {
    await page.close();
  }
}

const SLOWDOWN = 4;
const PRESSES = 5;

/**
 * Median time in ms from a key press to the next paint, on a processor slowed down to a quarter
 * (https://web.dev/articles/inp).
 */
export async function interaction(browser: Browser, address: string, keys: readonly string[]): Promise<number> {
  const page = await browser.newPage(PHONE);
  try {
    await page.goto(address, { waitUntil: 'networkidle' });
    await page.waitForTimeout(1500);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await observe(page);
    for (let press = 0; press < PRESSES; press += 1) {
      await page.keyboard.press(keys[press % keys.length] ?? '');
      await page.waitForTimeout(700);
    }
    const durations = await page.evaluate(() => Reflect.get(globalThis, 'presses') as number[]);
    return durations.toSorted((a, b) => a - b)[durations.length >> 1] ?? 0;
  } finally {
    await page.close();
  }
}

/** Browsers report durations in steps of 8 ms, and only from 16 ms on. */
const observe = (page: Page) =>
  page.evaluate(() => {
    const presses: number[] = [];
    Object.assign(globalThis, { presses });
    const options = { type: 'event', durationThreshold: 16, buffered: false };
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'keydown') presses.push(duration);
    }).observe(options);
  });
