import { atom } from 'nanostores';
import { chapterFind, type FoundChapter } from '#src/contract/calls/chapter.ts';
import type { Result } from '#src/contract/index.ts';
import { callUpstream } from '#src/shell/state/call-upstream.ts';

/** A search in the loaded chapters. */
export interface PageSearch {
  readonly word: string;
  /** Number of matches. */
  readonly count: number;
  /** 0-based index of the current match; -1 if there is none. */
  readonly current: number;
}
const NO_MATCHES: PageSearch = { word: '', count: 0, current: -1 };
export const $pageSearch = atom<PageSearch>(NO_MATCHES);

/** Starts a search. @param nearest index of the match that becomes the current one */
export function showMatches(word: string, count: number, nearest = 0): void {
  $pageSearch.set({ word, count, current: count === 0 ? -1 : Math.min(nearest, count - 1) });
}

/** Moves to a later or earlier match. Wraps around at the ends. */
export function stepMatch(by: number): void {
  const { word, count, current } = $pageSearch.get();
  if (count > 0) $pageSearch.set({ word, count, current: (current + by + count) % count });
}

/** A search in the whole book. */
export interface BookSearch {
  /** `absent`: the upstream cannot search within books. */
  readonly state: 'idle' | 'loading' | 'ready' | 'failed' | 'absent';
  readonly bookId: number;
  readonly word: string;
  readonly items: readonly FoundChapter[];
  /** Number of the chapter at which the search continues; null if it has reached the end of the book. */
  readonly next: number | null;
}
const NO_SEARCH: BookSearch = { state: 'idle', bookId: 0, word: '', items: [], next: null };
export const $bookSearch = atom<BookSearch>(NO_SEARCH);

/** Maximum number of consecutive requests without matches, after which the search pauses. */
const MAX_EMPTY_RESPONSES = 20;

/** A response of `chapter.find`. */
export type BookMatches = Pick<BookSearch, 'items' | 'next'>;

/**
 * Searches a downloaded book without the upstream, starting at the chapter number `from`; null if the book is not
 * downloaded.
 */
export type LocalSearch = (bookId: number, word: string, from: number) => Promise<BookMatches | null>;

let searchLocally: LocalSearch = async () => null;

/** Starts a search in the whole book. @param local used if the upstream cannot be reached */
export function findInBook(bookId: number, word: string, local: LocalSearch = async () => null): Promise<void> {
  searchLocally = local;
  $bookSearch.set({ state: 'loading', bookId, word, items: [], next: 1 });
  return fetchMatches();
}

/** Continues the search at the chapter where the last response ended. */
export function findMore(): Promise<void> {
  $bookSearch.set({ ...$bookSearch.get(), state: 'loading' });
  return fetchMatches();
}

export function clearSearch(): void {
  $pageSearch.set(NO_MATCHES);
  $bookSearch.set(NO_SEARCH);
}

/** Sends requests until a response contains matches or the book ends. */
async function fetchMatches(): Promise<void> {
  const search = $bookSearch.get();
  for (let turn = 0; turn < MAX_EMPTY_RESPONSES && isSame(search); turn += 1) {
    const { next, items } = $bookSearch.get();
    if (next === null || items.length > search.items.length) break;
    const { bookId: book_id, word: keyword } = search;
    const result = await callUpstream(chapterFind, { book_id, keyword, from: next });
    const matches = result.success ? result.data : await searchLocally(book_id, keyword, next).catch(() => null);
    if (!isSame(search)) return;
    if (!matches) return end(isAbsentCall(result) ? 'absent' : 'failed');
    $bookSearch.set({ ...search, items: [...items, ...matches.items], next: matches.next });
  }
  if (isSame(search)) end('ready');
}

/**
 * Whether the response means that the upstream lacks the call. For a missing book, the status is also 404, but the
 * response has an error code.
 */
const isAbsentCall = ({ status, errors }: Result<unknown>) =>
  status === 405 || status === 501 || (status === 404 && !errors.some(({ code }) => code === 'NOT_FOUND'));

const isSame = ({ bookId, word }: BookSearch) => $bookSearch.get().bookId === bookId && $bookSearch.get().word === word;

const end = (state: BookSearch['state']) => $bookSearch.set({ ...$bookSearch.get(), state });
