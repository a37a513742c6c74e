import { CHAPTER_EVENT, type ChapterEventDetail } from '#src/shell/state/browser-events.ts';
import { articleOf, currentPart, factsOf, partsShown } from '../island/articles.ts';
import { isPaged } from '../paginated/page-columns.ts';
import { positionOfVisitor, withStablePosition } from '../position/anchor.ts';
import { prefetchChapter, takeChapter } from './fetch-chapter.ts';

/** Number of chapters that remain in the page before and after the current one. */
const CHAPTERS_AROUND = 2;
/** The next chapter is loaded when the window is this close to the end of the last chapter, in window heights. */
const AHEAD = 2;

/** The page titles of the loaded chapters. */
const titles = new WeakMap<HTMLElement, string>();
/** The content below each chapter. It is shown only below the last chapter in the page. */
const tails = new WeakMap<HTMLElement, HTMLElement>();

/**
 * Returns the article of the next chapter, and loads that chapter into the page if necessary; null after the last chapter
 * or offline.
 */
export async function nextArticle(article: HTMLElement): Promise<HTMLElement | null> {
  const next = await nextPart(article.closest<HTMLElement>('[data-reader-part]'));
  return next && articleOf(next);
}

export async function nextPart(part: HTMLElement | null): Promise<HTMLElement | null> {
  if (!part?.isConnected) return null;
  return neighbour(part, 1) ?? add('next', part);
}

export async function previousPart(part: HTMLElement): Promise<HTMLElement | null> {
  return neighbour(part, -1) ?? add('previous', part);
}

function neighbour(part: HTMLElement, step: 1 | -1): HTMLElement | undefined {
  const shown = partsShown();
  return shown[shown.indexOf(part) + step];
}

/** The chapters being loaded, by address, so that no chapter is inserted twice. */
const pendingParts = new Map<string, Promise<HTMLElement | null>>();

function add(side: 'next' | 'previous', beside: HTMLElement, isWanted = () => true): Promise<HTMLElement | null> {
  const href = beside.dataset[side];
  if (href === undefined) return Promise.resolve(null);
  const insertion = () => insert(side, beside, href, isWanted).finally(() => pendingParts.delete(href));
  const request = pendingParts.get(href) ?? insertion();
  pendingParts.set(href, request);
  return request;
}

/**
 * Fetches a chapter and inserts it.
 * @param isWanted called after the chapter has been fetched; if it returns false, the chapter is not inserted
 */
async function insert(
  side: 'next' | 'previous',
  beside: HTMLElement,
  href: string,
  isWanted: () => boolean,
): Promise<HTMLElement | null> {
  const chapter = await takeChapter(href);
  if (!chapter || !beside.isConnected || !isWanted()) return null;
  // Makes the islands of the inserted chapter hydrate immediately, because the visitor is already using the page.
  document.documentElement.dataset['awake'] = '';
  const part = document.adoptNode(chapter.part);
  titles.set(part, chapter.title);
  if (chapter.tail) tails.set(part, document.adoptNode(chapter.tail));
  if (side === 'next') beside.after(part);
  else withStablePosition(() => beside.before(part));
  showTail();
  notify('added', part);
  return part;
}

/** Shows the content that belongs below the last chapter. */
function showTail(): void {
  const last = partsShown().at(-1);
  const shown = document.querySelector<HTMLElement>('[data-reader-tail]');
  const tail = last && tails.get(last);
  if (!tail || !shown || tail === shown) return;
  const hadFocus = shown.contains(document.activeElement);
  shown.replaceWith(tail);
  // Moves keyboard focus from the old links to the new ones.
  if (hadFocus) tail.querySelector<HTMLElement>('a')?.focus({ preventScroll: true });
}

/** Makes a section the current one: updates the address and the title, and dispatches an event. */
export function makeCurrent(part: HTMLElement): void {
  const before = currentPart();
  if (before === part && part.hasAttribute('data-current')) return;
  for (const shown of partsShown()) shown.toggleAttribute('data-current', shown === part);
  if (before === part) return;
  history.replaceState(history.state, '', factsOf(part).href);
  document.title = titles.get(part) ?? document.title;
  notify('current', part);
}

/** Makes the chapter in the page's HTML the current one. */
export function markFirst(): void {
  const [part] = partsShown();
  const tail = document.querySelector<HTMLElement>('[data-reader-tail]');
  if (!part) return;
  titles.set(part, document.title);
  if (tail) tails.set(part, tail);
  makeCurrent(part);
}

/**
 * The chapter that the visitor opened, and the scroll position at that time. Until the page is scrolled, this chapter
 * remains current, even if several short chapters are visible.
 */
let openedPart: { readonly part: HTMLElement; readonly position: number } | null = null;

export function setOpenedPart(part: HTMLElement): void {
  openedPart = { part, position: positionOfVisitor() };
}

/** The chapter at the middle of the window, or the opened chapter if the page has not moved. */
export function partInView(): HTMLElement | undefined {
  const shown = partsShown();
  if (openedPart?.part.isConnected && Math.abs(positionOfVisitor() - openedPart.position) < 2) return openedPart.part;
  return shown.findLast((part) => part.getBoundingClientRect().top < innerHeight / 2) ?? shown[0];
}

/**
 * Loads the next chapter shortly before the end of the last loaded chapter scrolls into view. Does not load past a
 * locked chapter.
 */
export function loadAhead(): void {
  const last = partsShown().at(-1);
  if (!last || isPaged() || last.hasAttribute('data-locked') || isUsedBelow()) return;
  if (last.getBoundingClientRect().bottom < innerHeight * (1 + AHEAD)) void add('next', last, () => !isUsedBelow());
}

/** Selects content below the chapters that is in use: an open form, or an element with the keyboard focus. */
const USED_BELOW = '[data-reader-tail] :focus-visible, .support :focus-visible, .support details[open]';

/** Whether inserting a chapter would move content that is in use. */
function isUsedBelow(): boolean {
  return [...document.querySelectorAll(USED_BELOW)].some((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  });
}

/** Loads the previous chapter when the visitor scrolls up. */
export function loadBehind(): void {
  const [first] = partsShown();
  if (first && !isPaged() && first.getBoundingClientRect().top > -innerHeight) void add('previous', first);
}

export function prefetchNext(part: HTMLElement): void {
  const { next } = part.dataset;
  if (next !== undefined && neighbour(part, 1) === undefined && !savesData()) void prefetchChapter(next);
}

/** Removes chapters that are far from the current chapter. */
export function trim(): void {
  const shown = partsShown();
  const current = currentPart();
  const at = current ? shown.indexOf(current) : -1;
  const far = shown.filter((part, index) => Math.abs(index - at) > CHAPTERS_AROUND && isFar(part));
  if (at < 0 || far.length === 0) return;
  withStablePosition(() => {
    for (const part of far) part.remove();
  });
  showTail();
  for (const part of far) notify('removed', part);
}

/**
 * Whether a chapter is far from the window. Chapters near the window are not removed, because they would be loaded
 * again immediately.
 */
function isFar(part: HTMLElement): boolean {
  const { top, bottom } = part.getBoundingClientRect();
  return isPaged() || bottom < -innerHeight * AHEAD || top > innerHeight * (2 + AHEAD);
}

function notify(kind: ChapterEventDetail['kind'], part: HTMLElement): void {
  const article = articleOf(part);
  if (!article) return;
  const detail: ChapterEventDetail = { kind, chapterId: factsOf(part).id, article };
  document.dispatchEvent(new CustomEvent(CHAPTER_EVENT, { detail, bubbles: true }));
}

const savesData = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;
