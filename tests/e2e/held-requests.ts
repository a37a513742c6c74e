import type { Page } from '@playwright/test';

/** Requests of a page that are held until `release` is called. */
export interface HeldRequests {
  /** URLs requested so far. */
  readonly urls: readonly string[];
  /** Sends or fails the held requests, and all later ones immediately. */
  release(outcome?: 'continue' | 'abort'): void;
}

/** Holds matching requests until the test releases them. */
export async function holdRequests(page: Page, pattern: string | RegExp): Promise<HeldRequests> {
  const urls: string[] = [];
  const released = Promise.withResolvers<'continue' | 'abort'>();
  await page.route(pattern, async (route) => {
    urls.push(route.request().url());
    const outcome = await released.promise;
    // The page may have been closed meanwhile.
    await route[outcome]().catch(() => undefined);
  });
  return { urls, release: (outcome = 'continue') => released.resolve(outcome) };
}
