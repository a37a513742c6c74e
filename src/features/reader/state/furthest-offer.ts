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

/** Offers a link to the furthest place after an earlier chapter was opened. */
export interface FurthestOffer extends v.InferOutput<typeof Opened> {
  readonly furthest: ChapterPlace;
}

export const $furthestOffer = atom<FurthestOffer | null>(null);

/**
 * Called when a chapter has been opened, before it is recorded. Offers the furthest place if the chapter is before it and
 * does not continue the last reading. A reload offers it again.
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

/** Ends the offer once the visitor has read past the opened chapter. */
export function endFurthestOfferAfter(number: number): void {
  const offer = $furthestOffer.get();
  if (offer && number > offer.opened) endFurthestOffer();
}

/** Ends the offer: the visitor has answered, or it no longer applies. */
export function endFurthestOffer(): void {
  platform().tabStorage.set(keys.FURTHEST_OFFER, null);
  $furthestOffer.set(null);
}
