import { parseSrcset } from '#src/contract/chapter/picture-sources.ts';

/** The address of a picture in its largest size. */
export function largestSource(image: HTMLImageElement): string {
  const [largest] = [...parseSrcset(image.srcset)].sort((a, b) => b.width - a.width);
  return largest?.url ?? (image.currentSrc || image.src);
}

/** Minimum scale of the visual viewport that counts as zoomed in. */
const ZOOMED = 1.1;

/**
 * After a pinch zoom, loads the visible pictures in the size that fits their width on the screen. Returns a function
 * that stops this.
 */
export function sharpenOnZoom(): () => void {
  const view = window.visualViewport;
  const sharpen = () => {
    const scale = view?.scale ?? 1;
    if (scale < ZOOMED) return;
    for (const image of document.querySelectorAll<HTMLImageElement>('[data-reader-text] img[srcset]')) {
      const { top, bottom } = image.getBoundingClientRect();
      if (bottom > 0 && top < innerHeight) enlarge(image, Math.ceil(image.clientWidth * scale));
    }
  };
  // The visitor may already have zoomed in before, and may scroll to another picture while zoomed in.
  sharpen();
  view?.addEventListener('resize', sharpen);
  addEventListener('scroll', sharpen, { passive: true });
  return () => {
    view?.removeEventListener('resize', sharpen);
    removeEventListener('scroll', sharpen);
  };
}

/**
 * Requests a larger file for a picture. Never requests a smaller file, because the browser would load it in addition.
 */
function enlarge(image: HTMLImageElement, width: number): void {
  const [, currentWidth = '0'] = /^(\d+)px$/.exec(image.sizes) ?? [];
  if (width > Number(currentWidth)) image.sizes = `${width}px`;
}
