import { session } from './json-storage.ts';

const KEY = 'lectern:covers';
/** Addresses of the covers loaded last, which are shown without skeleton. */
const MOST_KNOWN = 200;
/** Of the window, beyond its edges: a preload factor of 1.33. */
const AHEAD = 0.33;
const THROTTLE_MS = 200;

/** Shows the covers that wait (src/browser/inline/cover-state.js) when they come near, and keeps which ones were loaded. */
export function watchCovers(): void {
  const known = new Set(kept());
  const watch = 'IntersectionObserver' in window ? byObserver() : byScroll();
  const begin = (image: HTMLImageElement) => {
    const cover = coverOf(image);
    const isThere = (image.complete && image.naturalWidth > 0) || known.has(addressOf(image));
    cover.dataset['state'] = isThere ? 'loaded' : 'loading';
    if (!isThere && image.loading === 'lazy') watch(cover);
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

type Watch = (cover: HTMLElement) => void;

function byObserver(): Watch {
  const margin = `${AHEAD * 100}%`;
  const seen = (entries: readonly IntersectionObserverEntry[]) => {
    for (const { target } of entries.filter(({ isIntersecting }) => isIntersecting)) {
      observer.unobserve(target);
      show(target);
    }
  };
  // A scroll margin counts for the window too, on top of its own; across it is what shelves need.
  const observer = new IntersectionObserver(seen, { rootMargin: margin, scrollMargin: `0px ${margin}` });
  return (cover) => observer.observe(cover);
}

/** For browsers without the observer. */
function byScroll(): Watch {
  const waiting = new Set<HTMLElement>();
  let isSoon = false;
  const soon = () => {
    if (!isSoon) setTimeout(look, THROTTLE_MS);
    isSoon = true;
  };
  const look = () => {
    isSoon = false;
    for (const cover of [...waiting].filter(isNear)) {
      waiting.delete(cover);
      show(cover);
    }
  };
  addEventListener('scroll', soon, { passive: true, capture: true });
  addEventListener('resize', soon);
  return (cover) => {
    waiting.add(cover);
    soon();
  };
}

function isNear(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top < innerHeight * (1 + AHEAD) && bottom > -innerHeight * AHEAD;
}

const kept = () => {
  const list = session.get(KEY);
  return Array.isArray(list) ? list.filter((address) => typeof address === 'string') : [];
};

function keep(): void {
  const here = Array.from(document.querySelectorAll('.cover[data-state="loaded"] img'), addressOf);
  session.set(KEY, [...new Set([...here, ...kept()])].slice(0, MOST_KNOWN));
}
