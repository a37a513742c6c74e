import { atom } from 'nanostores';
import * as v from 'valibot';
import type { ChapterPlace } from '#src/contract/entities/visitor.ts';
import { furthestPlace } from '#src/contract/furthest-read.ts';
import { $readlogList } from './local-storage.ts';
import { decodeJson } from './persisted-atom.ts';
import { platform } from './platform.ts';

const Opened = v.object({
  book_id: v.number(),
  /** Number of the chapter that was opened. */
  opened: v.number(),
});

/** The way back to the furthest place of a book, of which an earlier chapter was opened. */
export interface FurthestOffer extends v.InferOutput<typeof Opened> {
  readonly furthest: ChapterPlace;
}

const KEY = 'lectern:furthest-offer';

export const $furthestOffer = atom<FurthestOffer | null>(null);

/**
 * A chapter was opened, and is not noted yet: where it is before the furthest place and not where the book was read
 * last, that place is offered. A reload offers it again.
 */
export function offerFurthest(bookId: number, opened: number): void {
  const entry = $readlogList.get().find(({ book }) => book.id === bookId);
  const furthest = entry ? furthestPlace(entry) : null;
  const last = entry?.chapter?.number ?? 0;
  const readsOn = opened === last || opened === last + 1;
  if (furthest && furthest.number > opened && (!readsOn || isReload(bookId, opened))) {
    platform().tabStorage.set(KEY, JSON.stringify({ book_id: bookId, opened }));
    $furthestOffer.set({ book_id: bookId, opened, furthest });
  } else endFurthestOffer();
}

function isReload(bookId: number, opened: number): boolean {
  const kept = decodeJson(v.nullable(Opened), platform().tabStorage.get(KEY) ?? '', null);
  return kept?.book_id === bookId && kept.opened === opened;
}

/** Another chapter is read: who reads on from what was opened reads there. */
export function endFurthestOfferAfter(number: number): void {
  const offer = $furthestOffer.get();
  if (offer && number > offer.opened) endFurthestOffer();
}

/** The visitor answered, or needs it no more. */
export function endFurthestOffer(): void {
  platform().tabStorage.set(KEY, null);
  $furthestOffer.set(null);
}
