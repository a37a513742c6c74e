import { isMissingModule } from '#src/lib/missing-module.ts';
import * as keys from '../state/storage-keys.ts';
import { session } from './json-storage.ts';

const MIN_RELOAD_INTERVAL_MS = 60_000;

/** How long to wait before reloading. If the visitor is leaving the page, it has usually been unloaded by then. */
const SETTLE_MS = 1000;
/**
 * Used instead of `SETTLE_MS` after a click on a link or a form submission, because the next page may take long to
 * load.
 */
const LEAVING_MS = 15_000;

/**
 * Reloads the page when part of its code cannot be loaded, which happens in pages that were open when a new release was
 * published. Reloads at most once in 60 seconds (docs/product.md, section 8). If it has already reloaded, or while
 * offline, it only shows a notice. Firefox and Safari also cancel loads when the visitor leaves the page. A reload
 * would then keep the visitor on the page, so the reload waits a moment.
 * @param notify shows that a part of the page is missing
 */
export function reloadOnMissingChunk(notify: () => void, reload: () => void = () => location.reload()): void {
  let isLeaving = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const recover = () => {
    const last = Number(session.get(keys.RELOADED_AT));
    if (!navigator.onLine || Date.now() - last < MIN_RELOAD_INTERVAL_MS) return notify();
    // Without a stored time, the page would reload again and again.
    if (session.set(keys.RELOADED_AT, Date.now())) reload();
    else notify();
  };
  const onMissing = () => {
    clearTimeout(timer);
    timer = setTimeout(recover, isLeaving ? LEAVING_MS : SETTLE_MS);
  };
  const noteLeaving = ({ type, target, defaultPrevented }: Event) => {
    isLeaving = !defaultPrevented && (type === 'submit' || !!(target as Element).closest?.('a[href]'));
  };
  addEventListener('click', noteLeaving);
  addEventListener('submit', noteLeaving);
  addEventListener('pagehide', () => clearTimeout(timer));
  // These events are sent by failed imports, and by Astro's islands after their second attempt.
  for (const type of ['vite:preloadError', 'astro:hydration-error'])
    addEventListener(type, (event) => {
      const { detail } = event as CustomEvent;
      // A module that throws while being evaluated would throw again after a reload.
      if (isMissingModule(detail?.error ?? detail)) onMissing();
    });
  addEventListener('unhandledrejection', (event) => {
    if (!isMissingModule(event.reason)) return;
    event.preventDefault();
    onMissing();
  });
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement && target.src.includes('/_astro/')) onMissing();
    },
    true,
  );
}
