import type { ReadableAtom } from 'nanostores';

export const canStayAwake = (): boolean => 'wakeLock' in navigator;

/** Keeps the screen on while `$keepAwake` is true. */
export function followWakeLock($keepAwake: ReadableAtom<boolean>): () => void {
  if (!canStayAwake()) return () => undefined;
  let lock: WakeLockSentinel | undefined;
  const update = async () => {
    if (!$keepAwake.get() || document.hidden) return void lock?.release().catch(() => undefined);
    // Browsers may refuse the lock when the battery is low, and release it when the page is hidden.
    if (!lock || lock.released) lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
  };
  const unlisten = $keepAwake.subscribe(() => void update());
  document.addEventListener('visibilitychange', update);
  return () => {
    unlisten();
    document.removeEventListener('visibilitychange', update);
    void lock?.release().catch(() => undefined);
  };
}

export const canFullScreen = (): boolean => document.fullscreenEnabled === true;

export function toggleFullScreen(): void {
  if (!canFullScreen()) return;
  // Browsers may refuse full screen, for example if the call is not caused by a user gesture.
  const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  change.catch(() => undefined);
}
