import { locatorOf } from '#src/lib/blocks.ts';
import {
  $lookUp,
  endLookUp,
  keepLookUp,
  type LookUp,
  type LookUpOrigin,
  lookUpAfter,
  setLookUp,
} from '#src/stores/look-up.ts';
import { platform } from '#src/stores/platform.ts';
import { articleOf, factsOf, partsShown } from '../articles.ts';
import { makeCurrent } from '../loaded-chapters/loaded-chapters.ts';
import { type Anchor, heldAnchor, locatorOfAnchor, readAnchor, showAnchor } from '../position/anchor.ts';
import { anchorInHistoryEntry, anchorOfPlace, saveInHistoryEntry } from '../position/saved-anchor.ts';
import { type BookLink, chapterAt, partAt, pathOfChapter, targetIn } from './book-link.ts';

/** Follows a link of the book, and remembers where it was. */
export function followLink(link: BookLink, bookId: number): void {
  const before = $lookUp.get();
  if (before && isWayBack(link, before)) goBack(before);
  else lookUp(link, bookId);
}

/** Whether a link leads to the link that was followed. */
const isWayBack = ({ path, hash }: BookLink, { from }: LookUp): boolean =>
  from.chapter === chapterAt(path) && hash === `#${from.link}`;

function lookUp({ element, path, hash }: BookLink, bookId: number): void {
  const anchor = heldAnchor() ?? readAnchor();
  const from = anchor && originOf(anchor, element.closest('[id]')?.id ?? '');
  const begun = from && lookUpAfter(bookId, chapterAt(path), from);
  const part = partAt(path);
  const target = part && targetIn(part, hash);
  if (!part || !target) {
    keepLookUp(begun);
    platform().goTo(path + hash);
    return;
  }
  if (anchor) saveInHistoryEntry(anchor);
  history.pushState({ lookUp: true }, '', path + hash);
  setLookUp(begun);
  showElement(part, target);
}

function originOf(anchor: Anchor, link: string): LookUpOrigin | null {
  const part = anchor.article.closest<HTMLElement>('[data-reader-part]');
  if (!part) return null;
  const { id, title } = factsOf(part);
  return { chapter: id, title, place: locatorOfAnchor(anchor), top: anchor.top, link };
}

/** Leads back to the line where the first link was followed. */
export function goBack(begun: LookUp): void {
  const { from } = begun;
  const part = partsShown().find((shown) => factsOf(shown).id === from.chapter);
  const anchor = part && anchorOfPlace(part, from);
  if (!part || !anchor) {
    keepLookUp({ ...begun, returns: true });
    platform().goTo(pathOfChapter(from.chapter));
    return;
  }
  endLookUp();
  history.pushState({}, '', factsOf(part).href);
  makeCurrent(part);
  showAnchor(anchor);
  saveInHistoryEntry(anchor);
}

/** The visitor reads on where the link led to. */
export function stayHere(): void {
  endLookUp();
  history.replaceState(history.state, '', location.pathname + location.search);
}

/** Shows what the address names; in pages the browser itself would stop between two of them. */
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

/** The first text of an element, or behind it where it is an empty anchor. */
function firstText(article: HTMLElement, target: Element): Text | null {
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
  walker.currentNode = target;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text && node.data.trim() !== '') return node;
  }
  return null;
}

/** The browser's own way back over a link that was followed within the page. */
export function followWayBack(): () => void {
  const back = () => {
    if (history.state?.lookUp !== true) endLookUp();
    const found = anchorInHistoryEntry(partsShown());
    if (found === 'elsewhere') location.reload();
    if (found === null || found === 'elsewhere') return;
    const part = found.article.closest<HTMLElement>('[data-reader-part]');
    if (part) makeCurrent(part);
    showAnchor(found);
  };
  addEventListener('popstate', back);
  return () => removeEventListener('popstate', back);
}
