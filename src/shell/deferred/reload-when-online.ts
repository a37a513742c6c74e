import * as keys from '../state/storage-keys.ts';
import { session } from './json-storage.ts';

const CHECK_INTERVAL_MS = 5000;
const MAX_PAUSE_MS = 300_000;
/** A reload counts as failed if the offline page is shown again within this time. */
const FAILED_WITHIN_MS = 60_000;

interface LastReload {
  readonly path: string;
  readonly at: number;
  /** Number of consecutive failed reloads before this one. */
  readonly failed: number;
}

/**
 * On the offline page, which is shown in place of a page that could not be loaded: reloads when the site responds
 * again. Checks the site when the browser reports a connection, and every CHECK_INTERVAL_MS. After a failed reload it
 * pauses before checking; the pause doubles with each failure, up to MAX_PAUSE_MS. At its own address /offline, the
 * page is not reloaded.
 */
export function reloadWhenOnline(reload: () => void = () => location.reload()): void {
  const path = location.pathname;
  if (path.endsWith('/offline')) return;
  const opened = Date.now();
  const last = lastReload();
  const failed = last.path === path && opened - last.at < FAILED_WITHIN_MS ? last.failed + 1 : 0;
  const pauseMs = failed === 0 ? 0 : Math.min(CHECK_INTERVAL_MS * 2 ** failed, MAX_PAUSE_MS);
  const check = async () => {
    if (document.hidden || Date.now() - opened < pauseMs) return;
    const response = await fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
    if (!response?.ok) return;
    session.set(keys.OFFLINE_RELOAD, { path, at: Date.now(), failed } satisfies LastReload);
    reload();
  };
  addEventListener('online', check);
  setInterval(check, CHECK_INTERVAL_MS);
}

function lastReload(): LastReload {
  const { path = '', at = 0, failed = 0 } = Object(session.get(keys.OFFLINE_RELOAD));
  return { path, at: Number(at), failed: Number(failed) };
}

reloadWhenOnline();
