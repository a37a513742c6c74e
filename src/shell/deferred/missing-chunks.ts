import { isMissingModule } from '#src/lib/missing-module.ts';
import * as keys from '../state/storage-keys.ts';
import { session } from './json-storage.ts';

const GUARD_MS = 60_000;

/** A page that is being left is usually gone after this time. */
const SETTLE_MS = 1000;
/** The same after a click on a link or a form submission, whose page may take long to load. */
const LEAVING_MS = 15_000;

/**
 * Reloads the page when part of its code cannot be loaded, which happens to open pages after a publish; at most once in
 * 60 seconds (docs/product.md, section 8). A second time, and while offline, it only shows a notice. Firefox and Safari
 * also cancel loads of a page that is being left, so it waits first: a reload would keep the visitor here.
 * @param tell shows that a part of the page is missing
 */
export function reloadOnMissingChunk(tell: () => void, reload: () => void = () => location.reload()): void {
  let isLeaving = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const act = () => {
    const last = Number(session.get(keys.RELOADED_AT));
    if (!navigator.onLine || Date.now() - last < GUARD_MS) return tell();
    // Without storage the page would reload forever.
    if (session.set(keys.RELOADED_AT, Date.now())) reload();
    else tell();
  };
  const lost = () => {
    clearTimeout(timer);
    timer = setTimeout(act, isLeaving ? LEAVING_MS : SETTLE_MS);
  };
  const noteLeaving = ({ type, target, defaultPrevented }: Event) => {
    isLeaving = !defaultPrevented && (type === 'submit' || !!(target as Element).closest?.('a[href]'));
  };
  addEventListener('click', noteLeaving);
  addEventListener('submit', noteLeaving);
  addEventListener('pagehide', () => clearTimeout(timer));
  // From imports, and from Astro's islands after their second try.
  for (const type of ['vite:preloadError', 'astro:hydration-error'])
    addEventListener(type, (event) => {
      const { detail } = event as CustomEvent;
      // A module that throws while it is evaluated would throw again after a reload.
      if (isMissingModule(detail?.error ?? detail)) lost();
    });
  addEventListener('unhandledrejection', (event) => {
    if (!isMissingModule(event.reason)) return;
    event.preventDefault();
    lost();
  });
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement && target.src.includes('/_astro/')) lost();
    },
    true,
  );
}
