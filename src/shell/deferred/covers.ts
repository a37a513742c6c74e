import * as keys from '../state/storage-keys.ts';
import { session } from './json-storage.ts';

/** Addresses of recently loaded covers, which are shown without a skeleton. */
const MAX_ADDRESSES = 200;
/** Margin around the window: a preload factor of 1.33. */
const AHEAD = '33%';

/** Loads waiting covers (src/shell/layout/cover-state.inline.ts) when they come near, and remembers loaded ones. */
export function watchCovers(): void {
  const loadedBefore = new Set(storedCovers());
  const observer = observeNear();
  const begin = (image: HTMLImageElement) => {
    const cover = coverOf(image);
    const isThere = (image.complete && image.naturalWidth > 0) || loadedBefore.has(addressOf(image));
    cover.dataset['state'] = isThere ? 'loaded' : 'loading';
    if (!isThere && image.loading === 'lazy') observer.observe(cover);
  };
  const look = () => {
    for (const image of document.querySelectorAll<HTMLImageElement>('.cover:not([data-state]) img')) begin(image);
  };
  look();
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  addEventListener('pagehide', keep);
  addEventListener('beforeprint', () => delete document.documentElement.dataset['covers']);
}

const coverOf = (image: HTMLImageElement) => image.closest<HTMLElement>('.cover') ?? image;
const addressOf = (image: Element) => image.getAttribute('src') ?? '';

/** One attempt, in the actual display width; a cover that fails is replaced by the brand's default. */
function show(cover: Element): void {
  const image = cover.querySelector('img');
  if (!image) return;
  if (image.srcset) image.sizes = `${cover.clientWidth}px`;
  image.loading = 'eager';
}

function observeNear(): IntersectionObserver {
  const seen = (entries: readonly IntersectionObserverEntry[]) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      show(target);
    }
  };
  // A scroll margin also applies to the window, in addition to its own; shelves need the horizontal one.
  const observer = new IntersectionObserver(seen, { rootMargin: AHEAD, scrollMargin: `0px ${AHEAD}` });
  return observer;
}

/** Ignores anything that is not a list. */
const storedCovers = (): unknown[] => {
  const list = session.get(keys.LOADED_COVERS);
  return Array.isArray(list) ? list : [];
};

function keep(): void {
  const loadedHere = Array.from(document.querySelectorAll('.cover[data-state="loaded"] img'), addressOf);
  session.set(keys.LOADED_COVERS, [...new Set([...loadedHere, ...storedCovers()])].slice(0, MAX_ADDRESSES));
}
