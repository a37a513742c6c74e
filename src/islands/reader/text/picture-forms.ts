import { parseSrcset } from '#src/lib/picture-sources.ts';

/** The address of a picture in the largest form there is. */
export function largestForm(image: HTMLImageElement): string {
  const [largest] = [...parseSrcset(image.srcset)].sort((one, other) => other.width - one.width);
  return largest?.url ?? (image.currentSrc || image.src);
}

/** Above this scale of the window somebody has zoomed in. */
const ZOOMED = 1.1;

/** Gives pictures in the window the form that fits their width on the screen when it is enlarged by two fingers. */
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
  // Somebody may have zoomed in before this started, and may move to another picture while zoomed in.
  sharpen();
  view?.addEventListener('resize', sharpen);
  addEventListener('scroll', sharpen, { passive: true });
  return () => {
    view?.removeEventListener('resize', sharpen);
    removeEventListener('scroll', sharpen);
  };
}

/** A picture that was enlarged stays so: a smaller form would load anew. */
function enlarge(image: HTMLImageElement, width: number): void {
  const [, known = '0'] = /^(\d+)px$/.exec(image.sizes) ?? [];
  if (width > Number(known)) image.sizes = `${width}px`;
}
