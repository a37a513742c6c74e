const THROTTLE_MS = 200;

/**
 * Looks for the covers that came near while the page is scrolled.
 * @param show is given each of them once
 * @param ahead how far beyond the edges of the window is near, in windows
 * @returns gives a cover to look for
 */
export function watchByScroll(show: (cover: HTMLElement) => void, ahead: number): (cover: HTMLElement) => void {
  const waiting = new Set<HTMLElement>();
  let isSoon = false;
  const isNear = (element: HTMLElement) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top < innerHeight * (1 + ahead) && bottom > -innerHeight * ahead;
  };
  const look = () => {
    isSoon = false;
    for (const cover of [...waiting].filter(isNear)) {
      waiting.delete(cover);
      show(cover);
    }
  };
  const soon = () => {
    if (!isSoon) setTimeout(look, THROTTLE_MS);
    isSoon = true;
  };
  addEventListener('scroll', soon, { passive: true, capture: true });
  addEventListener('resize', soon);
  return (cover) => {
    waiting.add(cover);
    soon();
  };
}
