/** The position in a multi-page list. The page is in the address, the rest in the history entry. */
interface ListPosition {
  /** The first visible book, counted within its page. */
  readonly item: number;
  /** px from the top of the window. */
  readonly top: number;
}

const PAGE = 'page';

/** Records that a page of the list begins with this book. */
export function keepPage(first: HTMLElement, address: string): void {
  first.dataset[PAGE] = address;
}

/**
 * Updates the address to the visible page without a history entry, and restores the same book when the browser has to
 * load the page again.
 */
export function keepListPosition(list: HTMLElement): void {
  const [first] = list.children;
  if (first instanceof HTMLElement) keepPage(first, location.href);
  returnTo(list, history.state?.list);
  let isWaiting = false;
  const follow = () => {
    isWaiting = false;
    const address = firstsOf(list).findLast(isReached)?.dataset[PAGE];
    if (address !== undefined && address !== location.href) history.replaceState(history.state, '', address);
  };
  addEventListener(
    'scroll',
    () => {
      if (!isWaiting) requestAnimationFrame(follow);
      isWaiting = true;
    },
    { passive: true },
  );
  addEventListener('pagehide', () => history.replaceState({ ...history.state, list: placeIn(list) }, ''));
}

const firstsOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>(':scope > [data-page]')];

/** The page that fills at least the lower half of the window. */
const isReached = (first: HTMLElement, index: number) =>
  index === 0 || first.getBoundingClientRect().top < innerHeight / 2;

/** Undefined while the list has one page: the page's scroll position then suffices. */
function placeIn(list: HTMLElement): ListPosition | undefined {
  const firsts = firstsOf(list);
  if (firsts.length < 2) return undefined;
  const page = firsts.findLast(isReached);
  const items = [...list.children].slice(page ? [...list.children].indexOf(page) : 0);
  const item = items.findIndex((each) => each.getBoundingClientRect().bottom > 0);
  const top = items[item]?.getBoundingClientRect().top;
  return top === undefined ? undefined : { item, top };
}

function returnTo(list: HTMLElement, place: Partial<ListPosition> | undefined): void {
  const item = list.children[place?.item ?? -1];
  if (item) scrollTo({ top: scrollY + item.getBoundingClientRect().top - (place?.top ?? 0), behavior: 'instant' });
}
