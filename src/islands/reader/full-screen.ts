export const canFullScreen = (): boolean => document.fullscreenEnabled === true;

export function toggleFullScreen(): void {
  if (!canFullScreen()) return;
  // A browser may refuse, as where no key or pointer asked.
  const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  change.catch(() => undefined);
}
