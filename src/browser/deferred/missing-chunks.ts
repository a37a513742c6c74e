import { session } from './json-storage.ts';

const KEY = 'lectern:reloaded';
const GUARD_MS = 60_000;
/** After it a visitor whose click still waits for its island is told. */
const LATE_MS = 10_000;

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
 * Tells a visitor whose click waits for an island whose script does not come. The page stays, because the script may come
 * yet. A form with an address is sent as it is, and buttons of a popover or dialog work without a script.
 * @param tell says that a part of the page is missing
 */
export function tellOfLateIslands(tell: () => void): void {
  document.addEventListener(
    'click',
    ({ target }) => {
      const button = (target as Element).closest?.('[ssr] button');
      if (!button || button.matches('[action] *, [popovertarget], [commandfor]')) return;
      setTimeout(() => button.matches('[ssr] *') && tell(), LATE_MS);
    },
    true,
  );
}

const isLost = (error: unknown) => error instanceof Error && LOST.test(error.message);
