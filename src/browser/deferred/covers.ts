import { session } from './json-storage.ts';

const KEY = 'lectern:covers';
/** Addresses of the covers loaded last, which are shown without skeleton. */
const MOST_KNOWN = 200;
/** Of the window, beyond its edges: a preload factor of 1.33. */
const AHEAD = '33%';

/** Shows the covers that wait (src/browser/inline/cover-state.js) when they come near, and keeps which ones were loaded. */
export function watchCovers(): void {
  const known = new Set(kept());
  const observer = observeNear();
  const begin = (image: HTMLImageElement) => {
    const cover = coverOf(image);
    const isThere = (image.complete && image.naturalWidth > 0) || known.has(addressOf(image));
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

/** One attempt, in the width the cover really has: one that fails gives way to the brand's own. */
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
  // A scroll margin counts for the window too, on top of its own; across it is what shelves need.
  const observer = new IntersectionObserver(seen, { rootMargin: AHEAD, scrollMargin: `0px ${AHEAD}` });
  return observer;
}

/** What else is kept there is the address of no cover. */
const kept = (): unknown[] => {
  const list = session.get(KEY);
  return Array.isArray(list) ? list : [];
};

function keep(): void {
  const here = Array.from(document.querySelectorAll('.cover[data-state="loaded"] img'), addressOf);
  session.set(KEY, [...new Set([...here, ...kept()])].slice(0, MOST_KNOWN));
}
