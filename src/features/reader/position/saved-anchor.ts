import * as v from 'valibot';
import { Locator } from '#src/contract/entities/visitor.ts';
import { articleOf, factsOf } from '../island/articles.ts';
import { isPaged } from '../paginated/page-columns.ts';
import { openingLocator } from '../state/reading-state.ts';
import { type Anchor, anchorAt, locatorOfAnchor } from './anchor.ts';
import { findLocator } from './blocks.ts';
import { boxAt } from './geometry.ts';

/** A place stored in a history entry of the tab, with the position of its line in the window. */
const Entry = v.object({ place: v.object({ ...Locator.entries, top: v.number(), chapter: v.number() }) });

/** The last position in this chapter, from the tab's history entry, or else from the reading history. */
export function savedAnchor(part: HTMLElement, bookId: number): Anchor | null {
  const { id } = factsOf(part);
  const entry = v.safeParse(Entry, history.state);
  const entryPlace = entry.success && entry.output.place.chapter === id ? entry.output.place : null;
  const place = entryPlace ?? (location.hash === '' ? openingLocator(bookId, id) : null);
  return place && !isStart(place) ? anchorOfPlace(part, { place, top: entryPlace?.top }) : null;
}

/** The anchor for a place in a chapter's section; null if the section has no text. */
export function anchorOfPlace(
  part: HTMLElement,
  { place, top }: { readonly place: Locator; readonly top?: number | undefined },
): Anchor | null {
  const article = articleOf(part);
  const match = article && findLocator(article, place);
  return match ? anchorAt(article, match.block, match.offset, top) : null;
}

/**
 * Whether the visitor has scrolled away from an anchor since restore-position.inline.ts showed it. A change of the
 * layout alone leaves either the scroll position or, through the browser's scroll anchoring, the line roughly in place.
 */
export function hasLeft({ block, offset, top }: Anchor): boolean {
  const shown = v.safeParse(v.object({ place: v.object({ y: v.number() }) }), history.state);
  if (!shown.success || isPaged()) return false;
  const isScrolled = Math.abs(scrollY - shown.output.place.y) > 2;
  return isScrolled && Math.abs(boxAt(block, offset).top - top) > innerHeight / 4;
}

/** The position in the tab's history entry; `elsewhere` if the position's chapter is not in the page. */
export function anchorInHistoryEntry(parts: readonly HTMLElement[]): Anchor | 'elsewhere' | null {
  const entry = v.safeParse(Entry, history.state);
  if (!entry.success) return null;
  const { place } = entry.output;
  const part = parts.find((shown) => factsOf(shown).id === place.chapter);
  return part ? anchorOfPlace(part, { place, top: place.top }) : 'elsewhere';
}

/**
 * Whether the place is the beginning of a chapter. Such a place is not restored; the page is shown from its top
 * instead.
 */
const isStart = ({ block, offset }: Locator): boolean => block === 0 && offset === 0;

/** Stores the position in the tab's history entry, so that reload and back return to the same line. */
export function saveInHistoryEntry(anchor: Anchor): void {
  const part = anchor.article.closest<HTMLElement>('[data-reader-part]');
  if (!part) return;
  const place = { ...locatorOfAnchor(anchor), top: Math.round(anchor.top), chapter: factsOf(part).id };
  history.replaceState({ ...history.state, place }, '');
}
