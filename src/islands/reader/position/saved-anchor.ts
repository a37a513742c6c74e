import * as v from 'valibot';
import { Locator } from '#src/contract/entities/visitor.ts';
import { findLocator } from '#src/lib/blocks.ts';
import { openingLocator } from '#src/stores/reading-state.ts';
import { articleOf, factsOf } from '../articles.ts';
import { type Anchor, anchorAt, locatorOfAnchor } from './anchor.ts';

/** A place in an entry of the tab's history, with the height at which its line stood. */
const Entry = v.object({ place: v.object({ ...Locator.entries, top: v.number(), chapter: v.number() }) });

/** Where this chapter was left: in this entry of the tab's history, else wherever it was read. */
export function savedAnchor(part: HTMLElement, bookId: number): Anchor | null {
  const { id } = factsOf(part);
  const kept = v.safeParse(Entry, history.state);
  const own = kept.success && kept.output.place.chapter === id ? kept.output.place : null;
  const place = own ?? (location.hash === '' ? openingLocator(bookId, id) : null);
  return place && !isStart(place) ? anchorOfPlace(part, { place, top: own?.top }) : null;
}

/** The anchor for a place in a part; null in an empty one. */
export function anchorOfPlace(
  part: HTMLElement,
  { place, top }: { readonly place: Locator; readonly top?: number | undefined },
): Anchor | null {
  const article = articleOf(part);
  const found = article && findLocator(article, place);
  return found ? anchorAt(article, found.block, found.offset, top) : null;
}

/** The place in this entry of the tab's history; `elsewhere` where its chapter is not in the page. */
export function anchorInHistoryEntry(parts: readonly HTMLElement[]): Anchor | 'elsewhere' | null {
  const kept = v.safeParse(Entry, history.state);
  if (!kept.success) return null;
  const { place } = kept.output;
  const part = parts.find((shown) => factsOf(shown).id === place.chapter);
  return part ? anchorOfPlace(part, { place, top: place.top }) : 'elsewhere';
}

/** The top of the page shows a chapter's beginning best. */
const isStart = ({ block, offset }: Locator): boolean => block === 0 && offset === 0;

/** Keeps the place with the entry of the tab's history: a reload and the way back lead to the same line. */
export function saveInHistoryEntry(anchor: Anchor): void {
  const part = anchor.article.closest<HTMLElement>('[data-reader-part]');
  if (!part) return;
  const place = { ...locatorOfAnchor(anchor), top: Math.round(anchor.top), chapter: factsOf(part).id };
  history.replaceState({ ...history.state, place }, '');
}
