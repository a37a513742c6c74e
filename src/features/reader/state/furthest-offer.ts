import { atom } from 'nanostores';
import * as v from 'valibot';
import type { ChapterPlace } from '#src/contract/entities/visitor.ts';
import { furthestPlace } from '#src/contract/furthest-read.ts';
import { $readlogList } from '#src/shell/state/local-storage.ts';
import { decodeJson } from '#src/shell/state/persisted-atom.ts';
import { platform } from '#src/shell/state/platform.ts';
import * as keys from '#src/shell/state/storage-keys.ts';

const Opened = v.object({
  book_id: v.number(),
  /** Number of the chapter that was opened. */
  opened: v.number(),
});

/** The offer of a link to the furthest place, made when the visitor opens an earlier chapter. */
export interface FurthestOffer extends v.InferOutput<typeof Opened> {
  readonly furthest: ChapterPlace;
}

export const $furthestOffer = atom<FurthestOffer | null>(null);

/**
 * Called when a chapter has been opened, before this is recorded in the history. Offers the furthest place if the
 * chapter comes before it and the visitor is not just continuing where they stopped. A reload makes the offer again.
 */
export function offerFurthest(bookId: number, opened: number): void {
  const entry = $readlogList.get().find(({ book }) => book.id === bookId);
  const furthest = entry ? furthestPlace(entry) : null;
  const last = entry?.chapter?.number ?? 0;
  const isContinuing = opened === last || opened === last + 1;
  if (furthest && furthest.number > opened && (!isContinuing || isReload(bookId, opened))) {
    platform().tabStorage.set(keys.FURTHEST_OFFER, JSON.stringify({ book_id: bookId, opened }));
    $furthestOffer.set({ book_id: bookId, opened, furthest });
  } else endFurthestOffer();
}

function isReload(bookId: number, opened: number): boolean {
  const stored = decodeJson(v.nullable(Opened), platform().tabStorage.get(keys.FURTHEST_OFFER) ?? '', null);
  return stored?.book_id === bookId && stored.opened === opened;
}

/** Ends the offer if the visitor has read past the opened chapter. */
export function endFurthestOfferAfter(number: number): void {
  const offer = $furthestOffer.get();
  if (offer && number > offer.opened) endFurthestOffer();
}

/** Ends the offer, because the visitor has answered it or it no longer applies. */
export function endFurthestOffer(): void {
  platform().tabStorage.set(keys.FURTHEST_OFFER, null);
  $furthestOffer.set(null);
}
