import type { Locator } from '#src/contract/entities/visitor.ts';
import { blocksOf, textOf } from '#src/lib/blocks.ts';
import { OPENED_AT } from '#src/lib/opened-at.ts';
import { textHash } from '#src/lib/text-hash.ts';
import { articlesShown, partsShown } from '../articles.ts';
import { isPaged, pageShown, showPageOf } from '../paginated/page-columns.ts';
import { boxAt, type Edge, firstIndex, pageEdge, topEdge } from './geometry.ts';

/** The first letter that shows. It stays where it is while the text around it changes. */
export interface Anchor {
  readonly article: HTMLElement;
  readonly block: Element;
  readonly offset: number;
  /** px from the window's top to its line; nothing in pages, which are whole. */
  readonly top: number;
}

/** @returns null where no text is in or after the window */
export function readAnchor(): Anchor | null {
  const page = isPaged() ? pageShown() : null;
  const edge = page ? pageEdge(page) : topEdge;
  const articles = page ? [...page.querySelectorAll<HTMLElement>('[data-reader-text]')] : articlesShown();
  for (const article of articles) {
    if (!edge.reaches(endOf(article))) continue;
    const found = firstLetter(article, edge);
    if (found) return { article, ...found, top: boxAt(found.block, found.offset).top };
  }
  return null;
}

/** The lower edge of an article; fragments of one in columns end where its last one does. */
function endOf(article: Element): DOMRect {
  const { x, bottom, width } = [...article.getClientRects()].at(-1) ?? article.getBoundingClientRect();
  return new DOMRect(x, bottom, width, 0);
}

function firstLetter(article: Element, edge: Edge): Pick<Anchor, 'block' | 'offset'> | null {
  const blocks = blocksOf(article);
  const lastLetter = (block: Element) => boxAt(block, Math.max(0, textOf(block).trimEnd().length - 1));
  const index = firstIndex(blocks.length, (at) => edge.reaches(lastLetter(blocks[at] as Element)));
  const block = blocks[index];
  if (!block) return null;
  const { length } = textOf(block);
  const offset = firstIndex(length, (at) => edge.reaches(boxAt(block, at)));
  return { block, offset: offset < length ? offset : 0 };
}

/** The letter that is held, and where the visitor had moved the page to. */
let held: { readonly anchor: Anchor; readonly position: number; readonly length: number } | null = null;
/** px that text was moved to stay where it is. */
let shifted = 0;

/** Holds a letter until the visitor moves the page. */
export function hold(anchor: Anchor): void {
  held = { anchor, position: positionOfVisitor(), length: lengthOfPage() };
}

/** The letter that is held as long as nobody moved the page; so that there and back again leads to the same line. */
export function heldAnchor(): Anchor | null {
  if (!held || !isInView(held.anchor)) return null;
  return Math.abs(positionOfVisitor() - held.position) < 2 ? held.anchor : null;
}

/** Brings the letter back that the browser moved away, because the page was no longer as long as it was scrolled. */
export function undoCut(): void {
  if (held && isInView(held.anchor) && wasCut(held.length)) showAnchor(held.anchor);
}

const lengthOfPage = (): number => document.documentElement.scrollHeight;

const wasCut = (before: number): boolean =>
  !isPaged() && lengthOfPage() < before && scrollY + innerHeight > lengthOfPage() - 2;

/** In pages only one chapter shows. */
const isInView = ({ block }: Anchor): boolean =>
  block.isConnected && (!isPaged() || block.closest('[data-reader-part]') === pageShown());

/** How far the visitor has moved the page: changes of the page around the letter leave it as it is. */
export function positionOfVisitor(): number {
  const page = isPaged() ? pageShown() : null;
  return page ? page.scrollLeft + page.scrollTop : scrollY - shifted;
}

/** Brings a letter to where it was. */
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

/** Changes the page around the letter that is being read; below all text around the end of the last chapter. */
export function holding(change: () => void): void {
  const anchor = heldAnchor() ?? readAnchor();
  const last = partsShown().at(-1);
  const bottom = last?.getBoundingClientRect().bottom ?? 0;
  change();
  if (anchor) showAnchor(anchor);
  if (!anchor && last?.isConnected) moveBy(last.getBoundingClientRect().bottom - bottom);
}

/** The place as it is kept: it outlives this page. */
export function locatorOfAnchor({ article, block, offset }: Anchor): Locator {
  return { block: blocksOf(article).indexOf(block), offset, hash: textHash(textOf(block)) };
}

/** An anchor for a place found in an article. */
export const anchorAt = (article: HTMLElement, block: Element, offset: number, top = OPENED_AT): Anchor => ({
  article,
  block,
  offset,
  top,
});
