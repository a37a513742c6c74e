import * as keys from '../state/storage-keys.ts';
import { session } from './json-storage.ts';

/** Maximum number of stored addresses of loaded covers. A cover with a stored address is shown without a skeleton. */
const MAX_ADDRESSES = 200;
/** Covers load when they are within this margin around the window. */
const PRELOAD_MARGIN = '33%';

/**
 * Loads each cover shortly before it scrolls into view, and stores the addresses of loaded covers. Until then,
 * src/shell/layout/cover-state.inline.ts keeps covers from loading.
 */
export function watchCovers(): void {
  const loadedBefore = new Set(storedCovers());
  const observer = observeNear();
  const begin = (image: HTMLImageElement) => {
    const cover = coverOf(image);
    const isLoaded = (image.complete && image.naturalWidth > 0) || loadedBefore.has(addressOf(image));
    cover.dataset['state'] = isLoaded ? 'loaded' : 'loading';
    if (!isLoaded && image.loading === 'lazy') observer.observe(cover);
  };
  const findNew = () => {
    for (const image of document.querySelectorAll<HTMLImageElement>('.cover:not([data-state]) img')) begin(image);
  };
  findNew();
  new MutationObserver(findNew).observe(document.body, { childList: true, subtree: true });
  addEventListener('pagehide', storeLoaded);
  addEventListener('beforeprint', () => delete document.documentElement.dataset['covers']);
}

const coverOf = (image: HTMLImageElement) => image.closest<HTMLElement>('.cover') ?? image;
const addressOf = (image: Element) => image.getAttribute('src') ?? '';

/**
 * Loads a cover in the width at which it is displayed. If loading fails, the brand's default cover is shown without a
 * retry.
 */
function load(cover: Element): void {
  const image = cover.querySelector('img');
  if (!image) return;
  if (image.srcset) image.sizes = `${cover.clientWidth}px`;
  image.loading = 'eager';
}

function observeNear(): IntersectionObserver {
  const handleIntersections = (entries: readonly IntersectionObserverEntry[]) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      load(target);
    }
  };
  // `scrollMargin` applies to shelves, which scroll sideways. It is 0 vertically, because it would be added to
  // `rootMargin`.
  const observer = new IntersectionObserver(handleIntersections, {
    rootMargin: PRELOAD_MARGIN,
    scrollMargin: `0px ${PRELOAD_MARGIN}`,
  });
  return observer;
}

/** The stored addresses of loaded covers; empty if the stored value is not a list. */
const storedCovers = (): unknown[] => {
  const list = session.get(keys.LOADED_COVERS);
  return Array.isArray(list) ? list : [];
};

function storeLoaded(): void {
  const loadedHere = Array.from(document.querySelectorAll('.cover[data-state="loaded"] img'), addressOf);
  session.set(keys.LOADED_COVERS, [...new Set([...loadedHere, ...storedCovers()])].slice(0, MAX_ADDRESSES));
}
