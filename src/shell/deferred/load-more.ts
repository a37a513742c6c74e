import { keepListPosition, markPage } from './list-position.ts';

/** The next page is requested when the end of the list is this close to the window (docs/product.md, section 9). */
const OFFSET_PX = 300;
/**
 * After loading this many pages automatically, the list shows a link that loads the next page, so that visitors can
 * reach the footer.
 */
const MAX_AUTOMATIC_PAGES = 3;
const PLACEHOLDERS = 3;

/** A list that grows page by page, and the element around it. */
interface Paged {
  readonly place: HTMLElement;
  readonly list: HTMLElement;
  /** Returns the address of the next page; undefined after the last page. */
  next(): string | undefined;
}

/**
 * Appends the next page to a list when the end of the list is about to scroll into view. The address is taken from the
 * list's page links, which remain usable if the page fails to load. In data-saving mode, no page is loaded
 * automatically.
 */
export function loadMore(): void {
  const place = document.querySelector<HTMLElement>('[data-load-more]');
  const list = place?.querySelector<HTMLElement>('.list');
  if (!place || !list) return;
  keepListPosition(list);
  const paged: Paged = { place, list, next: () => nextLink(place)?.href };
  if (paged.next() === undefined || savesData()) return;
  const more = createMore(place);
  let pagesLeft = MAX_AUTOMATIC_PAGES;
  let isBusy = false;

  const add = async () => {
    if (isBusy || paged.next() === undefined) return;
    isBusy = true;
    pagesLeft -= 1;
    const isAdded = await addPage(paged);
    isBusy = false;
    if (!isAdded) return stop();
    more.update(pagesLeft <= 0 ? paged.next() : undefined);
    watch();
  };
  const observer = new IntersectionObserver(
    (entries) => {
      if (pagesLeft > 0 && entries.some(({ isIntersecting }) => isIntersecting)) void add();
    },
    { rootMargin: `0px 0px ${OFFSET_PX}px` },
  );
  /**
   * Observes the end of the list again, because the observer fires only when the end enters the margin, not while it
   * stays there.
   */
  const watch = () => {
    observer.disconnect();
    const pager = place.querySelector('.pager');
    if (pager && pagesLeft > 0) observer.observe(pager);
  };
  const stop = () => {
    observer.disconnect();
    more.update(undefined);
  };
  more.onClick(add);
  watch();
}

const nextLink = (place: ParentNode) => place.querySelector<HTMLAnchorElement>('.pager a[rel=next]');

const savesData = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Appends the next page. @returns whether the page was loaded */
async function addPage({ place, list, next }: Paged): Promise<boolean> {
  const address = next();
  if (address === undefined) return false;
  const placeholders = addPlaceholders(list);
  const page = await fetchPage(address);
  for (const placeholder of placeholders) placeholder.remove();
  const items = [...(page?.querySelectorAll('[data-load-more] .list > *') ?? [])];
  const pager = page?.querySelector('[data-load-more] .pager');
  if (items.length === 0 || !pager) {
    announce(place, place.dataset['failed'] ?? '');
    return false;
  }
  list.append(...items);
  place.querySelector('.pager')?.replaceWith(pager);
  const [first] = items;
  if (first instanceof HTMLElement) markPage(first, address);
  announce(place, addedText(place, pager));
  return true;
}

/**
 * Requests and parses a page. Uses XMLHttpRequest, which returns a parsed document, because Trusted Types prevent
 * scripts from parsing HTML.
 */
function fetchPage(address: string): Promise<Document | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', address);
    request.responseType = 'document';
    request.onload = () => resolve(request.status === 200 ? request.responseXML : null);
    request.onerror = () => resolve(null);
    request.send();
  });
}

/** Appends copies of the last books without their text, as placeholders. */
function addPlaceholders(list: HTMLElement): Element[] {
  const placeholders = [...list.children].slice(-PLACEHOLDERS).map(placeholderOf);
  list.append(...placeholders);
  return placeholders;
}

function placeholderOf(item: Element): Element {
  const placeholder = item.cloneNode(true) as Element;
  placeholder.classList.add('item-ghost');
  placeholder.setAttribute('aria-hidden', 'true');
  placeholder.removeAttribute('id');
  for (const link of placeholder.querySelectorAll('a')) link.removeAttribute('href');
  for (const picture of placeholder.querySelectorAll('picture, img')) picture.remove();
  return placeholder;
}

function addedText(place: HTMLElement, pager: Element): string {
  const page = pager.querySelector('[aria-current]')?.textContent ?? '';
  const pages = [...pager.querySelectorAll('a:not([rel])')].at(-1)?.textContent ?? '';
  return (place.dataset['added'] ?? '').replace('{page}', page).replace('{pages}', pages);
}

function announce(place: HTMLElement, text: string): void {
  const status = place.querySelector<HTMLElement>('[role=status]') ?? document.createElement('p');
  status.setAttribute('role', 'status');
  status.className = 'said';
  if (!status.isConnected) place.append(status);
  status.textContent = text;
}

/** The link that loads the next page on click, placed between the list and its page links. */
function createMore(place: HTMLElement) {
  const link = document.createElement('a');
  link.className = 'button button-quiet list-more';
  link.textContent = place.dataset['loadMore'] ?? '';
  return {
    update(address: string | undefined) {
      if (address === undefined) return link.remove();
      link.href = address;
      place.querySelector('.pager')?.before(link);
    },
    onClick(add: () => void) {
      link.addEventListener('click', (event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        add();
      });
    },
  };
}
