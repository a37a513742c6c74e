import type { RenderTask } from './render-page.ts';

const FIRST_MS = 60_000;
const LONGEST_MS = 60 * 60_000;
const MAX_PAGES = 1000;

type Page = Pick<RenderTask, 'brand' | 'address'>;

/** Pages that have blocked a render thread. Each is retried after a minute, then after twice that time, and so on. */
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
      const blocked = pages.get(key);
      const ms = blocked ? Math.min(2 * blocked.ms, LONGEST_MS) : FIRST_MS;
      pages.delete(key);
      pages.set(key, { until: now() + ms, ms });
      const [oldest] = pages.keys();
      if (pages.size > MAX_PAGES && oldest !== undefined) pages.delete(oldest);
    },
    has: (page) => (pages.get(keyOf(page))?.until ?? 0) > now(),
  };
}
