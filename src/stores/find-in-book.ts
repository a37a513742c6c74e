import { atom } from 'nanostores';
import { chapterFind, type FoundChapter } from '#src/contract/calls/chapter.ts';
import type { Result } from '#src/contract/index.ts';
import { callUpstream } from './call-upstream.ts';

/** A word looked for in the chapters on the page. */
export interface PageSearch {
  readonly word: string;
  /** Places that hold it. */
  readonly count: number;
  /** 0-based, the one that is shown; -1 where there is none. */
  readonly current: number;
}
const NOTHING: PageSearch = { word: '', count: 0, current: -1 };
export const $pageSearch = atom<PageSearch>(NOTHING);

/** @param nearest the place to begin at */
export function showMatches(word: string, count: number, nearest = 0): void {
  $pageSearch.set({ word, count, current: count === 0 ? -1 : Math.min(nearest, count - 1) });
}

/** To a later place, or an earlier one; from the last one to the first. */
export function stepMatch(by: number): void {
  const { word, count, current } = $pageSearch.get();
  if (count > 0) $pageSearch.set({ word, count, current: (current + by + count) % count });
}

/** The word in the whole book. */
export interface BookSearch {
  /** `absent`: this site's upstream cannot search a book. */
  readonly state: 'idle' | 'loading' | 'ready' | 'failed' | 'absent';
  readonly bookId: number;
  readonly word: string;
  readonly items: readonly FoundChapter[];
  /** Number of the chapter where the search goes on; null at the end of the book. */
  readonly next: number | null;
}
const NO_SEARCH: BookSearch = { state: 'idle', bookId: 0, word: '', items: [], next: null };
export const $bookSearch = atom<BookSearch>(NO_SEARCH);

/** Answers asked for in a row while they bring nothing. */
const MAX_EMPTY_ANSWERS = 20;

export function findInBook(bookId: number, word: string): Promise<void> {
  $bookSearch.set({ state: 'loading', bookId, word, items: [], next: 1 });
  return fetchMatches();
}

/** Goes on where the last answer ended. */
export function findMore(): Promise<void> {
  $bookSearch.set({ ...$bookSearch.get(), state: 'loading' });
  return fetchMatches();
}

export function clearSearch(): void {
  $pageSearch.set(NOTHING);
  $bookSearch.set(NO_SEARCH);
}

/** Asks until an answer brings something or the book ends. */
async function fetchMatches(): Promise<void> {
  const asked = $bookSearch.get();
  for (let turn = 0; turn < MAX_EMPTY_ANSWERS && isSame(asked); turn += 1) {
    const { next, items } = $bookSearch.get();
    if (next === null || items.length > asked.items.length) break;
    const params = { book_id: asked.bookId, keyword: asked.word, from: next };
    const result = await callUpstream(chapterFind, params);
    if (!isSame(asked)) return;
    if (!result.success) return end(isAbsentCall(result) ? 'absent' : 'failed');
    $bookSearch.set({ ...asked, items: [...items, ...result.data.items], next: result.data.next });
  }
  if (isSame(asked)) end('ready');
}

/** As an upstream says that it lacks a call; of a book that is gone the code is another. */
const isAbsentCall = ({ status, errors }: Result<unknown>) =>
  status === 405 || status === 501 || (status === 404 && !errors.some(({ code }) => code === 'NOT_FOUND'));

const isSame = ({ bookId, word }: BookSearch) => $bookSearch.get().bookId === bookId && $bookSearch.get().word === word;

const end = (state: BookSearch['state']) => $bookSearch.set({ ...$bookSearch.get(), state });
