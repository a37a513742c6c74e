import type { Page } from '@playwright/test';

/** Requests of a page that are held until `release` is called. */
export interface HeldRequests {
  /** URLs requested so far. */
  readonly urls: readonly string[];
  /** Sends or fails the held requests, and all later ones immediately. */
  release(how?: 'continue' | 'abort'): void;
}

/** Holds matching requests until the test releases them. */
export async function holdRequests(page: Page, pattern: string | RegExp): Promise<HeldRequests> {
  const urls: string[] = [];
  const released = Promise.withResolvers<'continue' | 'abort'>();
  await page.route(pattern, async (route) => {
    urls.push(route.request().url());
    const how = await released.promise;
    // The page may have been closed meanwhile.
    await route[how]().catch(() => undefined);
  });
  return { urls, release: (how = 'continue') => released.resolve(how) };
}
