import type { Locator } from '#src/contract/entities/visitor.ts';
import { textHash } from '#src/lib/text-hash.ts';
import { articlesShown, partsShown } from '../island/articles.ts';
import { isPaged, pageShown, showPageOf } from '../paginated/page-columns.ts';
import { blocksOf, textOf } from './blocks.ts';
import { boxAt, type Edge, firstIndex, pageEdge, topEdge } from './geometry.ts';
import { OPENED_AT } from './opened-at.ts';

/**
 * A character of the text that keeps its position on the screen while the text around it changes: usually the first
 * visible one.
 */
export interface Anchor {
  readonly article: HTMLElement;
  readonly block: Element;
  readonly offset: number;
  /** Distance of the character's line from the top of the window, in px; unused in paginated mode. */
  readonly top: number;
}

/** The anchor at the first visible character. @returns null if no text is in or after the window */
export function readAnchor(): Anchor | null {
  const page = isPaged() ? pageShown() : null;
  const edge = page ? pageEdge(page) : topEdge;
  const articles = page ? [...page.querySelectorAll<HTMLElement>('[data-reader-text]')] : articlesShown();
  for (const article of articles) {
    if (!edge.reaches(endOf(article))) continue;
    const character = firstVisibleCharacter(article, edge);
    if (character) return { article, ...character, top: boxAt(character.block, character.offset).top };
  }
  return null;
}

/** The lower edge of an article. If the article is laid out in columns, the lower edge of its last column. */
function endOf(article: Element): DOMRect {
  const { x, bottom, width } = [...article.getClientRects()].at(-1) ?? article.getBoundingClientRect();
  return new DOMRect(x, bottom, width, 0);
}

function firstVisibleCharacter(article: Element, edge: Edge): Pick<Anchor, 'block' | 'offset'> | null {
  const blocks = blocksOf(article);
  const lastCharacter = (block: Element) => boxAt(block, Math.max(0, textOf(block).trimEnd().length - 1));
  const index = firstIndex(blocks.length, (at) => edge.reaches(lastCharacter(blocks[at] as Element)));
  const block = blocks[index];
  if (!block) return null;
  const { length } = textOf(block);
  const offset = firstIndex(length, (at) => edge.reaches(boxAt(block, at)));
  return { block, offset: offset < length ? offset : 0 };
}

/** The anchor that is kept in place, and the scroll position and page height when `hold` was called. */
let heldPlace: { readonly anchor: Anchor; readonly position: number; readonly height: number } | null = null;
/** Distance in px that the reader has scrolled to keep the text in place. */
let shifted = 0;

/** Keeps an anchor in place until the visitor moves the page. */
export function hold(anchor: Anchor): void {
  heldPlace = { anchor, position: positionOfVisitor(), height: pageHeight() };
}

/**
 * The anchor that is kept in place; null after the visitor has moved the page. Because it is kept, changing a setting
 * back and forth ends at the same line.
 */
export function heldAnchor(): Anchor | null {
  if (!heldPlace || !isInView(heldPlace.anchor)) return null;
  return Math.abs(positionOfVisitor() - heldPlace.position) < 2 ? heldPlace.anchor : null;
}

/** The visitor's scroll position when the reader started. */
let startPosition: number | null = null;

export function setStartPosition(): void {
  startPosition = positionOfVisitor();
}

/** Whether the visitor has moved the page since the reader started. */
const hasMoved = (): boolean =>
  heldPlace !== null || (startPosition !== null && Math.abs(positionOfVisitor() - startPosition) >= 2);

/** The last anchor that was read because the layout changed before the visitor came to rest. */
let unreported: Anchor | null = null;

/** The anchor to keep in place during a layout change: the held one or, if the visitor has moved, the current one. */
function anchorToKeep(): Anchor | null {
  const held = heldAnchor();
  if (held) return held;
  const anchor = readAnchor();
  if (hasMoved()) unreported = anchor;
  return anchor;
}

/** Keeps the current anchor in place from now on. */
export function holdCurrent(): void {
  const anchor = anchorToKeep();
  if (anchor) hold(anchor);
}

/**
 * The place to which the visitor has moved since the last call, which is then held. Returns null if the held anchor was
 * already returned or was shown by the reader, for example on opening or as the target of a link.
 */
export function takeAnchorAtRest(): Anchor | null {
  const held = heldAnchor();
  if (held && held !== unreported) return null;
  unreported = null;
  const anchor = held ?? readAnchor();
  if (anchor) hold(anchor);
  return anchor;
}

/** Scrolls back to the anchor after the page's height has shrunk, because the browser may then have scrolled up. */
export function restoreAfterShrink(): void {
  if (heldPlace && isInView(heldPlace.anchor) && hasShrunk(heldPlace.height)) showAnchor(heldPlace.anchor);
}

const pageHeight = (): number => document.documentElement.scrollHeight;

const hasShrunk = (before: number): boolean =>
  !isPaged() && pageHeight() < before && scrollY + innerHeight > pageHeight() - 2;

/** Whether the anchor is in the page and, in paginated mode, in the only visible chapter. */
const isInView = ({ block }: Anchor): boolean =>
  block.isConnected && (!isPaged() || block.closest('[data-reader-part]') === pageShown());

/** The scroll position without the distance that the reader itself has scrolled. */
export function positionOfVisitor(): number {
  const page = isPaged() ? pageShown() : null;
  return page ? page.scrollLeft + page.scrollTop : scrollY - shifted;
}

/** Scrolls an anchor back to its position in the window. */
export function showAnchor(anchor: Anchor): void {
  const { block, offset, top } = anchor;
  if (!block.isConnected) return;
  if (isPaged()) showPageOf(block, boxAt(block, offset));
  else moveBy(boxAt(block, offset).top - top);
  hold(anchor);
}

function moveBy(px: number): void {
  const before = scrollY;
  if (Math.abs(px) >= 1) scrollBy({ top: px, behavior: 'instant' });
  shifted += scrollY - before;
}

/**
 * Changes the page while keeping the current line in place. If no text is in or below the window, keeps the end of the
 * last chapter in place.
 */
export function withStablePosition(change: () => void): void {
  const anchor = anchorToKeep();
  const last = partsShown().at(-1);
  const bottom = last?.getBoundingClientRect().bottom ?? 0;
  change();
  if (anchor) showAnchor(anchor);
  if (!anchor && last?.isConnected) moveBy(last.getBoundingClientRect().bottom - bottom);
}

/** The place of an anchor in a form that can be stored. */
export function locatorOfAnchor({ article, block, offset }: Anchor): Locator {
  return { block: blocksOf(article).indexOf(block), offset, hash: textHash(textOf(block)) };
}

/** The anchor for a place in an article. */
export const anchorAt = (article: HTMLElement, block: Element, offset: number, top = OPENED_AT): Anchor => ({
  article,
  block,
  offset,
  top,
});
