import { atom } from 'nanostores';
import { bookShow } from '#src/contract/calls/book.ts';
import type { BookDetail } from '#src/contract/entities/book.ts';
import { callUpstream } from '#src/shell/state/call-upstream.ts';

/** The book, and optionally the chapter, that a campaign promotes in addition to the app. */
export interface Campaign {
  readonly book: number;
  readonly chapter: number | undefined;
}

/** The book that the campaign promotes; null if it is not loaded yet or does not exist. */
export const $campaignBook = atom<BookDetail | null>(null);

/** Returns the campaign that an address names. @param search query string of the address */
export function campaignOf(search: string): Campaign | undefined {
  const query = new URLSearchParams(search);
  const book = idOf(query.get('book'));
  return book === undefined ? undefined : { book, chapter: idOf(query.get('chapter')) };
}

const idOf = (text: string | null) => (text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined);

/** Loads the campaign's book. If it cannot be loaded, the page works without it. */
export async function loadCampaignBook({ book }: Campaign): Promise<void> {
  const { data } = await callUpstream(bookShow, { book_id: book });
  $campaignBook.set(data.book);
}
