import { atom } from 'nanostores';
import { bookShow } from '#src/contract/calls/book.ts';
import type { BookDetail } from '#src/contract/entities/book.ts';
import { callUpstream } from './call-upstream.ts';

/** What a campaign leads to, besides the app. */
export interface Campaign {
  readonly book: number;
  readonly chapter: number | undefined;
}

/** The book a campaign names; null until it is known, and where there is none. */
export const $campaignBook = atom<BookDetail | null>(null);

/** @param search of the page's address */
export function campaignOf(search: string): Campaign | undefined {
  const query = new URLSearchParams(search);
  const book = idOf(query.get('book'));
  return book === undefined ? undefined : { book, chapter: idOf(query.get('chapter')) };
}

const idOf = (text: string | null) => (text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined);

/** A book that is not there is no failure: the page stands without it. */
export async function loadCampaignBook({ book }: Campaign): Promise<void> {
  const { data } = await callUpstream(bookShow, { book_id: book });
  $campaignBook.set(data.book);
}
