import type { RenderTask } from './render-page.ts';

const FIRST_MS = 60_000;
const LONGEST_MS = 60 * 60_000;
const MOST_PAGES = 1000;

type Page = Pick<RenderTask, 'brand' | 'address'>;

/** Pages that held a render thread. They are tried again after a minute, and then after twice as long each time. */
export interface BlockedPages {
  add(page: Page): void;
  has(page: Page): boolean;
}

export function createBlockedPages(now: () => number = Date.now): BlockedPages {
  const pages = new Map<string, { readonly until: number; readonly ms: number }>();
  const keyOf = ({ brand, address }: Page) => `${brand.id} ${address}`;
  return {
    add(page) {
      const key = keyOf(page);
      const known = pages.get(key);
      const ms = known ? Math.min(2 * known.ms, LONGEST_MS) : FIRST_MS;
      pages.delete(key);
      pages.set(key, { until: now() + ms, ms });
      const [oldest] = pages.keys();
      if (pages.size > MOST_PAGES && oldest !== undefined) pages.delete(oldest);
    },
    has: (page) => (pages.get(keyOf(page))?.until ?? 0) > now(),
  };
}
