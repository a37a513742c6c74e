import type { Page } from '@playwright/test';

/** Requests of a page that are not sent before `release` is called. */
export interface HeldRequests {
  /** Addresses requested so far. */
  readonly urls: readonly string[];
  /** Sends them or fails them, and every later one at once. */
  release(how?: 'continue' | 'abort'): void;
}

/** Holds matching requests back until the test releases them. */
export async function holdRequests(page: Page, pattern: string | RegExp): Promise<HeldRequests> {
  const urls: string[] = [];
  const released = Promise.withResolvers<'continue' | 'abort'>();
  await page.route(pattern, async (route) => {
    urls.push(route.request().url());
    const how = await released.promise;
    // The page may have been left meanwhile.
    await route[how]().catch(() => undefined);
  });
  return { urls, release: (how = 'continue') => released.resolve(how) };
}
