import { CHAPTER_EVENT, type ChapterEventDetail } from '#src/lib/browser-events.ts';
import { articleOf, currentPart, factsOf, partsShown } from '../articles.ts';
import { isPaged } from '../paginated/page-columns.ts';
import { holding, positionOfVisitor } from '../position/anchor.ts';
import { prefetchChapter, takeChapter } from './fetch-chapter.ts';

/** Chapters kept in the page on either side of the one being read. */
const CHAPTERS_AROUND = 2;
/** How far ahead of the window, in windows, the next chapter comes in. */
const AHEAD = 2;

/** Page titles of chapters; the first one's is the document's own. */
const titles = new WeakMap<HTMLElement, string>();
/** What stood below a chapter while it was the last one in the page. */
const tails = new WeakMap<HTMLElement, HTMLElement>();

/** The chapter after an article's, brought into the page where it is not there yet; null after the last, or offline. */
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

/** Chapters that are on their way, by address, so that none comes in twice. */
const pendingParts = new Map<string, Promise<HTMLElement | null>>();

function add(side: 'next' | 'previous', beside: HTMLElement, isWanted = () => true): Promise<HTMLElement | null> {
  const href = beside.dataset[side];
  if (href === undefined) return Promise.resolve(null);
  const insertion = () => insert(side, beside, href, isWanted).finally(() => pendingParts.delete(href));
  const known = pendingParts.get(href) ?? insertion();
  pendingParts.set(href, known);
  return known;
}

/** @param isWanted asked once the chapter is here */
async function insert(
  side: 'next' | 'previous',
  beside: HTMLElement,
  href: string,
  isWanted: () => boolean,
): Promise<HTMLElement | null> {
  const chapter = await takeChapter(href);
  if (!chapter || !beside.isConnected || !isWanted()) return null;
  // Islands of the chapter need not wait for a visitor who reads.
  document.documentElement.dataset['awake'] = '';
  const part = document.adoptNode(chapter.part);
  titles.set(part, chapter.title);
  if (chapter.tail) tails.set(part, document.adoptNode(chapter.tail));
  if (side === 'next') beside.after(part);
  else holding(() => beside.before(part));
  showTail();
  tell('added', part);
  return part;
}

/** Below the chapters stands what belongs to the last of them. */
function showTail(): void {
  const last = partsShown().at(-1);
  const shown = document.querySelector<HTMLElement>('[data-reader-tail]');
  const tail = last && tails.get(last);
  if (!tail || !shown || tail === shown) return;
  const hadFocus = shown.contains(document.activeElement);
  shown.replaceWith(tail);
  // Who came here by keyboard goes on from here.
  if (hadFocus) tail.querySelector<HTMLElement>('a')?.focus({ preventScroll: true });
}

/** Makes a part the one that is read: the address, the title and everybody who listens follow. */
export function makeCurrent(part: HTMLElement): void {
  const before = currentPart();
  if (before === part && part.hasAttribute('data-current')) return;
  for (const other of partsShown()) other.toggleAttribute('data-current', other === part);
  if (before === part) return;
  history.replaceState(history.state, '', factsOf(part).href);
  document.title = titles.get(part) ?? document.title;
  tell('current', part);
}

/** Marks what the page came with. */
export function markFirst(): void {
  const [part] = partsShown();
  const tail = document.querySelector<HTMLElement>('[data-reader-tail]');
  if (!part) return;
  titles.set(part, document.title);
  if (tail) tails.set(part, tail);
  makeCurrent(part);
}

/** The chapter somebody turned to: it is read until the page is moved, however short it and the ones after it are. */
let chosen: { readonly part: HTMLElement; readonly position: number } | null = null;

export function choose(part: HTMLElement): void {
  chosen = { part, position: positionOfVisitor() };
}

/** The part in which the middle of the window is. */
export function partInView(): HTMLElement | undefined {
  const shown = partsShown();
  if (chosen?.part.isConnected && Math.abs(positionOfVisitor() - chosen.position) < 2) return chosen.part;
  return shown.findLast((part) => part.getBoundingClientRect().top < innerHeight / 2) ?? shown[0];
}

/** Brings in what will be read next; a locked chapter is the end of the flow until it is unlocked. */
export function loadAhead(): void {
  const last = partsShown().at(-1);
  if (!last || isPaged() || last.hasAttribute('data-locked') || isUsedBelow()) return;
  if (last.getBoundingClientRect().bottom < innerHeight * (1 + AHEAD)) void add('next', last, () => !isUsedBelow());
}

/** What stands below the chapters while somebody uses it: a form that is open, or the focus of a keyboard. */
const USED_BELOW = '[data-reader-tail] :focus-visible, .support :focus-visible, .support details[open]';

/** Whether a next chapter would move away what somebody uses. */
function isUsedBelow(): boolean {
  return [...document.querySelectorAll(USED_BELOW)].some((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  });
}

/** Brings the chapter before back in, for who scrolls up. */
export function loadBehind(): void {
  const [first] = partsShown();
  if (first && !isPaged() && first.getBoundingClientRect().top > -innerHeight) void add('previous', first);
}

export function prefetchNext(part: HTMLElement): void {
  const { next } = part.dataset;
  if (next !== undefined && neighbour(part, 1) === undefined && !savesData()) void prefetchChapter(next);
}

/** Takes chapters out that are far from the one being read, however many were. */
export function trim(): void {
  const shown = partsShown();
  const current = currentPart();
  const at = current ? shown.indexOf(current) : -1;
  const far = shown.filter((part, index) => Math.abs(index - at) > CHAPTERS_AROUND && isFar(part));
  if (at < 0 || far.length === 0) return;
  holding(() => {
    for (const part of far) part.remove();
  });
  showTail();
  for (const part of far) tell('removed', part);
}

/** Of short chapters several stand in a window; what would come in again at once stays. */
function isFar(part: HTMLElement): boolean {
  const { top, bottom } = part.getBoundingClientRect();
  return isPaged() || bottom < -innerHeight * AHEAD || top > innerHeight * (2 + AHEAD);
}

function tell(kind: ChapterEventDetail['kind'], part: HTMLElement): void {
  const article = articleOf(part);
  if (!article) return;
  const detail: ChapterEventDetail = { kind, chapterId: factsOf(part).id, article };
  document.dispatchEvent(new CustomEvent(CHAPTER_EVENT, { detail, bubbles: true }));
}

const savesData = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;
