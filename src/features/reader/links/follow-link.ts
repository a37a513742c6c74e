import { platform } from '#src/shell/state/platform.ts';
import { articleOf, factsOf, partsShown } from '../island/articles.ts';
import { makeCurrent } from '../loaded-chapters/loaded-chapters.ts';
import { type Anchor, heldAnchor, locatorOfAnchor, readAnchor, showAnchor } from '../position/anchor.ts';
import { locatorOf } from '../position/blocks.ts';
import { anchorInHistoryEntry, anchorOfPlace, saveInHistoryEntry } from '../position/saved-anchor.ts';
import { type BookLink, chapterAt, partAt, pathOfChapter, targetIn } from './book-link.ts';
import { $lookUp, endLookUp, type LookUp, type LookUpOrigin, lookUpAfter, setLookUp, storeLookUp } from './state.ts';

/** Follows a link within the book, and stores the current place so that the visitor can go back. */
export function followLink(link: BookLink, bookId: number): void {
  const before = $lookUp.get();
  if (before && isBackLink(link, before)) goBack(before);
  else lookUp(link, bookId);
}

/** Whether a link leads back to the link that was followed. */
const isBackLink = ({ path, hash }: BookLink, { from }: LookUp): boolean =>
  from.chapter === chapterAt(path) && hash === `#${from.link}`;

function lookUp({ element, path, hash }: BookLink, bookId: number): void {
  const anchor = heldAnchor() ?? readAnchor();
  const from = anchor && originOf(anchor, element.closest('[id]')?.id ?? '');
  const lookUpState = from && lookUpAfter(bookId, chapterAt(path), from);
  const part = partAt(path);
  const target = part && targetIn(part, hash);
  if (!part || !target) {
    storeLookUp(lookUpState);
    platform().goTo(path + hash);
    return;
  }
  if (anchor) saveInHistoryEntry(anchor);
  history.pushState({ lookUp: true }, '', path + hash);
  setLookUp(lookUpState);
  showElement(part, target);
}

function originOf(anchor: Anchor, link: string): LookUpOrigin | null {
  const part = anchor.article.closest<HTMLElement>('[data-reader-part]');
  if (!part) return null;
  const { id, title } = factsOf(part);
  return { chapter: id, title, place: locatorOfAnchor(anchor), top: anchor.top, link };
}

/** Returns to the line where the first link was followed. */
export function goBack(lookUpState: LookUp): void {
  const { from } = lookUpState;
  const part = partsShown().find((shown) => factsOf(shown).id === from.chapter);
  const anchor = part && anchorOfPlace(part, from);
  if (!part || !anchor) {
    storeLookUp({ ...lookUpState, returns: true });
    platform().goTo(pathOfChapter(from.chapter));
    return;
  }
  endLookUp();
  history.pushState({}, '', factsOf(part).href);
  makeCurrent(part);
  showAnchor(anchor);
  saveInHistoryEntry(anchor);
}

/** Ends the look-up, because the visitor has chosen to stay at the link's target. */
export function stayHere(): void {
  endLookUp();
  history.replaceState(history.state, '', location.pathname + location.search);
}

/**
 * Shows the target of the address's fragment. In paginated mode, the browser's own scrolling would stop between two
 * pages.
 */
export function showFragment(hash: string): void {
  const [part] = partsShown();
  const target = part && targetIn(part, hash);
  if (part && target && target !== part) showElement(part, target);
}

function showElement(part: HTMLElement, target: Element): void {
  const article = articleOf(part);
  const text = article && firstText(article, target);
  const place = text && locatorOf(article, text, 0);
  makeCurrent(part);
  const anchor = place && anchorOfPlace(part, { place });
  if (anchor) showAnchor(anchor);
  else target.scrollIntoView();
}

/** The first text in an element. If the element is an empty anchor, the first text after it. */
function firstText(article: HTMLElement, target: Element): Text | null {
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
  walker.currentNode = target;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text && node.data.trim() !== '') return node;
  }
  return null;
}

/** Handles the browser's back button after a link was followed within the page. */
export function listenForBack(): () => void {
  const back = () => {
    if (history.state?.lookUp !== true) endLookUp();
    const anchor = anchorInHistoryEntry(partsShown());
    if (anchor === 'elsewhere') location.reload();
    if (anchor === null || anchor === 'elsewhere') return;
    const part = anchor.article.closest<HTMLElement>('[data-reader-part]');
    if (part) makeCurrent(part);
    showAnchor(anchor);
  };
  addEventListener('popstate', back);
  return () => removeEventListener('popstate', back);
}
