/**
 * The scroll position within the visible page of a list. It is stored in the history entry; the address contains the
 * page number.
 */
interface ListPosition {
  /** Index of the first visible book within its page. */
  readonly item: number;
  /** Distance of that book from the top of the window, in px. */
  readonly top: number;
}

const PAGE = 'page';

/** Marks a book as the first book of one of the list's pages. */
export function markPage(first: HTMLElement, address: string): void {
  first.dataset[PAGE] = address;
}

/**
 * Updates the address to the list's visible page as the visitor scrolls, without adding history entries. After a
 * reload, the same book is at the same position in the window.
 */
export function keepListPosition(list: HTMLElement): void {
  const [first] = list.children;
  if (first instanceof HTMLElement) markPage(first, location.href);
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

/** Whether a page of the list, given by its first book, has reached the upper half of the window. */
const isReached = (first: HTMLElement, index: number) =>
  index === 0 || first.getBoundingClientRect().top < innerHeight / 2;

/**
 * The current position in the list. Undefined while only one page is loaded, because the scroll position is then
 * sufficient.
 */
function placeIn(list: HTMLElement): ListPosition | undefined {
  const firsts = firstsOf(list);
  if (firsts.length < 2) return undefined;
  const page = firsts.findLast(isReached);
  const items = [...list.children].slice(page ? [...list.children].indexOf(page) : 0);
  const item = items.findIndex((element) => element.getBoundingClientRect().bottom > 0);
  const top = items[item]?.getBoundingClientRect().top;
  return top === undefined ? undefined : { item, top };
}

function returnTo(list: HTMLElement, place: Partial<ListPosition> | undefined): void {
  const item = list.children[place?.item ?? -1];
  if (item) scrollTo({ top: scrollY + item.getBoundingClientRect().top - (place?.top ?? 0), behavior: 'instant' });
}
