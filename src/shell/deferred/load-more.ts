import { keepListPosition, keepPage } from './list-position.ts';

/** Distance to its end at which a list requests its next page (docs/product.md, section 9). */
const OFFSET_PX = 300;
/** Pages that load automatically; after that a link loads more, so that the footer can be reached. */
const IN_A_ROW = 3;
const GHOSTS = 3;

/** The parts of a paged list that change with each page. */
interface Paged {
  readonly place: HTMLElement;
  readonly list: HTMLElement;
  /** Address of the next page; undefined on the last one. */
  next(): string | undefined;
}

/**
 * Appends the next page to a list when its end comes near, using the existing page links. The links stay and work if a
 * page fails to load. Nothing is prefetched in data-saving mode.
 */
export function loadMore(): void {
  const place = document.querySelector<HTMLElement>('[data-load-more]');
  const list = place?.querySelector<HTMLElement>('.list');
  if (!place || !list) return;
  keepListPosition(list);
  const paged: Paged = { place, list, next: () => nextLink(place)?.href };
  if (paged.next() === undefined || savesData()) return;
  const more = createMore(place);
  let left = IN_A_ROW;
  let isBusy = false;

  const add = async () => {
    if (isBusy || paged.next() === undefined) return;
    isBusy = true;
    left -= 1;
    const came = await addPage(paged);
    isBusy = false;
    if (!came) return stop();
    more.offer(left <= 0 ? paged.next() : undefined);
    watch();
  };
  const observer = new IntersectionObserver(
    (entries) => {
      if (left > 0 && entries.some(({ isIntersecting }) => isIntersecting)) void add();
    },
    { rootMargin: `0px 0px ${OFFSET_PX}px` },
  );
  /** Observed again, because an end that stays near fires no event. */
  const watch = () => {
    observer.disconnect();
    const pager = place.querySelector('.pager');
    if (pager && left > 0) observer.observe(pager);
  };
  const stop = () => {
    observer.disconnect();
    more.offer(undefined);
  };
  more.onAsked(add);
  watch();
}

const nextLink = (place: ParentNode) => place.querySelector<HTMLAnchorElement>('.pager a[rel=next]');

const savesData = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** @returns whether the page was loaded */
async function addPage({ place, list, next }: Paged): Promise<boolean> {
  const address = next();
  if (address === undefined) return false;
  const ghosts = addGhosts(list);
  const page = await fetchPage(address);
  for (const ghost of ghosts) ghost.remove();
  const items = [...(page?.querySelectorAll('[data-load-more] .list > *') ?? [])];
  const pager = page?.querySelector('[data-load-more] .pager');
  if (items.length === 0 || !pager) {
    say(place, place.dataset['failed'] ?? '');
    return false;
  }
  list.append(...items);
  place.querySelector('.pager')?.replaceWith(pager);
  const [first] = items;
  if (first instanceof HTMLElement) keepPage(first, address);
  say(place, came(place, pager));
  return true;
}

/** By XMLHttpRequest, which parses the page itself: a parser in script is barred by Trusted Types. */
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

/** Placeholders: the last books without text. */
function addGhosts(list: HTMLElement): Element[] {
  const ghosts = [...list.children].slice(-GHOSTS).map(ghostOf);
  list.append(...ghosts);
  return ghosts;
}

function ghostOf(item: Element): Element {
  const ghost = item.cloneNode(true) as Element;
  ghost.classList.add('item-ghost');
  ghost.setAttribute('aria-hidden', 'true');
  ghost.removeAttribute('id');
  for (const link of ghost.querySelectorAll('a')) link.removeAttribute('href');
  for (const picture of ghost.querySelectorAll('picture, img')) picture.remove();
  return ghost;
}

function came(place: HTMLElement, pager: Element): string {
  const page = pager.querySelector('[aria-current]')?.textContent ?? '';
  const pages = [...pager.querySelectorAll('a:not([rel])')].at(-1)?.textContent ?? '';
  return (place.dataset['came'] ?? '').replace('{page}', page).replace('{pages}', pages);
}

function say(place: HTMLElement, words: string): void {
  const status = place.querySelector<HTMLElement>('[role=status]') ?? document.createElement('p');
  status.setAttribute('role', 'status');
  status.className = 'said';
  if (!status.isConnected) place.append(status);
  status.textContent = words;
}

/** The link that loads one more page, between the list and its page links. */
function createMore(place: HTMLElement) {
  const link = document.createElement('a');
  link.className = 'button button-quiet list-more';
  link.textContent = place.dataset['loadMore'] ?? '';
  return {
    offer(address: string | undefined) {
      if (address === undefined) return link.remove();
      link.href = address;
      place.querySelector('.pager')?.before(link);
    },
    onAsked(add: () => void) {
      link.addEventListener('click', (event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        add();
      });
    },
  };
}
