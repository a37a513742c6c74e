import type { Browser } from '@playwright/test';
import { LecternError } from '#src/lib/errors.ts';

/** Cost of a page before any interaction: bytes transferred and requests. */
export interface Weight {
  readonly html: number;
  readonly css: number;
  readonly javascript: number;
  /** Number of scripts that were loaded. */
  readonly scripts: number;
  readonly fonts: number;
  readonly all: number;
  readonly requests: number;
}

const PHONE = { viewport: { width: 390, height: 844 } };
/** Time after which a page has loaded everything that it loads when idle, in ms. */
const REST_MS = 1500;

/** Loads a page as a first visit on a phone does, and waits until it makes no more requests. */
export async function weigh(browser: Browser, address: string): Promise<Weight> {
  const page = await browser.newPage({ ...PHONE, serviceWorkers: 'block' });
  const session = await page.context().newCDPSession(page);
  const types = new Map<string, { type: string; headers: number }>();
  const bodies: { readonly type: string; readonly bytes: number }[] = [];
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (/^https?:/.test(response.url)) types.set(requestId, { type, headers: response.encodedDataLength });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const response = types.get(requestId);
    if (response) bodies.push({ type: response.type, bytes: encodedDataLength - response.headers });
  });
  try {
    await session.send('Network.enable');
    const answer = await page.goto(address, { waitUntil: 'networkidle' });
    if (!answer?.ok()) throw new LecternError('BENCH', `${address} answers ${answer?.status()}.`);
    await page.waitForTimeout(REST_MS);
  } finally {
    await page.close();
  }
  const of = (...selectedTypes: string[]) => bodies.filter(({ type }) => selectedTypes.includes(type));
  const sum = (some: typeof bodies) => some.reduce((total, { bytes }) => total + bytes, 0);
  const scripts = of('Script');
  return {
    html: sum(of('Document')),
    css: sum(of('Stylesheet')),
    javascript: sum(scripts),
    scripts: scripts.length,
    fonts: sum(of('Font')),
    all: sum(bodies),
    requests: bodies.length,
  };
}
