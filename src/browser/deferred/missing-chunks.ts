import { session } from './json-storage.ts';

const KEY = 'lectern:reloaded';
const GUARD_MS = 60_000;

/** What browsers say when a module cannot be had. */
const LOST = /dynamically imported module|importing a module script failed|unable to preload/i;

/**
 * Reloads the page when a part of its code cannot be loaded, which is what a publish does to a page left open; at most
 * once in 60 seconds (product 8). A second time, and without a connection, it only says so.
 * @param tell says that a part of the page is missing
 */
export function reloadOnMissingChunk(tell: () => void, reload: () => void = () => location.reload()): void {
  const lost = () => {
    const last = Number(session.get(KEY) ?? 0);
    if (!navigator.onLine || Date.now() - last < GUARD_MS) return tell();
    session.set(KEY, Date.now());
    // Where nothing can be kept the page would reload for ever.
    if (session.get(KEY) === null) tell();
    else reload();
  };
  addEventListener('vite:preloadError', lost);
  addEventListener('unhandledrejection', ({ reason }) => {
    if (isLost(reason)) lost();
  });
  // What Astro's islands say after they have tried twice.
  addEventListener('astro:hydration-error', (event) => {
    if (isLost((event as CustomEvent).detail?.error)) lost();
  });
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement && target.src.includes('/_astro/')) lost();
    },
    true,
  );
}

/**
 * Tells a visitor whose click waits for an island whose script does not come (browser/directives/intent.ts,
 * browser/inline/early-clicks.js). The page stays, because the script may come yet.
 * @param tell says that a part of the page is missing
 */
export const tellOfLateIslands = (tell: () => void): void => document.addEventListener('late', tell);

const isLost = (error: unknown) => error instanceof Error && LOST.test(error.message);
